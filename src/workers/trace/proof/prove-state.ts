/** Proves what an execution read of the state, against the state root of the block before. */
import type { Address, Hash } from '../../../core/chain/primitives';
import type { Block } from '../../../core/chain/transaction';
import type { Witness } from '../../../core/evm/state/witness';
import { computeHeaderHash } from '../../../core/proof/header';
import type { StateProofs } from '../../../core/proof/proof-level';
import { findStateContradiction, type ReadAccount } from '../../../core/proof/state-proof';
import type { Failure } from '../../../core/values/failure';
import { fetchBlock } from '../../../net/chain-reader';
import { fetchProof } from '../../../net/proof-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import type { KnownState } from '../../../net/state-source';
import { proveHashes } from './prove-hashes';

/** Slots of one call: nodes bound the size of an answer, and a slot's proof takes some 4 kB. */
const SLOTS_PER_CALL = 100;
/** More would take minutes of a public endpoint's patience. */
const MAX_CALLS = 2_000;

export type StateProofAnswer = { proofs: StateProofs; isContradiction: boolean; calls: number };

/**
 * Proves `read`, the state after the parent of `block`, and `hashes` of blocks before. Asks for the parent's header,
 * one proof for each account, and the headers that lead to hashes.
 */
export async function proveState(
  rpc: Rpc,
  block: Block & { number: number },
  read: KnownState,
  hashes: Witness['hashes'],
  signal: AbortSignal,
): Promise<StateProofAnswer> {
  let calls = 1;
  const unproven = (reason: string, isContradiction = false): StateProofAnswer => ({
    proofs: { isProven: false, reason },
    isContradiction,
    calls,
  });
  const accounts = gatherAccounts(read);
  const wanted = accounts.reduce((sum, { slots }) => sum + Math.max(1, Math.ceil(slots.size / SLOTS_PER_CALL)), 0);
  if (wanted > MAX_CALLS) {
    return unproven(`It would take ${wanted.toLocaleString('en')} proofs, more than Loupe asks an endpoint for.`);
  }
  const parent = await fetchBlock(rpc, block.parentHash, { signal });
  if (!parent.ok) return unproven(`The header of the block before could not be had: ${parent.error.message}`);
  const { stateRoot } = parent.value;
  if (stateRoot === undefined || computeHeaderHash(parent.value) !== block.parentHash) {
    return unproven('The header of the block before does not have the hash that the block names.');
  }
  const ancestors = await proveHashes(rpc, block, hashes, signal);
  calls += ancestors.calls;
  if (ancestors.reason !== undefined) return unproven(ancestors.reason, ancestors.isContradiction);
  const [first, ...others] = accounts;
  if (first === undefined) return { proofs: { isProven: true, accounts: 0, slots: 0 }, isContradiction: false, calls };

  const checkOne = async (
    account: ReadAccount,
  ): Promise<{ contradiction: string } | { failure: Failure } | undefined> => {
    for (const part of splitSlots(account)) {
      calls++;
      const proof = await fetchProof(rpc, account.address, [...part.slots.keys()], block.number - 1, { signal });
      if (!proof.ok) return { failure: proof.error };
      const contradiction = findStateContradiction(stateRoot, part, proof.value);
      if (contradiction !== undefined) return { contradiction };
    }
    return undefined;
  };
  // One alone first: most endpoints that cannot prove refuse every account.
  const found = (await checkOne(first)) ?? (await firstOf(others.map(checkOne)));
  if (found !== undefined) {
    return 'contradiction' in found
      ? unproven(found.contradiction, true)
      : unproven(`The endpoint gives no proofs of this state: ${found.failure.message}`);
  }
  const slots = accounts.reduce((sum, account) => sum + account.slots.size, 0);
  return { proofs: { isProven: true, accounts: accounts.length, slots }, isContradiction: false, calls };
}

/** The first contradiction in the order of the list, else the first failure; undefined where there is neither. */
async function firstOf<T extends { contradiction: string } | { failure: Failure }>(
  checks: readonly Promise<T | undefined>[],
): Promise<T | undefined> {
  const found = (await Promise.all(checks)).filter((each) => each !== undefined);
  return found.find((each) => 'contradiction' in each) ?? found[0];
}

/** The state by account. Slots are fetched with their account, so every slot has an account here. */
function gatherAccounts({ accounts, slots }: KnownState): ReadAccount[] {
  const slotsOf = new Map<Address, Map<Hash, Hash>>();
  for (const { address, key, value } of slots) {
    const known = slotsOf.get(address) ?? new Map<Hash, Hash>();
    slotsOf.set(address, known.set(key, value));
  }
  return accounts.map((account) => ({ ...account, slots: slotsOf.get(account.address) ?? new Map() }));
}

function splitSlots(account: ReadAccount): ReadAccount[] {
  const slots = [...account.slots];
  if (slots.length <= SLOTS_PER_CALL) return [account];
  const parts: ReadAccount[] = [];
  for (let start = 0; start < slots.length; start += SLOTS_PER_CALL) {
    parts.push({ ...account, slots: new Map(slots.slice(start, start + SLOTS_PER_CALL)) });
  }
  return parts;
}
