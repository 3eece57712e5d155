/**
 * The state that an execution runs on. It comes as a whole from
 * prestateTracer, or piece by piece from plain calls at the parent block:
 * first what the execution certainly or probably reads, then whatever the
 * machine stops for.
 */

import { bytesToAddress, bytesToHash, hexToBytes } from '../../../core/chain/hex';
import type { Address, Hash, Hex } from '../../../core/chain/primitives';
import { type MissingState, State } from '../../../core/evm/state/state';
import { stateOf, type Witness } from '../../../core/evm/state/witness';
import { fromBigInt } from '../../../core/evm/words/words';
import type { AccountChanges } from '../../../core/proof/block-access-list';
import { type Failure, failure } from '../../../core/values/failure';
import type { AccountAt } from '../../../net/account-values';
import type { Rpc } from '../../../net/rpc/rpc';
import type { SlotKey } from '../../../net/slot-reader';
import { fetchBlockHash, fetchState, type KnownState, type StateNeeds } from '../../../net/state-source';
import type { SlotAt } from '../../../net/storage-values';
import type { WitnessReader } from './state-by-witness';

export type ReplayState = {
  readonly state: State;
  /** The hashes of blocks that were asked for, by block number. */
  readonly hashes: Map<number, Uint8Array>;
  /** Supplies what the machine stopped for. Where that costs a round trip, it supplies what `ahead` predicts too. Returns why it could not, else undefined. */
  supply(missing: MissingState, ahead: Ahead): Promise<Failure | undefined>;
  /**
   * Everything that was fetched of the state after the block before, as the endpoint stated it, or in a sentence why that is
   * not what the execution read; absent where the state came from elsewhere.
   */
  fetched?(): KnownState | string;
  /** Whether the endpoint no longer has the state, so that it came from the witness of the block. */
  isWitnessed?(): boolean;
};

/** Predicts what will be missing next. Linear in the steps that it looks ahead. */
export type Ahead = () => readonly MissingState[];

/**
 * Returns a state that holds `known` only: every other account is empty, and every other slot is zero. For `unstated`
 * accounts (the chain's own rules read or write them) neither follows: it fails to supply these.
 */
export function exactState(
  rpc: Rpc,
  known: KnownState,
  signal: AbortSignal,
  unstated: readonly Uint8Array[] = [],
): ReplayState {
  const state = new State();
  const hashes = new Map<number, Uint8Array>();
  const notStated = new Set(unstated.map(bytesToAddress));
  addKnown(state, known, true);
  return {
    state,
    hashes,
    async supply(missing) {
      if (missing.kind === 'blockHash') return supplyHash(rpc, missing.number, hashes, signal);
      const address = bytesToAddress(missing.address);
      if (notStated.has(address))
        return failure(
          'stateUnavailable',
          `The node’s prestate leaves out ${address}, by which fees go on this chain.`,
        );
      addKnown(state, { accounts: [{ address, balance: 0n, nonce: 0, code: '0x' }], slots: [] }, true);
      return undefined;
    },
  };
}

/** Returns the state that an earlier execution read: every other account is empty, and every other slot is zero. */
export function keptState(witness: Witness): ReplayState {
  const state = stateOf(witness);
  return {
    state,
    hashes: hashesOf(witness),
    async supply(missing) {
      if (missing.kind === 'blockHash') return hashNotKept(missing.number);
      const address = bytesToAddress(missing.address);
      addKnown(state, { accounts: [{ address, balance: 0n, nonce: 0, code: '0x' }], slots: [] }, true);
      return undefined;
    },
  };
}

/** Returns the hashes of blocks that an execution read, by number. */
export function hashesOf({ hashes }: Witness): Map<number, Uint8Array> {
  return new Map(hashes.map(({ number, hash }) => [number, hash]));
}

/** Returns the failure where a hash of a block was not read earlier. */
export function hashNotKept(number: number): Failure {
  return failure('stateUnavailable', `The hash of block ${number.toLocaleString('en')} was not kept.`);
}

export type LazyState = ReplayState & {
  /** Fetches what is not known yet. Returns why it could not, else undefined. An account without code is not asked for its nonce where `nonces` has it. */
  prefetch(needs: StateNeeds, nonces?: ReadonlyMap<Address, number>): Promise<Failure | undefined>;
  /**
   * Returns a copy that an execution can change. What the copy lacks is fetched for both, so only one of the two may be
   * executed on at a time.
   */
  copied(): ReplayState;
};

/**
 * Returns the state after block `at` with what `changed` says since, fetched as it is needed. Calls `onFetched` with the
 * number of accounts and slots fetched so far.
 */
export function lazyState(
  rpc: Rpc,
  at: number,
  signal: AbortSignal,
  onFetched: (known: number) => void = () => undefined,
  changed: StateChanges = NO_CHANGES,
): LazyState {
  return fetchedAsNeeded(rpc, at, signal, onFetched, new State(), new Map(), new Set(), changed);
}

const NO_NONCES: ReadonlyMap<Address, number> = new Map();
const NO_CHANGES: StateChanges = new Map();

type StateChanges = ReadonlyMap<Address, AccountChanges>;

