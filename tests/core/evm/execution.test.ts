import { describe, expect, test } from 'vitest';
import { BLOBS_PRAGUE, Fork } from '../../../src/core/evm/forks';
import { Halt } from '../../../src/core/evm/halt';
import { Stop } from '../../../src/core/evm/machine';
import { State } from '../../../src/core/evm/state';
import { Execution, type TransactionInput } from '../../../src/core/evm/transaction';
import { fromBigInt, toBigInt } from '../../../src/core/evm/words';

const SENDER = new Uint8Array(20).fill(0xaa);
const TARGET = new Uint8Array(20).fill(0xbb);
const OTHER = new Uint8Array(20).fill(0xcc);
const COINBASE = new Uint8Array(20).fill(0xdd);

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const limbs = (value: bigint) => {
  const word = new Uint32Array(8);
  fromBigInt(value, word, 0);
  return word;
};

function transaction(more: Partial<TransactionInput> = {}): TransactionInput {
  return {
    type: 2,
    from: SENDER,
    to: TARGET,
    nonce: 0n,
    value: 0n,
    data: new Uint8Array(0),
    gasLimit: 1_000_000n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
    accessList: [],
    maxFeePerBlobGas: 0n,
    blobHashes: [],
    authorizationList: [],
    ...more,
  };
}

function execution(state: State, more: Partial<TransactionInput> = {}): Execution {
  const block = {
    fork: Fork.prague,
    chainId: 1n,
    number: 100,
    timestamp: 1_700_000_000,
    gasLimit: 30_000_000,
    coinbase: COINBASE,
    baseFee: 7n,
    random: 1n,
    excessBlobGas: 0n,
    blobs: BLOBS_PRAGUE,
    blockHash: () => undefined,
  };
  return new Execution(state, block, transaction(more), undefined);
}

/** Supplies what is missing from `code` by address, everything else empty; counts how often it was asked. */
function run(execution: Execution, code: Record<string, string>, budget = 1_000_000): { asked: string[] } {
  const { state } = execution;
  const asked: string[] = [];
  for (let i = 0; i < 1_000_000; i++) {
    const stop = execution.run(budget);
    if (stop === Stop.done) return { asked };
    if (stop === Stop.budget) continue;
    const { missing } = state;
    if (missing?.kind === 'account') {
      const name = Buffer.from(missing.address).toString('hex');
      asked.push(`account ${name.slice(0, 2)}`);
      state.supplyAccount(missing.address, {
        balance: limbs(name.startsWith('aa') ? 10n ** 18n : 0n),
        nonce: 0n,
        code: bytes(code[name.slice(0, 2)] ?? ''),
        exists: true,
      });
    } else if (missing?.kind === 'slot') {
      asked.push(`slot ${Buffer.from(missing.key).toString('hex').slice(-2)}`);
      state.supplySlot(
        state.indexOfAddress(missing.address),
        missing.key,
        new Uint8Array(32).fill(0, 0, 31).fill(5, 31),
      );
    } else throw new Error('unexpected');
  }
  throw new Error('did not end');
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
});
