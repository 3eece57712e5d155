/** State that a run on a fork stopped for, asked of the endpoint behind it. */

import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { GivenUp } from '../../evm/given-up';
import type { MissingState } from '../../evm/state/state';
import { fromBigInt } from '../../evm/words/words';
import { readFields } from '../../values/json-fields';
import { CheatError } from '../cheats/cheat-error';
import { type EndpointAnswers, type Question, Unanswered } from '../cheats/endpoint-answers';
import type { Vm } from '../cheats/vm';
import type { TestHost } from '../host';
import { supplyMissing } from '../supply-missing';

/** Precompiles and the console, which no chain is asked for. */
const OWN = /^0x(0{36}|000000000000000000636f6e736f6c652e6c6f67)/;
const NO_ENDPOINT = 'no endpoint is asked here';

/** Returns the answer, and keeps it for the next who asks. */
export async function askEndpoint(host: TestHost, answers: EndpointAnswers, question: Question): Promise<unknown> {
  try {
    return answers.get(question);
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
  }
  answers.set(question, (await host.ask?.(question)) ?? { ok: false, error: NO_ENDPOINT });
  return answers.get(question);
}

/** Supplies what the chain of the active fork holds at its block. Throws `GivenUp` with the endpoint's sentence. */
export async function supplyFromFork(vm: Vm, missing: MissingState, host: TestHost): Promise<void> {
  const { kept, state, project } = vm;
  const { url, number } = kept.forks[kept.activeFork ?? 0];
  const { answers } = project;
  const at = `0x${number.toString(16)}`;
  const ask = (method: string, params: readonly unknown[]) => {
    if (answers === undefined) throw new CheatError(NO_ENDPOINT);
    return askEndpoint(host, answers, { url, method, params });
  };
  try {
    if (missing.kind === 'blockHash') {
      const block = readFields(await ask('eth_getBlockByNumber', [`0x${missing.number.toString(16)}`, false]));
      kept.blockHashes.set(BigInt(missing.number), bytesOf(block.hash));
      return;
    }
    const address = bytesToHex(missing.address);
    if (OWN.test(address)) return supplyMissing(state, missing);
    if (missing.kind === 'slot') {
      const value = bytesOf(await ask('eth_getStorageAt', [address, bytesToHex(missing.key), at]));
      state.supplySlot(state.indexOfAddress(missing.address), missing.key, filled(value));
      return;
    }
    const [balance, nonce, code] = await Promise.all([
      ask('eth_getBalance', [address, at]),
      ask('eth_getTransactionCount', [address, at]),
      ask('eth_getCode', [address, at]),
    ]);
    const account = { balance: BigInt(String(balance)), nonce: BigInt(String(nonce)), code: bytesOf(code) };
    const word = new Uint32Array(8);
    fromBigInt(account.balance, word, 0);
    const exists = account.balance > 0n || account.nonce > 0n || account.code.length > 0;
    state.supplyAccount(missing.address, { ...account, balance: word, exists }, account.code.length === 0);
  } catch (error) {
    if (error instanceof CheatError) throw new GivenUp(error.message);
    if (error instanceof SyntaxError) throw new GivenUp(`${url} answered what is no number.`);
    throw error;
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
