import { expect, test } from 'vitest';
import type { StepIndex } from '../../../../src/core/evm/recording/steps';
import { textOfRange } from '../../../../src/core/source/compiled/source-file';
import { SourceStopsBuilder } from '../../../../src/core/source/debug/source-stops';
import { callRunning, entrySteps, movesBetweenStops } from '../../../../src/core/source/debug/stop-moves';
import { SourceTreeBuilder } from '../../../../src/core/source/source-tree';
import { RowKind } from '../../../../src/core/trace/rows';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource, type SourceCall } from '../../../helpers/source-run';

const SOURCE = `pragma solidity >=0.5.0;
contract Token {
  uint total;
  function move(uint amount) public returns (uint) {
    total += amount;
    return total;
  }
}
contract Bank {
  uint count;
  Token token = new Token();
  modifier counted() { count += 1; _; }
  function deposit(uint amount) public counted returns (uint) {
    uint sum = twice(amount) + 1;
    for (uint i = 0; i < 2; i++) sum += i;
    if (sum > 100) {
      sum = 100;
    }
    token.move(
      sum
    );
    return sum;
  }
  function sums(uint[] calldata list) external pure returns (uint) {
    uint sum = list[0];
    sum += list[1];
    sum += list[2];
    return sum;
  }
  function leaves(uint times) external {
    uint k = times;
    while (k > 0) {
      k--;
      if (k == 2) continue;
      if (k == 1) break;
      count = k;
    }
    if (times == 4) return;
    assembly {
      for { } lt(k, 9) { k := add(k, 1) } {
        if eq(k, 2) { break }
      }
    }
    count = k;
  }
  function twice(uint amount) internal pure returns (uint) {
    return amount + amount;
  }
}
`;

const DEPOSIT = { name: 'deposit', args: [5n] };

function stopsOf(compiler: ReturnType<typeof target>, call: SourceCall = DEPOSIT, slice = 1e9) {
  const run = runSource(SOURCE, 'Bank', compiler, [call]);
  const input = { ...run, steps: run.replay.steps, accesses: run.replay.accesses };
  const builder = new SourceTreeBuilder(input);
  while (!builder.run(1e9));
  const tree = builder.tree();
  const stopping = new SourceStopsBuilder(input, tree);
  while (!stopping.run(slice));
  const stops = stopping.stops();
  const text = (at: number) => {
    const { compilation, range } = stops.statements[stops.statement[at] ?? 0] as (typeof stops.statements)[number];
    const file = compilation.files.get(range.file);
    return file ? textOfRange(file, range.start, range.length).replace(/\s+/g, ' ') : '';
  };
  return { run, tree, stops, text, entries: entrySteps(tree) };
}

const EXPECTED = [
  'count += 1',
  'uint sum = twice(amount) + 1',
  'return amount + amount',
  '}',
  'uint i = 0',
  'i < 2',
  'sum += i',
  'i++',
  'i < 2',
  'sum += i',
  'i++',
  'i < 2',
  'sum > 100',
  'token.move( sum )',
  'total += amount',
  'return total',
  '}',
  'return sum',
  '}',
];

test.each([target('0.5.17'), target('0.7.6'), target('0.8.37'), target('0.8.37', true)])(
  'execution comes to each statement once, $version',

  (compiler) => {
    const { stops, text } = stopsOf(compiler);
    expect(Array.from(stops.step, (_, at) => text(at))).toEqual(EXPECTED);
    expect([...stopsOf(compiler, DEPOSIT, 7).stops.step]).toEqual([...stops.step]);
  },
);

test('via IR, execution comes in their order to the statements that have code', () => {
  const textsOf = (optimizer: boolean) => {
    const { stops, text } = stopsOf(target('0.8.37', optimizer, true));
    return Array.from(stops.step, (_, at) => text(at));
  };
  // To return a variable takes only the order of the stack.
  expect(textsOf(false)).toEqual(EXPECTED.filter((text) => text !== 'return sum'));
  expect(textsOf(true)).toEqual([
    'return amount + amount',
    'i < 2',
    'sum += i',
    'i < 2',
    'sum += i',
    'i < 2',
    'sum > 100',
    'token.move( sum )',
  ]);
});

