/** Our machine on a workload: creation first, then `run(rounds)`, which is what counts. */

import type { Machine } from '../../../src/core/evm/machine';
import { BLOBS_CANCUN, Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { Execution } from '../../../src/core/evm/transaction/execution';
import {
  FREE_TRANSACTION,
  intrinsicGas,
  type TransactionInput,
} from '../../../src/core/evm/transaction/transaction-input';
import { Replay } from '../../../src/core/replay/replay';
import { PLAIN_BLOCK } from '../../memory-chain';

const BLOCK = { ...PLAIN_BLOCK, fork: Fork.cancun, gasLimit: 1e12, blobs: BLOBS_CANCUN };
export const CALLER = new Uint8Array(20).fill(0xaa);
export const GAS = 1_000_000_000;

function transaction(to: Uint8Array | undefined, data: Uint8Array, nonce: bigint): TransactionInput {
  return {
    ...FREE_TRANSACTION,
    from: CALLER,
    to,
    nonce,
    data,
    gasLimit: BigInt(GAS),
  };
}

/** Runs to the end; every account not made by the workload is empty. */
function finish(engine: Execution | Replay, state: State): void {
  for (;;) {
    const stop = engine.run(1 << 20);
    if (stop === Stop.done) return;
    if (stop === Stop.missing && state.missing?.kind === 'account') {
      const none = { balance: new Uint32Array(8), nonce: 0n, code: new Uint8Array(0), exists: false };
      state.supplyAccount(state.missing.address, none);
    } else if (stop === Stop.missing) throw new Error(`missing ${state.missing?.kind}`);
  }
}

function deployed(creation: Uint8Array): { state: State; to: Uint8Array } {
  const state = new State();
  const execution = new Execution(state, BLOCK, transaction(undefined, creation, 0n), undefined, true);
  finish(execution, state);
  const to = execution.result?.created;
  if (to === undefined) throw new Error('the workload was not created');
  return { state, to };
}

/** Returns `run(uint256)` with its argument. */
export function calldata(rounds: number): Uint8Array {
  const data = new Uint8Array(36);
  data.set([0xa4, 0x44, 0xf5, 0xe9]);
  new DataView(data.buffer).setUint32(32, rounds);
  return data;
}

/** `gasUsed`: of the instructions alone, before refunds. */
export type Measured = { milliseconds: number; gasUsed: number };

function gasOf(machine: Machine | undefined, input: TransactionInput): number {
  return GAS - intrinsicGas(input, BLOCK.fork).intrinsic - Number(machine?.gasLeft);
}

/** Executes without keeping anything. */
export function execute(creation: Uint8Array, rounds: number): Measured {
  const { state, to } = deployed(creation);
  const input = transaction(to, calldata(rounds), 1n);
  const start = performance.now();
  const execution = new Execution(state, BLOCK, input, undefined, true);
  finish(execution, state);
  const milliseconds = performance.now() - start;
  if (execution.result?.success !== true) throw new Error('the workload failed');
  return { milliseconds, gasUsed: gasOf(execution.machine, input) };
}

/** Executes and keeps rows, steps and checkpoints. */
export function record(creation: Uint8Array, rounds: number): Measured & { replay: Replay } {
  const { state, to } = deployed(creation);
  const input = transaction(to, calldata(rounds), 1n);
  const start = performance.now();
  const replay = new Replay(state, BLOCK, input, undefined, true);
  finish(replay, state);
  const milliseconds = performance.now() - start;
  if (replay.result?.success !== true) throw new Error('the workload failed');
  return { milliseconds, gasUsed: gasOf(replay.execution.machine, input), replay };
}
