/** Allocation bombs: gas that pays for more memory than a worker has. */
import { expect, test } from 'vitest';
import { GivenUp } from '../../../src/core/evm/given-up';
import { Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { Execution } from '../../../src/core/evm/transaction/execution';
import { assemble, BLOCK, supplyMissing, transaction } from './scene';

/** As an endpoint may state it: no block bounds it. */
const RICH = { gasLimit: 10n ** 13n, isIncluded: true, maxFeePerGas: 7n, maxPriorityFeePerGas: 0n };

function run(code: string, gasLimit = RICH.gasLimit): Execution {
  const execution = new Execution(
    new State(),
    { ...BLOCK, fork: Fork.prague, baseFee: 0n },
    transaction({ ...RICH, gasLimit, maxFeePerGas: 0n }),
    undefined,
  );
  while (execution.run(1_000_000) !== Stop.done) supplyMissing(execution.state, { bb: assemble(code) });
  return execution;
}

test('one memory that no worker has room for ends the execution', () => {
  expect(() => run('0 900000000 MSTORE')).toThrow(GivenUp);
});

test('so do many that call each other', () => {
  // Each frame takes 64 MB and calls itself.
  expect(() => run('0 67108000 MSTORE 0 0 0 0 0 ADDRESS GAS CALL')).toThrow(GivenUp);
});

test('memory of a call that ended is free again', () => {
  // A frame with calldata takes 64 MB and ends; one without calls such a one sixteen times.
  const call = '0 0 1 0 0 ADDRESS GAS CALL POP ';
  const execution = run(`CALLDATASIZE @leaf JUMPI ${call.repeat(16)} STOP :leaf 0 67108000 MSTORE STOP`);
  expect(execution.result?.success).toBe(true);
});

test('where a block bounds the gas, it is gas that ends it', () => {
  const execution = run('0 900000000 MSTORE', 100_000_000n);
  expect(execution.result).toMatchObject({ success: false, gasUsed: 100_000_000 });
});
