/** What Loupe reads of accounts, calls and nodes, one function per question. Each comment names the JSON-RPC method. */
import { array, pipe, string, transform } from 'valibot';
import { quantityHex } from '../core/chain/hex';
import type { Address, Hash, Hex } from '../core/chain/primitives';
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import { type BlockRef, blockParam, type ReadOptions } from './chain-reader';
import { isRevert } from './rpc/answers';
import { address, bigQuantity, bytes, quantity, word } from './rpc/fields';
import type { RpcError } from './rpc/problem';
import type { Rpc } from './rpc/rpc';

type Answer<T> = Promise<Result<T, Failure>>;

/** Fetches eth_getBalance, wei. */
export function fetchBalance(
  rpc: Rpc,
  address: Address,
  block: BlockRef = 'latest',
  options: ReadOptions = {},
): Answer<bigint> {
  return rpc.request('eth_getBalance', [address, blockParam(block)], bigQuantity, options);
}

/** Fetches eth_getTransactionCount: the account's next nonce. */
export function fetchNonce(
  rpc: Rpc,
  address: Address,
  block: BlockRef = 'latest',
  options: ReadOptions = {},
): Answer<number> {
  return rpc.request('eth_getTransactionCount', [address, blockParam(block)], quantity, options);
}

/** Fetches eth_getCode: runtime bytecode, `0x` for a plain account. */
export function fetchCode(
  rpc: Rpc,
  address: Address,
  block: BlockRef = 'latest',
  options: ReadOptions = {},
): Answer<Hex> {
  return rpc.request('eth_getCode', [address, blockParam(block)], bytes, options);
}

/** Fetches eth_getStorageAt: one 32-byte word. The slot is sent as 32 bytes, since some nodes refuse shorter keys. */
export function fetchStorageAt(
  rpc: Rpc,
  address: Address,
  slot: bigint,
  block: BlockRef = 'latest',
  options: ReadOptions = {},
): Answer<Hash> {
  const key = `0x${slot.toString(16).padStart(64, '0')}`;
  return rpc.request('eth_getStorageAt', [address, key, blockParam(block)], word, options);
}

export type CallRequest = {
  to: Address;
  data: Hex;
  from?: Address;
  /** Wei. */
  value?: bigint;
  gas?: number;
};

/** What a call returned, or what it reverted with (`0x` when it gave no data, or the node passes none on). */
export type CallAnswer = { reverted: false; data: Hex } | { reverted: true; data: Hex; message: string };

/** Calls a contract by eth_call. A revert is an answer, no failure. */
export function callContract(
  rpc: Rpc,
  call: CallRequest,
  block: BlockRef = 'latest',
  options: ReadOptions = {},
): Answer<CallAnswer> {
  return rpc.request('eth_call', [callParam(call), blockParam(block)], callAnswer, {
    ...options,
    answerOfError: revertOf,
  });
}

/** Reads the answer of eth_call. */
export const callAnswer = pipe(
  bytes,
  transform((data): CallAnswer => ({ reverted: false, data })),
);

/** Returns a call as eth_call takes it. */
export function callParam({ value, gas, ...rest }: CallRequest) {
  return {
    ...rest,
    ...(value === undefined ? {} : { value: quantityHex(value) }),
    ...(gas === undefined ? {} : { gas: quantityHex(gas) }),
  };
}

/** What a node is asked to sign and send by itself. Wei are bigint, gas is a number. */
export type UnsignedTransaction = { from: Address; to: Address; data: Hex; value?: bigint; gas?: number };

/** Fetches eth_accounts: whom the node signs for, at most 100. Empty on nodes that keep no keys. */
export function fetchAccounts(rpc: Rpc, options: ReadOptions = {}): Answer<readonly Address[]> {
  const schema = pipe(
    array(address),
    transform((accounts) => accounts.slice(0, 100)),
  );
  return rpc.request('eth_accounts', [], schema, options);
}

/** Sends a transaction by eth_sendTransaction: returns the hash of what the node signed with a key of its own. Never asked twice. */
export function sendFromNode(rpc: Rpc, { value, gas, ...rest }: UnsignedTransaction): Answer<Hash> {
  const transaction = {
    ...rest,
    ...(value === undefined ? {} : { value: quantityHex(value) }),
    ...(gas === undefined ? {} : { gas: quantityHex(gas) }),
  };
  return rpc.request('eth_sendTransaction', [transaction], word, { once: true, alone: true });
}

/** Returns the data of a revert. Some nodes nest the data one deeper, or write words before it. */
export function revertOf(error: RpcError): CallAnswer | undefined {
  if (!isRevert(error)) return undefined;
  const { data, message } = error;
  const nested = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data;
  const text = typeof nested === 'string' ? nested.toLowerCase() : '';
  const last = text.slice(text.lastIndexOf('0x'));
  // No group is repeated: on megabytes of data that exhausts the stack.
  const isWhole = /^0x[0-9a-f]*$/.test(last) && last.length % 2 === 0;
  return { reverted: true, data: (isWhole ? last : '0x') as Hex, message: message.slice(0, 2000) };
}

/** Fetches web3_clientVersion: the node's name and version in its own words, at most 200 characters. */
export function fetchClientVersion(rpc: Rpc, options: ReadOptions = {}): Answer<string> {
  const schema = pipe(
    string(),
    transform((text) => text.slice(0, 200)),
  );
  return rpc.request('web3_clientVersion', [], schema, options);
}
