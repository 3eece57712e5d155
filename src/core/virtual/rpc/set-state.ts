/** Sets accounts and storage at the head of the chain, without a transaction. */
import { hexToBytes } from '../../chain/hex';
import type { Hash } from '../../chain/primitives';
import type { AccountIndex } from '../../evm/state/slots';
import type { State } from '../../evm/state/state';
import { fromBytes, LIMBS, limbsOf, toBigInt } from '../../evm/words/words';
import { addressOf, bigQuantityOf, bytesOf, hashOf, wordOf } from './parameters';
import { invalid, RpcCode, RpcError } from './rpc-error';
import { sealOne } from './sending';
import type { VirtualNode } from './virtual-node';

/** The highest nonce of an account (EIP-2681). */
const MAX_NONCE = 2n ** 64n - 1n;

type Change = (state: State, account: AccountIndex) => void;

/** Sets the balance of an account at the head, wei. Throws an RPC error where `address` is none. */
export const setBalance = (node: VirtualNode, address: unknown, wei: bigint) =>
  node.chain.change(addressOf(address), (state, account) => state.setBalance(account, limbsOf(wei), 0));

/** Adds to the balance of an account at the head, wei. Throws an RPC error where the sum has more than 256 bits. */
export const addBalance = (node: VirtualNode, address: unknown, wei: bigint) =>
  node.chain.change(addressOf(address), (state, account) => {
    const sum = toBigInt(state.balance, account * LIMBS) + wei;
    if (sum >= 2n ** 256n) throw invalid('invalid argument: balance: the sum has more than 256 bits');
    state.setBalance(account, limbsOf(sum), 0);
  });

/** Sets the nonce of an account at the head. Throws an RPC error past 64 bits, and unless `mayFall`, below the nonce that it has. */
export async function setNonce(node: VirtualNode, address: unknown, nonce: unknown, mayFall: boolean): Promise<void> {
  const wanted = bigQuantityOf(nonce, 'nonce');
  if (wanted > MAX_NONCE) throw invalid('invalid argument: nonce: more than 64 bits');
  const change: Change = (state, account) => {
    if (!mayFall && wanted < state.nonce[account])
      throw new RpcError(
        RpcCode.server,
        `New nonce (${wanted}) must not be smaller than the existing nonce (${state.nonce[account]})`,
      );
    state.setNonce(account, wanted);
  };
  await node.chain.change(addressOf(address), change);
}

/** Sets the code of an account at the head. */
export const setCode = (node: VirtualNode, address: unknown, code: unknown) => {
  const bytes = hexToBytes(bytesOf(code, 'code'));
  return node.chain.change(addressOf(address), (state, account) => state.setCode(account, bytes));
};

/** Sets one slot of an account at the head. Throws an RPC error where slot or value is no word. */
export async function setStorageAt(node: VirtualNode, address: unknown, slot: unknown, value: unknown): Promise<void> {
  const key = wordOf(slot, 'slot');
  const bytes = hexToBytes(hashOf(value, 'value'));
  const word = new Uint32Array(LIMBS);
  await node.chain.change(
    addressOf(address),
    (state, account) => {
      fromBytes(hexToBytes(key), 0, 32, word, 0);
      const index = state.slots.indexOf(account, word, 0);
      state.slots.known[index] = 1;
      fromBytes(bytes, 0, 32, word, 0);
      state.setSlot(index, word, 0);
    },
    key,
  );
}

/** One address or a list of them; each change is a block of its own, whose hash stands for the transaction that Tenderly makes. */
export async function tenderlyChange(
  node: VirtualNode,
  addresses: unknown,
  change: (address: unknown) => Promise<void>,
): Promise<Hash> {
  for (const address of Array.isArray(addresses) ? addresses : [addresses]) await change(address);
  return (await sealOne(node)).block.hash;
}
