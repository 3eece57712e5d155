/** The state of accounts that are listed whole, as the tries that a witness has. */
import { createMPT, type MPTOpts } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { keccak256 } from 'viem';
import { bytesToHex, hexToBytes } from '../../../src/core/chain/hex';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { rlpScalar } from '../../../src/core/chain/rlp';

export type AllocatedAccount = {
  address: Address;
  wei?: bigint;
  nonce?: number;
  code?: Hex;
  /** Slots that hold zero count for nothing. */
  slots?: readonly (readonly [key: bigint, value: bigint])[];
};

/** Returns the root of the state of these accounts, all others empty, with its nodes and codes. */
export async function allocated(accounts: readonly AllocatedAccount[]): Promise<{ root: Hash; preimages: Hex[] }> {
  const preimages: Hex[] = [];
  const state = await emptyTrie(preimages);
  for (const { address, wei = 0n, nonce = 0, code = '0x', slots = [] } of accounts) {
    const storage = await emptyTrie(preimages);
    for (const [key, value] of slots)
      if (value !== 0n) await storage.put(wordOf(key), RLP.encode(hexToBytes(rlpScalar(value))));
    if (code !== '0x') preimages.push(code);
    const fields = [BigInt(nonce), wei].map((each) => hexToBytes(rlpScalar(each)));
    await state.put(hexToBytes(address), RLP.encode([...fields, storage.root(), hexToBytes(keccak256(code))]));
  }
  return { root: bytesToHex(state.root()) as Hash, preimages };
}

/** Returns a trie whose nodes are put into `written` as they are made. */
function emptyTrie(written: Hex[]) {
  const nodes = new Map<string, string>();
  const put = (key: string, value: unknown) => {
    nodes.set(key, String(value));
    written.push(`0x${value}`);
  };
  const db: NonNullable<MPTOpts['db']> = {
    get: async (key) => nodes.get(key),
    put: async (key, value) => put(key, value),
    del: async (key) => void nodes.delete(key),
    batch: async (operations) => {
      for (const each of operations) if (each.type === 'put') put(each.key, each.value);
    },
    shallowCopy: () => db,
    open: async () => undefined,
  };
  return createMPT({ useKeyHashing: true, db });
}

function wordOf(value: bigint): Uint8Array {
  return hexToBytes(`0x${value.toString(16).padStart(64, '0')}`);
}
