/** State of a chain as its endpoint answered it. */

import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import type { MissingState, State } from '../../evm/state/state';
import { fromBigInt } from '../../evm/words/words';
import { readFields } from '../../values/json-fields';
import { supplyMissing } from '../supply-missing';
import { CheatError } from './cheat-error';
import type { EndpointAnswers, Question } from './endpoint-answers';

/** A chain behind an endpoint, at the end of a block. */
export type ChainPlace = { url: string; number: bigint };

/** The console, which no chain is asked for. */
const CONSOLE = '0x000000000000000000636f6e736f6c652e6c6f67';

/** Returns what the endpoint is to be asked for a piece of state. */
export function questionsOf({ url, number }: ChainPlace, missing: MissingState): Question[] {
  const at = `0x${number.toString(16)}`;
  if (missing.kind === 'blockHash')
    return [{ url, method: 'eth_getBlockByNumber', params: [`0x${missing.number.toString(16)}`, false] }];
  const address = bytesToHex(missing.address);
  if (address === CONSOLE) return [];
  if (missing.kind === 'slot')
    return [{ url, method: 'eth_getStorageAt', params: [address, bytesToHex(missing.key), at] }];
  const methods = ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode'];
  return methods.map((method) => ({ url, method, params: [address, at] }));
}

/** Supplies what the chain holds there; hashes go into `hashes`. Throws `Unanswered`, and a `CheatError` where the answer is none. */
export function supplyAnswered(
  state: State,
  missing: MissingState,
  place: ChainPlace,
  answers: EndpointAnswers,
  hashes: Map<bigint, Uint8Array>,
): void {
  const values = answers.getAll(questionsOf(place, missing));
  if (values.length === 0) supplyMissing(state, missing);
  else if (missing.kind === 'blockHash') hashes.set(BigInt(missing.number), bytesOf(readFields(values[0]).hash));
  else if (missing.kind === 'slot')
    state.supplySlot(state.indexOfAddress(missing.address), missing.key, filled(bytesOf(values[0])));
  else supplyAccount(state, missing.address, values, place.url);
}

function supplyAccount(state: State, address: Uint8Array, values: readonly unknown[], url: string): void {
  const [balance, nonce] = values.slice(0, 2).map((value) => numberIn(value, url));
  const code = bytesOf(values[2]);
  const word = new Uint32Array(8);
  fromBigInt(balance, word, 0);
  const exists = balance > 0n || nonce > 0n || code.length > 0;
  state.supplyAccount(address, { balance: word, nonce, code, exists }, code.length === 0);
}

function numberIn(value: unknown, url: string): bigint {
  try {
    return BigInt(String(value));
  } catch {
    throw new CheatError(`${url} answered what is no number.`);
  }
}

function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string' || !/^0x([\da-f]{2})*$/i.test(value))
    throw new CheatError('the endpoint answered what are no bytes');
  return hexToBytes(value as Hex);
}

function filled(value: Uint8Array): Uint8Array {
  const full = new Uint8Array(32);
  full.set(value.subarray(0, 32), 32 - Math.min(32, value.length));
  return full;
}
