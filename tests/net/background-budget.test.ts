import { expect, test } from 'vitest';
import { BackgroundBudget } from '../../src/net/rpc/background-budget';

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
      refused++;
      now = (second + 1) * 1_000;
    }
  }
  return { passed, refused };
}

/** How many calls the background sends between two times, one by one and as early as it may. */
function callsOf(budget: BackgroundBudget, from: number, to: number): number {
  let calls = 0;
  for (let now = from; now < to; now += Math.ceil(budget.pause(now))) {
    if (budget.pause(now) > 0) continue;
    budget.spend(1, now);
    calls++;
  }
  return calls;
}

test('without a refusal the background may always go, ten calls at a time', () => {
  const budget = new BackgroundBudget();
  expect([budget.pause(0), budget.batch(0)]).toEqual([0, 10]);
  for (let call = 0; call < 1_000; call++) budget.spend(1, call);
  expect(budget.pause(1_000)).toBe(0);
});

test('after refusals it keeps well below the limit, and still gets on', () => {
  const budget = new BackgroundBudget();
  run(budget, 25, 1_000_000, 5);
  const { passed, refused } = run(budget, 25, 1_005_000, 20);
  expect(refused).toBe(0);
  expect(passed / 20).toBeGreaterThan(6);
  expect(passed / 20).toBeLessThanOrEqual(12.5);
});

test('a refusal of calls that kept to the share lowers the rate by three tenths, and not to a share of the share', () => {
  const budget = new BackgroundBudget();
  for (let call = 0; call < 10; call++) budget.spend(1, 1 + call * 99);
  expect(budget.refused(1_000, 1_060)?.callsPerSecond).toBe(10);
  expect(callsOf(budget, 5_000, 6_000)).toBeLessThanOrEqual(5);
  expect(budget.refused(6_001, 6_050)?.callsPerSecond).toBeCloseTo(7);
});

test('what the screen takes the background pays back bit by bit, and is never stopped', () => {
  const budget = new BackgroundBudget();
  for (let call = 0; call < 50; call++) budget.spend(1, 1_000 + call);
  budget.refused(1_100, 1_100);
  expect(budget.learnt()).toEqual({ callsPerSecond: 50, learntAt: 1_100 });
  expect(budget.pause(1_100)).toBe(50);
  // Of 20 calls a second, 8 are paid back and 12 go on, until the 20 that were taken are paid.
  budget.pause(2_000);
  budget.spend(20, 2_000, true);
  const inDebt = callsOf(budget, 2_000, 4_500);
  expect(inDebt).toBeGreaterThanOrEqual(29);
  expect(inDebt).toBeLessThanOrEqual(35); // what was saved up, and twelve a second
  expect(callsOf(budget, 4_500, 5_500)).toBeGreaterThanOrEqual(19);
});

test('pages that are opened one after another leave it a trickle, and do not lower its rate', () => {
  const budget = new BackgroundBudget();
  for (let call = 0; call < 25; call++) budget.spend(1, 1 + call * 39);
  expect(budget.refused(1_000, 1_060)?.callsPerSecond).toBe(25);
  const from = 5_000;
  const openings = 7;
  let calls = 0;
  for (let opening = 0; opening < openings; opening++) {
    const at = from + opening * 2_400;
    // Within 900 ms the page asks 65 calls, of which the last are refused; then it is read.
    for (let part = 0; part < 5; part++) {
      budget.spend(13, at + part * 200, true);
      budget.noteUrgent(at + part * 200);
    }
    expect(budget.refused(at + 801, at + 860)).toBeUndefined();
    budget.noteUrgent(at + 900);
    calls += callsOf(budget, at + 900, at + 2_400);
  }
  expect(calls / (openings * 2.4)).toBeGreaterThanOrEqual(3);
  expect(budget.learnt()?.callsPerSecond).toBe(25);
});

test('requests that are refused together count once, and a further refusal lowers the rate', () => {
  const budget = new BackgroundBudget();
  for (let call = 0; call < 20; call++) budget.spend(1, 1_000 + call);
  expect(budget.refused(1_020, 1_080)?.callsPerSecond).toBe(20);
  expect(budget.refused(1_021, 1_081)).toBeUndefined();
  for (let call = 0; call < 100; call++) budget.spend(1, 3_000 + call);
  expect(budget.refused(3_100, 3_150)?.callsPerSecond).toBeCloseTo(14);
});

test('the rate is never less than one call a second, and rises again with the minutes', () => {
  const budget = new BackgroundBudget();
  expect(budget.refused(1_000, 1_000)?.callsPerSecond).toBe(1);
  const after = (minutes: number) => {
    const now = 1_000 + minutes * 60_000;
    budget.spend(1, now);
    return budget.pause(now);
  };
  expect(after(1)).toBeGreaterThan(after(30));
});

test('it waits a moment after a call of another lane', () => {
  const budget = new BackgroundBudget();
  budget.noteUrgent(1_000);
  expect([budget.pause(1_000), budget.pause(1_149), budget.pause(1_150)]).toEqual([150, 1, 0]);
  expect(budget.pause(1_000, 0), 'where no page asks').toBe(0);
});

test('the newer of two learnt rates counts', () => {
  const budget = new BackgroundBudget();
  budget.adopt({ callsPerSecond: 10, learntAt: 5 });
  budget.adopt({ callsPerSecond: 90, learntAt: 4 });
  expect(budget.learnt()?.callsPerSecond).toBe(10);
});