test('code that statements share is of none of them', () => {
  const { stops, text } = stopsOf(target('0.8.37', true), { name: 'sums', args: [[1n, 2n, 3n]] });
  // Of the return no instruction is left.
  expect(Array.from(stops.step, (_, at) => text(at))).toEqual([
    'uint sum = list[0]',
    'sum += list[1]',
    'sum += list[2]',
    '}',
  ]);
});

test.each([target('0.8.37'), target('0.7.6'), target('0.8.37', true)])(
  'a break, a continue or a return is come to where it is made, $version $optimizer',
  (compiler) => {
    const leaving = (times: bigint) => {
      const { stops, text } = stopsOf(compiler, { name: 'leaves', args: [times] });
      return Array.from(stops.step, (_, at) => text(at)).filter((each) =>
        /^(continue|break|return|count = k)/.test(each),
      );
    };
    // k is 3, 2, 1; then times is not 4, and the assembly counts from 1 to 2.
    expect(leaving(5n)).toEqual(['count = k', 'count = k', 'continue', 'break', 'break', 'count = k']);
    expect(leaving(4n)).toEqual(['count = k', 'continue', 'break', 'return;']);
    expect(leaving(2n)).toEqual(['break', 'break', 'count = k']);
  },
);

test('from a statement one goes into, over, up and out of calls', () => {
  const { run, tree, stops, text, entries } = stopsOf(target('0.8.37'));
  const step = (statement: string) => stops.step[Array.from(stops.step, (_, at) => text(at)).indexOf(statement)] ?? -1;
  const from = (statement: string) => {
    const at = step(statement);
    const call = callRunning(tree, entries, run.replay.steps, at);
    const moves = movesBetweenStops(stops, tree, call, at);
    return Object.fromEntries(Object.entries(moves).map(([move, to]) => [move, text(stops.step.indexOf(to))]));
  };
  expect(from('count += 1')).toEqual({ next: EXPECTED[1] });
  expect(from('uint sum = twice(amount) + 1')).toEqual({
    previous: 'count += 1',
    next: 'return amount + amount',
    over: 'uint i = 0',
  });
  // A function that calls nothing is not stepped over line by line.
  expect(from('return amount + amount')).toEqual({
    previous: 'uint sum = twice(amount) + 1',
    next: '}',
    up: 'uint sum = twice(amount) + 1',
    out: 'uint i = 0',
  });
  expect(from('token.move( sum )')).toMatchObject({ next: 'total += amount', over: 'return sum' });
  expect(from('total += amount')).toMatchObject({ up: 'token.move( sum )', out: 'return sum' });
  expect(from('return sum')).toEqual({ previous: '}', next: '}' });
});

test('via IR, one goes into, over and out of calls as well', () => {
  const { run, tree, stops, text, entries } = stopsOf(target('0.8.37', false, true));
  const texts = Array.from(stops.step, (_, at) => text(at));
  const from = (statement: string) => {
    const at = stops.step[texts.indexOf(statement)] ?? -1;
    const moves = movesBetweenStops(stops, tree, callRunning(tree, entries, run.replay.steps, at), at);
    return Object.fromEntries(Object.entries(moves).map(([move, to]) => [move, texts[stops.step.indexOf(to)]]));
  };
  expect(from('uint sum = twice(amount) + 1')).toMatchObject({ next: 'return amount + amount', over: 'uint i = 0' });
  expect(from('return amount + amount')).toMatchObject({ out: 'uint i = 0' });
  expect(from('token.move( sum )')).toMatchObject({ next: 'total += amount' });
});

test('the running call is found at every step as by looking at all rows', { timeout: 120_000 }, () => {
  const { run, tree, entries } = stopsOf(target('0.8.37'));
  const { steps } = run.replay;
  for (let step = 0; step < steps.length; step++) {
    const frame = steps.frame(step as StepIndex);
    const running = Array.from({ length: tree.length }, (_, row) => row).findLast(
      (row) =>
        tree.kind[row] === RowKind.internal &&
        tree.row[row] === frame &&
        (tree.step[row] as number) < step &&
        ((tree.endStep[row] as number) < 0 || (tree.endStep[row] as number) >= step),
    );
    const found = callRunning(tree, entries, steps, step);
    expect(tree.kind[found] === RowKind.internal ? found : undefined, `step ${step}`).toBe(running);
  }
});
