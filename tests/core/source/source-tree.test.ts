import { expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { SYSTEM_ADDRESS } from '../../../src/core/chain/system-address';
import { Fork } from '../../../src/core/evm/rules/forks';
import { LineProfiler } from '../../../src/core/gas/line-profile';
import { SourceTreeBuilder, sourceDepthIdOf } from '../../../src/core/source/source-tree';
import { type RowIndex, RowKind } from '../../../src/core/trace/rows';
import { target } from '../../../tools/conformance/solidity/targets';
import { runSource, type SourceRun } from '../../helpers/source-run';
import { assemble, bytes, OTHER, replayUnder, TARGET } from '../evm/scene';

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

/** The tree as text: one line a row, two blanks a level; functions with a `!` where they were not left. */
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
    const open = (tree.endStep[row] ?? -1) < 0 ? '!' : '';
    const label = entry?.name || entry?.kind;
    const name = tree.kind[row] === RowKind.internal ? `${label}()${open}` : names.get(tree.kind[row] ?? -1);
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

  (compiler) => {
    const run = runSource(SOURCE, 'Bank', compiler, [{ name: 'deposit', args: [5n] }]);
    expect(textOf(run, 1e9)).toEqual(EXPECTED);
    // Slices of any length give the same.
    expect(textOf(run, 7)).toEqual(EXPECTED);
  },
);