/** Returns a state that is fetched as it is needed. `knownAccounts` are the accounts that `state` holds from the start. */
export function fetchedAsNeeded(
  rpc: Rpc,
  at: number,
  signal: AbortSignal,
  onFetched: (known: number) => void,
  state: State,
  hashes: Map<number, Uint8Array>,
  knownAccounts: Set<Address>,
  changed: StateChanges = NO_CHANGES,
): LazyState {
  const heldBefore = knownAccounts.size;
  const knownSlots = new Set<string>();
  const answers: KnownState[] = [];

  const codes = new Map<Hash, Hex>();
  /** Reads the witness of the block, once the state is gone. */
  let witnessed: WitnessReader | undefined;

  /** `isStopped`: an execution waits for one of the needs, so that some have to be found. */
  async function prefetch(needs: StateNeeds, nonces = NO_NONCES, isStopped = false): Promise<Failure | undefined> {
    const accounts = new Set<Address>();
    // A slot cannot be supplied without its account.
    for (const address of [...needs.accounts, ...needs.slots.map((slot) => slot.address)])
      if (!knownAccounts.has(address)) accounts.add(address);
    const slots = new Map<string, StateNeeds['slots'][number]>();
    const written: SlotAt[] = [];
    for (const slot of needs.slots) {
      const id = slot.address + slot.key;
      if (knownSlots.has(id)) continue;
      const value = changed.get(slot.address)?.slots.get(slot.key);
      if (value === undefined) slots.set(id, slot);
      else written.push({ ...slot, value });
    }
    addKnown(state, { accounts: [], slots: written }, false);
    for (const { address, key } of written) knownSlots.add(address + key);
    if (accounts.size === 0 && slots.size === 0) return undefined;
    const missing = { accounts: [...accounts], slots: [...slots.values()] };
    let fetched = await (witnessed?.(missing, isStopped) ??
      fetchState(rpc, at, missing, { signal }, { nonces, codes }));
    if (!fetched.ok && fetched.error.code === 'stateUnavailable' && witnessed === undefined) {
      const { readWitness } = await import('./state-by-witness');
      witnessed ??= readWitness(rpc, at, fetched.error, signal);
      fetched = await witnessed(missing, isStopped);
    }
    if (!fetched.ok) return fetched.error;
    const { accounts: before, slots: values } = fetched.value;
    for (const { address } of before) knownAccounts.add(address);
    for (const { address, key } of values) knownSlots.add(address + key);
    addKnown(state, { accounts: before.map((account) => changedAccount(account, changed)), slots: values }, false);
    answers.push(fetched.value);
    onFetched(knownAccounts.size - heldBefore + knownSlots.size);
    return undefined;
  }

  const supply: LazyState['supply'] = async (missing, ahead) =>
    missing.kind === 'blockHash'
      ? supplyHash(rpc, missing.number, hashes, signal)
      : prefetch(needsFor([missing, ...ahead()]), NO_NONCES, true);

  return {
    state,
    hashes,
    prefetch,
    isWitnessed: () => witnessed !== undefined,
    fetched: () => ({
      accounts: answers.flatMap(({ accounts }) => accounts),
      slots: answers.flatMap(({ slots }) => slots),
    }),
    supply,
    copied() {
      const copy = state.copied();
      let adopted = answers.length;
      return {
        state: copy,
        hashes,
        async supply(missing, ahead) {
          const failed = await supply(missing, ahead);
          for (const answer of answers.slice(adopted)) addKnown(copy, answer, false);
          adopted = answers.length;
          return failed;
        },
      };
    },
  };
}

/** The account with what changed of it. */
function changedAccount(account: AccountAt, changed: StateChanges): AccountAt {
  const change = changed.get(account.address);
  if (change === undefined) return account;
  const { balance = account.balance, nonce = account.nonce, code = account.code } = change;
  return { address: account.address, balance, nonce, code };
}

/** Returns the accounts and slots to fetch for `reads`. Block hashes are no part of the state. */
export function needsFor(reads: readonly MissingState[]): StateNeeds {
  const accounts: Address[] = [];
  const slots: SlotKey[] = [];
  for (const read of reads) {
    if (read.kind === 'account') accounts.push(bytesToAddress(read.address));
    if (read.kind === 'slot') slots.push({ address: bytesToAddress(read.address), key: bytesToHash(read.key) });
  }
  return { accounts, slots };
}

async function supplyHash(
  rpc: Rpc,
  number: number,
  hashes: Map<number, Uint8Array>,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const hash = await fetchBlockHash(rpc, number, { signal });
  if (!hash.ok) return hash.error;
  hashes.set(number, hexToBytes(hash.value));
  return undefined;
}

/** Supplies what is known; of `complete` accounts the slots that are not known are zero. */
export function addKnown(state: State, { accounts, slots }: KnownState, complete: boolean): void {
  for (const account of accounts) {
    const balance = new Uint32Array(8);
    fromBigInt(account.balance, balance, 0);
    const values = { balance, nonce: BigInt(account.nonce), code: hexToBytes(account.code), exists: isThere(account) };
    state.supplyAccount(hexToBytes(account.address), values, complete);
  }
  for (const { address, key, value } of slots)
    state.supplySlot(state.indexOfAddress(hexToBytes(address)), hexToBytes(key), hexToBytes(value));
}

/** Since EIP-161 no empty account exists. For blocks before it, the comparison with the receipt finds a wrong answer. */
function isThere({ balance, nonce, code }: AccountAt): boolean {
  return balance !== 0n || nonce !== 0 || code !== '0x';
}
