import { describe, expect, test } from 'vitest';
import { Halt } from '../../../src/core/evm/frames/halt';
import { EMPTY_WATCHER, type Watcher } from '../../../src/core/evm/recording/watcher';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { Execution } from '../../../src/core/evm/transaction/execution';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { toBigInt } from '../../../src/core/evm/words/words';
import { assemble, BLOCK, COINBASE, limbs, OTHER, SENDER, supplyMissing, TARGET, transaction } from './scene';

function execution(state: State, more: Partial<TransactionInput> = {}): Execution {
  return new Execution(state, BLOCK, transaction(more), undefined);
}

/** Runs to the end in slices of `budget` steps; answers what was missing on the way. */
function run(execution: Execution, code: Record<string, string>, budget = 1_000_000): { asked: string[] } {
  const asked: string[] = [];
  for (;;) {
    const stop = execution.run(budget);
    if (stop === Stop.done) return { asked };
    if (stop === Stop.missing) asked.push(supplyMissing(execution.state, code));
  }
}

describe('an execution', () => {
  test('stops where state is missing and goes on from there', () => {
    // SLOAD 1, SLOAD 2, ADD, return the sum
    const executed = execution(new State());
    const { asked } = run(executed, { bb: '6001546002540160005260206000f3' });
    expect(asked).toEqual(['account aa', 'account dd', 'account bb', 'slot 01', 'slot 02']);
    expect(Buffer.from(executed.result?.output ?? []).toString('hex')).toBe(`${'00'.repeat(31)}0a`);
    // 21000, two cold SLOADs, and 24 for five PUSHes, ADD, MSTORE and the word of memory
    expect(executed.result?.gasUsed).toBe(21000 + 2 * 2100 + 8 * 3);
  });

  test('gives the same result in slices of one step', () => {
    const code = '60015460025401600052600060006000600060007fcccccccccccccccccccccccccccccccccccccccc5af15060206000f3';
    const whole = execution(new State());
    const sliced = execution(new State());
    run(whole, { bb: code, cc: '6001600155' });
    run(sliced, { bb: code, cc: '6001600155' }, 1);
    expect(sliced.result).toEqual(whole.result);
  });

  test('hands calldata to calls without a copy, which no gas would pay for', () => {
    const inputs: Uint8Array[] = [];
    const watcher: Watcher = {
      ...EMPTY_WATCHER,
      enter: ({ depth, input }) => {
        if (depth > 0) inputs.push(input);
        return 0;
      },
    };
    const call = '0 0 1048576 0 CALLER GAS STATICCALL POP';
    const bb = assemble(`0 1048544 MSTORE ${call} ${call} STOP`);
    run(new Execution(new State(), BLOCK, transaction({ gasLimit: 3_000_000n }), watcher), { bb });
    expect(inputs.map(({ length }) => length)).toEqual([1 << 20, 1 << 20]);
    expect(inputs[0]?.buffer).toBe(inputs[1]?.buffer);
  });

  test('undoes what a failed call did', () => {
    // call cc, which writes slot 1 and then fails; then read slot 1 of cc stays 5
    const state = new State();
    const executed = execution(state);
    const call = '6000600060006000600073cccccccccccccccccccccccccccccccccccccccc61fffff160005260206000f3';
    run(executed, { bb: call, cc: '6007600155fe' });
    expect(executed.result?.success).toBe(true);
    expect(Buffer.from(executed.result?.output ?? []).toString('hex')).toBe('00'.repeat(32));
    const cc = state.indexOfAddress(OTHER);
    const slot = state.slots.indexOf(cc, limbs(1n), 0);
    expect(toBigInt(state.slots.current, slot << 3)).toBe(5n);
  });

  test('takes the fee from the sender and pays the tip to the coinbase', () => {
    const state = new State();
    const executed = execution(state, { value: 3n });
    run(executed, {});
    expect(executed.result?.gasUsed).toBe(21000);
    expect(toBigInt(state.balance, state.indexOfAddress(SENDER) << 3)).toBe(10n ** 18n - 3n - 21000n * 8n);
    expect(toBigInt(state.balance, state.indexOfAddress(COINBASE) << 3)).toBe(21000n);
    expect(toBigInt(state.balance, state.indexOfAddress(TARGET) << 3)).toBe(3n);
  });

  test('charges at least the floor of EIP-7623', () => {
    const executed = execution(new State(), { data: new Uint8Array(1000).fill(1) });
    run(executed, {});
    expect(executed.result?.gasUsed).toBe(21000 + 40 * 1000);
  });

  test('refuses a call whose gas limit is below the floor, as go-ethereum does', () => {
    const call = (gasLimit: bigint) => {
      const data = new Uint8Array(1000).fill(1);
      const free = { data, gasLimit, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
      const executed = new Execution(new State(), BLOCK, transaction(free), undefined, true);
      run(executed, {});
      return executed.invalid ?? executed.result?.gasUsed;
    };
    expect(call(60_999n)).toBe('insufficient gas for floor data gas cost');
    expect(call(61_000n)).toBe(61_000);
  });

  test('refuses what cannot be in a block, and says why', () => {
    const reasonOf = (more: Partial<TransactionInput>) => {
      const refused = execution(new State(), more);
      run(refused, {});
      return refused.invalid;
    };
    expect(reasonOf({ nonce: 4n })).toBe('nonce too high');
    expect(reasonOf({ gasLimit: 20000n })).toBe('intrinsic gas too low');
    expect(reasonOf({ maxFeePerGas: 6n })).toBe('max fee per gas less than block base fee');
    expect(reasonOf({ value: 10n ** 19n })).toBe('insufficient funds for gas * price + value');
  });

  test('ends a program that needs more stack than there is', () => {
    const executed = execution(new State());
    run(executed, { bb: '5b600160005600' }); // pushes one item a round, for ever
    expect(executed.result?.halt).toBe(Halt.stackOverflow);
    expect(executed.result?.gasUsed).toBe(1_000_000);
  });

  test('gives back each unit of gas of a call that moves ether, however much there is', () => {
    const caller = assemble(`0 0 0 0 1 0x${'cc'.repeat(20)} ${2n ** 256n - 1n} CALL STOP`);
    for (const gasLimit of [1_000_000n, 2n ** 53n, 2n ** 58n, 2n ** 63n - 1n])
      for (const steps of [1, 2, 3]) {
        const free = { value: 1n, gasLimit, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
        const executed = new Execution(
          new State(),
          { ...BLOCK, baseFee: 0n, gasLimit: 2 ** 64 },
          transaction(free),
          undefined,
        );
        run(executed, { bb: caller, cc: `${'5b'.repeat(steps)}00` });
        // 21,000; seven PUSHes; a cold account, and ether that moves, without the stipend of 2,300; a JUMPDEST is 1.
        expect(executed.result?.gasUsed, `${steps} of ${gasLimit}`).toBe(21_000 + 7 * 3 + 2600 + 9000 - 2300 + steps);
      }
  });
});
