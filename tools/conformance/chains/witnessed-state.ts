/**
 * The state of a block from its witness: nodes of the tries and codes, each
 * known by its hash. What an execution left is put back into the tries, for
 * the root after it.
 */
import { createMerkleProof, createMPT, type MerklePatriciaTrie, type MPTOpts } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { keccak256 } from 'viem';
import { bytesToHex, hexToBytes, quantityHex } from '../../../src/core/chain/hex';
import type { Hash, Hex } from '../../../src/core/chain/primitives';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import { Stop } from '../../../src/core/evm/run';
import type { AccountIndex } from '../../../src/core/evm/state/slots';
import { State } from '../../../src/core/evm/state/state';
import { ViewedState } from '../../../src/core/evm/state/view';
import { fromBigInt, LIMBS, toBigInt, toBytes } from '../../../src/core/evm/words/words';

type Account = { nonce: bigint; balance: bigint; storageRoot: Uint8Array; codeHash: Uint8Array };

const EMPTY_ROOT = hexToBytes('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
const EMPTY_CODE = hexToBytes('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');

export class WitnessedState {
  /** Hashes of earlier blocks, by number, for BLOCKHASH. */
  readonly hashes = new Map<number, Uint8Array>();
  /** Hex without 0x, by the hex of the hash. */
  private readonly preimages = new Map<string, string>();
  private readonly storageRoots = new Map<AccountIndex, Uint8Array>();
  /** Hashes of codes that the witness does not have. */
  private readonly absentCodes = new Map<AccountIndex, Uint8Array>();

  private constructor(
    private readonly root: Hash,
    preimages: readonly Hex[],
    readonly state = new State(),
  ) {
    for (const each of preimages) this.preimages.set(keccak256(each).slice(2), each.slice(2));
  }

  /** Returns the state under `root` as far as the witness has it, unknown as yet. */
  static of(root: Hash, preimages: readonly Hex[]): WitnessedState {
    return new WitnessedState(root, preimages);
  }

  /** Runs an execution to its end, reading what it misses out of the witness. */
  async run(execution: { run(budget: number): Stop }): Promise<void> {
    for (;;) {
      const stop = execution.run(1_000_000);
      if (stop === Stop.done) return;
      if (stop === Stop.missing) await this.supply();
    }
  }

  /** Reads what the state misses out of the witness. */
  async supply(): Promise<void> {
    const { missing } = this.state;
    if (missing === undefined) throw new Error('stopped for nothing');
    if (missing.kind === 'library') await loadLibraries();
    else if (missing.kind === 'blockHash') throw new Error(`the hash of block ${missing.number} is not in the witness`);
    else if (missing.kind === 'account') await this.supplyAccount(missing.address);
    else await this.supplySlot(missing.address, missing.key);
  }

  /** Returns another to execute on, with the same witness and what is known now. */
  copied(): WitnessedState {
    const copy = new WitnessedState(this.root, [], this.state.copied());
    for (const [hash, bytes] of this.preimages) copy.preimages.set(hash, bytes);
    for (const [number, hash] of this.hashes) copy.hashes.set(number, hash);
    for (const [account, root] of this.storageRoots) copy.storageRoots.set(account, root);
    for (const [account, hash] of this.absentCodes) copy.absentCodes.set(account, hash);
    return copy;
  }

  /** Returns the account as it stands now. Code that the witness does not have is INVALID. */
  async account(address: Uint8Array): Promise<{ balance: bigint; nonce: bigint; code: Uint8Array }> {
    const { state } = this;
    const account = state.indexOfAddress(address);
    while (!state.requireAccount(account)) await this.supply();
    const { bytes: code } = state.codes[state.code[account] as number] as { bytes: Uint8Array };
    return { balance: toBigInt(state.balance, account * LIMBS), nonce: state.nonce[account] as bigint, code };
  }

  /** Returns whether the witness has the code of an account that is known. */
  hasCode(address: Uint8Array): boolean {
    return !this.absentCodes.has(this.state.indexOfAddress(address));
  }

  /** Returns the value of a slot as it stands now. */
  async slot(address: Uint8Array, key: bigint): Promise<bigint> {
    const view = new ViewedState(this.state);
    while (!view.requireSlot(address, key)) await this.supply();
    return view.slot(address, key);
  }

  /** Returns what eth_getProof answers of the state before the block. */
  async proof(address: Uint8Array, keys: readonly Hex[]): Promise<Readonly<Record<string, unknown>>> {
    const accounts = await this.trie(hexToBytes(this.root));
    const encoded = await accounts.get(address);
    const account = encoded === null ? undefined : decodeAccount(encoded);
    const storage = await this.trie(account?.storageRoot ?? EMPTY_ROOT);
    const storageProof = await Promise.all(
      keys.map(async (key) => {
        const slot = hexToBytes(`0x${key.slice(2).padStart(64, '0')}`);
        const found = await storage.get(slot);
        const proof = storage.root().every((byte, at) => byte === EMPTY_ROOT[at]) ? [] : await nodesTo(storage, slot);
        return { key, value: found === null ? '0x0' : quantityHex(numberOf(RLP.decode(found) as Uint8Array)), proof };
      }),
    );
    return {
      address: bytesToHex(address),
      balance: quantityHex(account?.balance ?? 0n),
      nonce: quantityHex(account?.nonce ?? 0n),
      codeHash: bytesToHex(account?.codeHash ?? EMPTY_CODE),
      storageHash: bytesToHex(account?.storageRoot ?? EMPTY_ROOT),
      accountProof: await nodesTo(accounts, address),
      storageProof,
    };
  }

  private async supplyAccount(address: Uint8Array): Promise<void> {
    const found = await (await this.trie(hexToBytes(this.root))).get(address);
    const account = found === null ? undefined : decodeAccount(found);
    const code = account === undefined ? new Uint8Array(0) : this.codeOf(account.codeHash);
    const balance = new Uint32Array(LIMBS);
    fromBigInt(account?.balance ?? 0n, balance, 0);
    const given = { balance, nonce: account?.nonce ?? 0n, code, exists: account !== undefined };
    const isEmpty = account === undefined || same(account.storageRoot, EMPTY_ROOT);
    const index = this.state.supplyAccount(address, given, isEmpty);
    this.storageRoots.set(index, account?.storageRoot ?? EMPTY_ROOT);
    if (account && code.length === 1 && !this.preimages.has(bytesToHex(account.codeHash).slice(2)))
      this.absentCodes.set(index, account.codeHash);
  }

  private async supplySlot(address: Uint8Array, key: Uint8Array): Promise<void> {
    const account = this.state.indexOfAddress(address);
    const value = new Uint8Array(32);
    const found = await (await this.trie(this.storageRoots.get(account) ?? EMPTY_ROOT)).get(key);
    if (found !== null) {
      const bytes = RLP.decode(found) as Uint8Array;
      value.set(bytes, 32 - bytes.length);
    }
    this.state.supplySlot(account, key, value);
  }

  private codeOf(hash: Uint8Array): Uint8Array {
    if (same(hash, EMPTY_CODE)) return new Uint8Array(0);
    const code = this.preimages.get(bytesToHex(hash).slice(2));
    // Nothing calls an account whose code is not in the witness: INVALID would tell.
    return code === undefined ? Uint8Array.of(0xfe) : hexToBytes(`0x${code}`);
  }

  /** Returns the root of the state as it stands now, and of the storage of an account. */
  async roots(storageOf?: Uint8Array): Promise<{ state: Hash; storage?: Hash }> {
    const { state } = this;
    const accounts = await this.trie(hexToBytes(this.root));
    const slots = new Map<number, number[]>();
    for (let slot = 0; slot < state.slots.length; slot++) {
      const account = state.slots.account[slot] as number;
      if (state.slots.known[slot] === 1) slots.set(account, [...(slots.get(account) ?? []), slot]);
    }
    let storage: Hash | undefined;
    for (let at = 0; at < state.length; at++) {
      const account = at as AccountIndex;
      if (!state.isKnown(account)) continue;
      const address = state.addressBytes(account);
      const trie = await this.trie(this.storageRoots.get(account) ?? EMPTY_ROOT);
      for (const slot of slots.get(account) ?? []) {
        const key = new Uint8Array(32);
        toBytes(state.slots.keys, slot * LIMBS, key, 0);
        const value = toBigInt(state.slots.current, slot * LIMBS);
        const before = await trie.get(key);
        const after = value === 0n ? null : RLP.encode(trimmed(value));
        if (!same(before ?? new Uint8Array(0), after ?? new Uint8Array(0))) await trie.put(key, after);
      }
      if (storageOf && same(storageOf, address)) storage = bytesToHex(trie.root()) as Hash;
      if (!state.exists(account)) {
        if ((await accounts.get(address)) !== null) await accounts.del(address);
        continue;
      }
      const codeHash = new Uint8Array(32);
      toBytes((state.codes[state.code[account] as number] as { hash: Uint32Array }).hash, 0, codeHash, 0);
      codeHash.set(this.absentCodes.get(account) ?? codeHash);
      const fields = [trimmed(state.nonce[account] as bigint), trimmed(toBigInt(state.balance, at * LIMBS))];
      await accounts.put(address, RLP.encode([...fields, trie.root(), codeHash]));
    }
    return { state: bytesToHex(accounts.root()) as Hash, ...(storage && { storage }) };
  }

  private async trie(root: Uint8Array): Promise<MerklePatriciaTrie> {
    const { preimages } = this;
    const written = new Map<string, string>();
    const db: NonNullable<MPTOpts['db']> = {
      get: async (key) => written.get(key) ?? preimages.get(key),
      put: async (key, value) => void written.set(key, String(value)),
      del: async (key) => void written.delete(key),
      batch: async (operations) => {
        for (const each of operations) if (each.type === 'put') written.set(each.key, String(each.value));
      },
      shallowCopy: () => db,
      open: async () => undefined,
    };
    const trie = await createMPT({ useKeyHashing: true, db });
    trie.root(root);
    return trie;
  }
}

function decodeAccount(encoded: Uint8Array): Account {
  const [nonce, balance, storageRoot, codeHash] = RLP.decode(encoded) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  return { nonce: numberOf(nonce), balance: numberOf(balance), storageRoot, codeHash };
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(bytesToHex(bytes));
}

function trimmed(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0);
  const hex = value.toString(16);
  return hexToBytes(`0x${hex.length % 2 === 0 ? hex : `0${hex}`}`);
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

async function nodesTo(trie: MerklePatriciaTrie, key: Uint8Array): Promise<Hex[]> {
  return (await createMerkleProof(trie, key)).map(bytesToHex);
}
