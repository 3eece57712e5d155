import { expect, test } from 'vitest';
import { SourceTreeBuilder } from '../../../src/core/source/source-tree';
import { RowKind } from '../../../src/core/trace/rows';
import { target } from '../../../tools/conformance/solidity/targets';
import { runSource } from '../../helpers/source-run';

const SOURCE = `pragma solidity ^0.8.0;
library Tally {
  struct Data { uint total; }
  function fill(Data storage data, uint until) internal { while (data.total < until) data.total++; }
  function reset(Data storage data) internal { while (data.total > 0) data.total--; }
  function sum(uint n) internal pure returns (uint s) { do { s += n; n--; } while (n > 0); }
}
contract Loops {
  using Tally for Tally.Data;
  Tally.Data data;
  uint counter;
  uint odds;
  modifier filled() { while (counter < 3) counter++; _; }
  modifier drained() { _; while (odds > 0) odds--; }
  constructor() { while (counter < 2) counter++; counter = 0; }
  function burn() external { while (true) counter++; }
  function plain() public { while (counter < 5) counter++; }
  function doing() public { do counter++; while (counter < 5); }
  function asking() public { do counter++; while (more(counter)); }
  function more(uint n) internal returns (bool) { while (odds < n) odds++; return n < 4; }
  function skipping() public { for (; counter < 9;) { counter++; if (counter % 2 == 0) continue; odds++; } }
  function endless() public { for (;;) { counter++; if (counter > 4) return; } }
  function unpriced() public { unchecked { while (counter < 5) counter++; } }
  function modified() public filled drained { while (counter < 9) counter++; }
  function tallied(uint n) public { data.fill(n); data.reset(); data.fill(2 * n); data.reset(); }
  function summed(uint n) public { odds = Tally.sum(n) + Tally.sum(n + 1); }
  function counted(uint n) public { while (n > 0) n--; odds = n; }
  function nested(uint n) public { while (n > 0) { while (counter < n) counter++; n--; counter = 0; } }
  function twice() public { plain(); counter = 0; plain(); }
  function recursive(uint n) public { while (counter < n) counter++; if (n > 0) recursive(n - 1); }
  function even(uint n) public returns (bool) { while (counter < n) counter++; return n == 0 || odd(n - 1); }
  function odd(uint n) public returns (bool) { while (counter < n) counter++; return n != 0 && even(n - 1); }
  function failing(uint n) public { if (n == 0) revert(); failing(n - 1); }
  fallback() external { while (counter < 4) counter++; }
}
`;

const CALLS: readonly { name: string; args: readonly bigint[] }[] = [
  { name: 'burn', args: [] },
  { name: 'plain', args: [] },
  { name: 'doing', args: [] },
  { name: 'asking', args: [] },
  { name: 'skipping', args: [] },
  { name: 'endless', args: [] },
  { name: 'unpriced', args: [] },
  { name: 'modified', args: [] },
  { name: 'tallied', args: [3n] },
  { name: 'summed', args: [4n] },
  { name: 'counted', args: [3n] },
  { name: 'nested', args: [3n] },
  { name: 'twice', args: [] },
  { name: 'recursive', args: [3n] },
  { name: 'even', args: [3n] },
  { name: 'failing', args: [2n] },
];

/** Internal calls, with a dot for each level and a `!` where they were not left. */
const EXPECTED = {
  constructor: 'constructor!',
  fallback: 'fallback!',
  burn: 'burn!',
  plain: 'plain',
  doing: 'doing',
  asking: 'asking .more .more .more .more',
  skipping: 'skipping',
  endless: 'endless',
  unpriced: 'unpriced',
  modified: 'modified',
  tallied: 'tallied .fill .reset .fill .reset',
  summed: 'summed .sum .sum',
  counted: 'counted',
  nested: 'nested',
  twice: 'twice .plain .plain',
  recursive: 'recursive .recursive ..recursive ...recursive',
  even: 'even .odd ..even ...odd',
  failing: 'failing! .failing! ..failing!',
};

const VIA_IR = {
  ...EXPECTED,
  constructor: 'constructor',
  fallback: 'fallback',
  modified: 'modified .filled ..drained',
};

/** What the optimizer puts where it is called, or makes a loop of, has no row of its own. */
const VIA_IR_OPTIMIZED = {
  ...Object.fromEntries(Object.keys(EXPECTED).map((name) => [name, ''])),
  plain: 'plain',
  endless: 'endless',
  summed: 'sum sum',
  twice: 'plain plain',
  recursive: EXPECTED.recursive,
  even: EXPECTED.even,
  failing: 'failing!',
};

test.each([
  { optimizer: false, viaIR: false, expected: EXPECTED },
  { optimizer: true, viaIR: false, expected: EXPECTED },
  { optimizer: false, viaIR: true, expected: VIA_IR },
  { optimizer: true, viaIR: true, expected: VIA_IR_OPTIMIZED },
])('turns of a loop are no calls, optimizer $optimizer, via IR $viaIR', { timeout: 200_000 }, (compiled) => {
  const compiler = target('0.8.37', compiled.optimizer, compiled.viaIR);
  const found = Object.fromEntries([
    ['constructor', callsOf(compiler, [])],
    ['fallback', callsOf(compiler, [{ data: '0x' }])],
    ...CALLS.map((call) => [call.name, callsOf(compiler, [call])]),
  ]);
  expect(found).toEqual(compiled.expected);
});

function callsOf(compiler: ReturnType<typeof target>, calls: Parameters<typeof runSource>[3]): string {
  const run = runSource(SOURCE, 'Loops', compiler, calls);
  const builder = new SourceTreeBuilder({ ...run, steps: run.replay.steps, accesses: run.replay.accesses });
  while (!builder.run(1e9));
  const tree = builder.tree();
  const lines: string[] = [];
  for (let row = 0; row < tree.length && lines.length < 10; row++) {
    if (tree.kind[row] !== RowKind.internal) continue;
    const entry = tree.functions[tree.subject[row] ?? -1]?.entry;
    const open = (tree.endStep[row] ?? -1) < 0 ? '!' : '';
    lines.push(`${'.'.repeat((tree.depth[row] ?? 0) - 1)}${entry?.name || entry?.kind}${open}`);
  }
  return lines.join(' ');
}
