import { expect, test } from 'vitest';
import { SourceTreeBuilder } from '../../../src/core/source/source-tree';
import { RowKind } from '../../../src/core/trace/rows';
import { target } from '../../../tools/conformance/solidity/targets';
import { runSource, type SourceRun } from '../../helpers/source-run';

const SOURCE = `pragma solidity >=0.5.0;
library Sums {
  function add(uint a, uint b) internal pure returns (uint) { return a + b; }
}
contract Token {
  event Moved(uint amount);
  uint total;
  function move(uint amount) public { total += amount; emit Moved(amount); }
}
contract Bank {
  using Sums for uint;
  uint count;
  Token token = new Token();
  modifier counted() { count += 1; _; }
  function deposit(uint amount) public counted returns (uint) {
    uint sum = twice(amount).add(1);
    token.move(sum);
    return sum;
  }
  function twice(uint amount) internal pure returns (uint) { return amount.add(amount); }
}
`;

/** The tree as text: one line a row, two blanks a level. */
function textOf(run: SourceRun, slice: number): string[] {
  const builder = new SourceTreeBuilder({
    trace: run.trace,
    steps: run.replay.steps,
    accesses: run.replay.accesses,
    sourceOf: run.sourceOf,
    codeOf: run.codeOf,
  });
  while (!builder.run(slice));
  const tree = builder.tree();
  const names = new Map<number, string>([
    [RowKind.call, 'call'],
    [RowKind.create, 'create'],
    [RowKind.log, 'log'],
    [RowKind.storageRead, 'read'],
    [RowKind.storageWrite, 'write'],
  ]);
  return Array.from({ length: tree.length }, (_, row) => {
    const entry = tree.functions[tree.subject[row] ?? -1]?.entry;
    const name = tree.kind[row] === RowKind.internal ? `${entry?.name}()` : names.get(tree.kind[row] ?? -1);
    return `${'  '.repeat(tree.depth[row] ?? 0)}${name}`;
  });
}

const EXPECTED = [
  'call',
  '  deposit()',
  '    read', // count
  '    write',
  '    twice()',
  '      add()',
  '    add()',
  '    read', // token
  '    call',
  '      move()',
  '        read', // total
  '        write',
  '        log',
];

test.each([target('0.5.17'), target('0.7.6'), target('0.8.37')])(
  'internal calls and accesses stand among the calls, $version',
  { timeout: 120_000 },
  (compiler) => {
    const run = runSource(SOURCE, 'Bank', compiler, [{ name: 'deposit', args: [5n] }]);
    expect(textOf(run, 1e9)).toEqual(EXPECTED);
    // Slices of any length give the same.
    expect(textOf(run, 7)).toEqual(EXPECTED);
  },
);

test('a failed call stays open', { timeout: 120_000 }, () => {
  const source = `pragma solidity ^0.8.0;
contract C {
  function f(uint x) public pure { g(x); }
  function g(uint x) internal pure { require(x > 10); }
}`;
  const run = runSource(source, 'C', target('0.8.37'), [{ name: 'f', args: [1n] }]);
  const builder = new SourceTreeBuilder({ ...run, steps: run.replay.steps, accesses: run.replay.accesses });
  builder.run(1e9);
  const { kind, endStep } = builder.tree();
  expect([...kind]).toEqual([RowKind.call, RowKind.internal, RowKind.internal]);
  expect([...endStep]).toEqual([-1, -1, -1]);
});
