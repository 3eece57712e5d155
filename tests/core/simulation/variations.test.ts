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

test('slots that were placed by a name go by it, all slots of one name together', () => {
  const stateDiff = { [slot('1')]: slot('2'), [slot('3')]: slot('4'), [slot('5')]: slot('6') };
  const named = (key: string, name: string) => ({ block: 0, address: A, key: slot(key), value: slot('0'), name });
  const varied = withoutOverrides(plan({ [A]: { stateDiff } }), [
    named('1', 'paused = true'),
    named('5', 'paused = true'),
  ]);
  expect(varied.map(({ label }) => label)).toEqual(['paused = true', 'Slot 0x3']);
  expect(varied[0]?.plan.blocks[0]?.accounts[A]).toEqual({ stateDiff: { [slot('3')]: slot('4') } });
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

test('a failure says what it reverted with: Error(string), a panic, the selector of another error', () => {
  const failed = (output: Hex) => executed({ success: false, error: 'execution reverted', output });
  const words = (output: Hex) => effectOf([executed()], [failed(output)]).words;
  // cast calldata "Error(string)" paused; cast calldata "Panic(uint256)" 0x11
  const text = `${'20'.padStart(64, '0')}${'6'.padStart(64, '0')}${'706175736564'.padEnd(64, '0')}`;
  expect(words(`0x08c379a0${text}`)).toBe('it fails: execution reverted: paused');
  expect(words(`0x4e487b71${'11'.padStart(64, '0')}`)).toMatch(/^it fails: execution reverted: .*overflow/i);
  expect(words('0x12345678')).toBe('it fails: execution reverted: error 0x12345678');
  expect(words('0x')).toBe('it fails: execution reverted');
});

test('numbers that are later by as much as the block move with it; any other number is a change', () => {
  const word = (value: number): string => value.toString(16).padStart(64, '0');
  const emitted = (...values: number[]) =>
    executed({ logs: [{ address: A, topics: [slot('1')], data: `0x${values.map(word).join('')}` } as never] });
  const later = { blocks: 10, seconds: 120 };
  const effect = (...values: number[]) => effectOf([emitted(7, 100, 5_000)], [emitted(...values)], later).state;
  expect(effect(7, 110, 5_120)).toBe('moves');
  expect(effect(7, 110, 5_121)).toBe('changes');
  expect(effect(7, 100, 5_000)).toBe('same');
  expect(effectOf([emitted(1)], [emitted(11)]).state).toBe('changes');
});