test('a failed call stays open', () => {
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

const SHAPES = `pragma solidity >=0.4.26;
library Sums {
  function add(uint a, uint b) internal pure returns (uint) { return a + b; }
}
contract Root {
  uint root;
  constructor(uint value) public { root = helped(value); }
  function helped(uint value) internal pure returns (uint) { return value * 2; }
}
contract Middle is Root {
  constructor() Root(4) public {}
}
contract Shapes is Middle {
  using Sums for uint;
  mapping(uint => mapping(address => uint)) public marks;
  uint public count;
  constructor() public { count = helped(1); }
  function deep(uint n) public returns (uint, uint) {
    if (n == 0) return (count, 1);
    (uint a, uint b) = deep(n - 1);
    return (a.add(b), b);
  }
  function pick(bool first) public returns (uint) {
    function (uint) internal returns (uint) chosen = first ? one : two;
    return chosen(chosen(5));
  }
  function one(uint x) internal returns (uint) { return x; }
  function two(uint x) internal returns (uint) { return x; }
  function list(uint[] memory values) public pure returns (uint sum) {
    for (uint i = 0; i < values.length; i++) sum = sum.add(values[i]);
  }
  FALLBACK { count = helped(3); }
}
`;

function shapesFor(version: string): string {
  const isOld = version < '0.6';
  const fallback = isOld ? 'function () external' : 'fallback() external';
  const source = SHAPES.replace('FALLBACK', fallback);
  return version >= '0.7' ? source.replaceAll(') public {', ') {').replaceAll('Root(4) public', 'Root(4)') : source;
}

const ALL = (['0.4.26', '0.5.17', '0.6.12', '0.7.6', '0.8.37'] as const).flatMap((version) => [
  target(version),
  target(version, true),
]);

test.each(ALL)('frames of every kind, $version, optimizer $optimizer', { timeout: 200_000 }, (compiler) => {
  const source = shapesFor(compiler.version);
  const treeOf = (calls: Parameters<typeof runSource>[3]) =>
    textOf(runSource(source, 'Shapes', compiler, calls), 1e9).filter((line) => /\(\)/.test(line) || line === 'create');
  const constructed = treeOf([]);
  expect.soft(constructed).toEqual(['create', '  constructor()', '    helped()', '  constructor()!', '    helped()']);
  expect
    .soft(treeOf([{ name: 'deep', args: [2n] }]))
    .toEqual(['  deep()', '    deep()', '      deep()', '      add()', '    add()']);
  expect.soft(treeOf([{ name: 'pick', args: [false] }])).toEqual(['  pick()', '    two()', '    two()']);
  expect.soft(treeOf([{ name: 'list', args: [[1n, 2n]] }])).toEqual(['  list()', '    add()', '    add()']);
  expect.soft(treeOf([{ name: 'marks', args: [1n, `0x${'00'.repeat(20)}`] }])).toEqual(['  marks()']);
  // The newest optimizer puts short functions where they are called.
  const isInlined = compiler.version === '0.8.37' && compiler.optimizer;
  expect.soft(treeOf([{ name: 'count' }])).toEqual(isInlined ? [] : ['  count()']);
  expect.soft(treeOf([{ data: '0x' }])).toEqual(['  fallback()!', '    helped()']);
});

test('code made via IR has rows for modifiers and none for what it inlines', { timeout: 200_000 }, () => {
  const run = runSource(SOURCE, 'Bank', target('0.8.37', false, true), [{ name: 'deposit', args: [5n] }]);
  expect(textOf(run, 1e9).filter((line) => line.includes('()'))).toEqual([
    '  deposit()',
    '    counted()',
    '      twice()',
    '        add()',
    '      add()',
    '        move()',
  ]);
});

test('rows inside a frame are named after it, and the frames keep their names', () => {
  const run = runSource(SOURCE, 'Bank', target('0.8.37'), [{ name: 'deposit', args: [5n] }]);
  const builder = new SourceTreeBuilder({ ...run, steps: run.replay.steps, accesses: run.replay.accesses });
  builder.run(1e9);
  const tree = builder.tree();
  expect(Array.from({ length: tree.length }, (_, index) => sourceDepthIdOf(run.trace, tree, index))).toEqual([
    '0',
    '0.i0', // deposit
    '0.s0',
    '0.s1',
    '0.i1', // twice
    '0.i2',
    '0.i3',
    '0.s2',
    '0.0',
    '0.0.i0', // move
    '0.0.s0',
    '0.0.s1',
    '0.0.e0',
  ]);
});

test('an access keeps what the slot held before and after', () => {
  const { replay } = runSource(SOURCE, 'Bank', target('0.8.37'), [
    { name: 'deposit', args: [5n] },
    { name: 'deposit', args: [5n] },
  ]);
  const { accesses } = replay;
  const words = [0, 1, 3, 4].map((index) => [accesses.isWrite(index), accesses.wordsAt(index)]);
  expect(words).toEqual([
    [false, { before: 1n, after: 1n }], // count
    [true, { before: 1n, after: 2n }],
    [false, { before: 11n, after: 11n }], // total
    [true, { before: 11n, after: 22n }],
  ]);
});

/** The contract of Polygon's currency. */
const NATIVE = '0x0000000000000000000000000000000000001010' as Address;

test('the log of ether that moves belongs to the step that moved it, and takes no later one (EIP-7708)', () => {
  const call = (to: string) => `0 0 0 0 5 ${BigInt(`0x${to}`)} GAS CALL`;
  const code = [
    [TARGET, assemble(`${call('ee'.repeat(20))} 7 0 0 LOG1 ${call('cc'.repeat(20))} STOP`)],
    [OTHER, assemble('8 0 0 LOG1 9 0 0 LOG1 STOP')],
  ] as const;
  const replay = replayUnder(Fork.amsterdam, code, { value: 3n });
  const executed = replay.finish();
  // Other chains log it as another account.
  const trace = { ...executed, addresses: executed.addresses.map((each) => (each === SYSTEM_ADDRESS ? NATIVE : each)) };
  const { steps, accesses } = replay;
  const codeOf = (row: number) => bytes(code[row === 0 ? 0 : 1][1]);
  const isOfProtocol = (row: RowIndex) => replay.isOfProtocol(row);
  const builder = new SourceTreeBuilder({ trace, steps, accesses, sourceOf: () => undefined, codeOf, isOfProtocol });
  while (!builder.run(1e9));
  const tree = builder.tree();
  const { call: frame, log } = RowKind;
  expect(Array.from(tree.kind, (kind, row) => [kind, tree.step[row], replay.stepOf(tree.row[row] ?? -1)])).toEqual([
    [frame, -1, 0],
    [log, -1, 0],
    [frame, 7, 7],
    [log, 7, 7],
    [log, 11, 11],
    [frame, 19, 20],
    [log, 19, 19],
    [log, 23, 23],
    [log, 27, 27],
  ]);
  const profiler = new LineProfiler({ trace, steps, tree, sourceOf: () => undefined });
  while (!profiler.run());
  expect(profiler.profile().reduce((sum, { own }) => sum + own, 0)).toBe(trace.spent?.executed);
});
