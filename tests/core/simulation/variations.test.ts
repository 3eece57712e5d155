import { expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import type { PlannedStep, SimulationPlan } from '../../../src/core/simulation/plan';
import type { StepOutcome } from '../../../src/core/simulation/run';
import { effectOf, withoutOverrides } from '../../../src/core/simulation/variations';

const A = `0x${'aa'.repeat(20)}` as Address;
const slot = (digit: string) => `0x${digit.padStart(64, '0')}` as Hash;

const step = (accounts: PlannedStep['accounts'] = {}): PlannedStep => ({
  label: '',
  from: A,
  value: 0n,
  input: '0x',
  manner: 'paid',
  goesOn: false,
  accounts,
  expect: {},
});

const plan = (accounts: PlannedStep['accounts'], steps: readonly PlannedStep[] = [step()]): SimulationPlan => ({
  networkId: 1 as NetworkId,
  position: { block: 5, place: 'end' },
  blocks: [{ fields: {}, accounts, steps }],
});

test('each override is left out once, of blocks and of steps, and the others stay', () => {
  const stateDiff = { [slot('1')]: slot('2'), [slot('3')]: slot('4') };
  const varied = withoutOverrides(plan({ [A]: { balance: 1n, stateDiff } }, [step({ [A]: { nonce: 7 } })]));
  expect(varied.map(({ label }) => label)).toEqual(['Balance', 'Slot 0x1', 'Slot 0x3', 'Nonce']);
  expect(varied.map(({ plan: { blocks } }) => blocks[0]?.accounts[A])).toEqual([
    { stateDiff },
    { balance: 1n, stateDiff: { [slot('3')]: slot('4') } },
    { balance: 1n, stateDiff: { [slot('1')]: slot('2') } },
    { balance: 1n, stateDiff },
  ]);
  expect(varied.map(({ plan: { blocks } }) => blocks[0]?.steps[0]?.accounts[A])).toEqual([
    { nonce: 7 },
    { nonce: 7 },
    { nonce: 7 },
    {},
  ]);
  expect(withoutOverrides(plan({}))).toEqual([]);
});

const executed = (more: Partial<Extract<StepOutcome, { state: 'executed' }>> = {}): StepOutcome => ({
  state: 'executed',
  nonce: 0,
  gasLimit: 100_000,
  gasPrice: 1n,
  success: true,
  output: '0x' as Hex,
  gasUsed: 21_000,
  refunded: 0,
  logs: [],
  ...more,
});

test('the first step that differs is told, the worst of it first', () => {
  expect(effectOf([executed()], [executed()])).toEqual({ state: 'same', words: 'nothing differs' });
  expect(effectOf([executed()], [executed({ success: false, error: 'out of gas', gasUsed: 1 })])).toEqual({
    state: 'turns',
    words: 'it fails: out of gas',
  });
  expect(effectOf([executed(), executed()], [executed(), executed({ output: '0x01' })])).toEqual({
    state: 'changes',
    words: 'Step 2: it returns something else',
  });
  expect(effectOf([executed()], [{ state: 'invalid', reason: 'too poor' }])).toEqual({
    state: 'turns',
    words: 'it cannot be in a block: too poor',
  });
  expect(effectOf([executed()], [executed({ gasUsed: 22_000 })]).words).toBe('it uses 22,000 gas instead of 21,000');
});
