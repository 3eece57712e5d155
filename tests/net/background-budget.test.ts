import { expect, test } from 'vitest';
import { type BackgroundBudget, createBackgroundBudget } from '../../src/net/rpc/background-budget';

/** An endpoint that passes so many calls in each full second and refuses the others until it ends, asked by the background without rest. */
function run(
  budget: BackgroundBudget,
  limit: number,
  from: number,
  seconds: number,
): { passed: number; refused: number } {
  let passed = 0;
  let refused = 0;
  let second = -1;
  let room = 0;
  for (let now = from; now < from + seconds * 1_000; now += Math.max(5, Math.ceil(budget.pause(now)))) {
    if (budget.pause(now) > 0) continue;
    if (Math.floor(now / 1_000) !== second) room = limit;
    second = Math.floor(now / 1_000);
    const calls = budget.batch(now);
    budget.spend(calls, now);
    if (calls <= room) {
      room -= calls;
      passed += calls;
    } else {
      budget.refused(now, now + 1);
      refused += 1;
      now = (second + 1) * 1_000;
    }
  }
  return { passed, refused };
}

test('without a refusal the background may always go, ten calls at a time', () => {
  const budget = createBackgroundBudget();
  expect([budget.pause(0), budget.batch(0)]).toEqual([0, 10]);
  for (let call = 0; call < 1_000; call++) budget.spend(1, call);
  expect(budget.pause(1_000)).toBe(0);
});

test('after refusals it keeps well below the limit, and still gets on', () => {
  const budget = createBackgroundBudget();
  run(budget, 25, 1_000_000, 5);
  const { passed, refused } = run(budget, 25, 1_005_000, 20);
  expect(refused).toBe(0);
  expect(passed / 20).toBeGreaterThan(6);
  expect(passed / 20).toBeLessThanOrEqual(12.5);
});

test('what the screen takes is not there for the background, and is made up for in time', () => {
  const budget = createBackgroundBudget();
  for (let call = 0; call < 50; call++) budget.spend(1, 1_000 + call);
  budget.refused(1_100, 1_100);
  expect(budget.learnt()).toEqual({ callsPerSecond: 50, learntAt: 1_100 });
  expect(budget.pause(1_100)).toBe(50);
  for (let call = 0; call < 20; call++) budget.spend(1, 2_000);
  const pause = budget.pause(2_000);
  expect(pause).toBeGreaterThan(700);
  expect(pause).toBeLessThan(1_000);
  expect(budget.pause(2_000 + pause)).toBe(0);
});

test('requests that are refused together count once, and a further refusal lowers the rate', () => {
  const budget = createBackgroundBudget();
  for (let call = 0; call < 20; call++) budget.spend(1, 1_000 + call);
  expect(budget.refused(1_020, 1_080)?.callsPerSecond).toBe(20);
  expect(budget.refused(1_021, 1_081)).toBeUndefined();
  for (let call = 0; call < 100; call++) budget.spend(1, 3_000 + call);
  expect(budget.refused(3_100, 3_150)?.callsPerSecond).toBeCloseTo(14);
});

test('the rate is never less than one call a second, and rises again with the minutes', () => {
  const budget = createBackgroundBudget();
  expect(budget.refused(1_000, 1_000)?.callsPerSecond).toBe(1);
  const after = (minutes: number) => {
    const now = 1_000 + minutes * 60_000;
    budget.spend(1, now);
    return budget.pause(now);
  };
  expect(after(1)).toBeGreaterThan(after(30));
});

test('it waits a moment after a call of another lane', () => {
  const budget = createBackgroundBudget();
  budget.noteUrgent(1_000);
  expect([budget.pause(1_000), budget.pause(1_149), budget.pause(1_150)]).toEqual([150, 1, 0]);
});

test('the newer of two learnt rates counts', () => {
  const budget = createBackgroundBudget();
  budget.adopt({ callsPerSecond: 10, learntAt: 5 });
  budget.adopt({ callsPerSecond: 90, learntAt: 4 });
  expect(budget.learnt()?.callsPerSecond).toBe(10);
});
