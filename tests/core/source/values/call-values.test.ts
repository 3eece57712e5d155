import { expect, test } from 'vitest';
import { SourceTreeBuilder } from '../../../../src/core/source/source-tree';
import { callValues } from '../../../../src/core/source/values/call-values';
import { RowKind } from '../../../../src/core/trace/rows';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource } from '../../../helpers/source-run';

/** `mix` calls itself, so it is not inlined; `spare` is never used. */
const SOURCE = `pragma solidity ^0.8.0;
contract C {
  uint[] kept;
  function run(uint a) public returns (uint sum) {
    for (uint i = 0; i < a; i++) sum += mix(a + 1, i + 30, i + 2);
  }
  function mix(uint x, uint spare, uint y) internal returns (uint) {
    kept.push(x * y);
    if (y > 2) return mix(x + 1, kept.length, y - 1) + y;
    return x + y;
  }
}`;

const GIVEN = ['3 30 2', '3 31 3', '4 2 2'];
const LEFT = ['5', '9', '6'];

test.each([
  { optimizer: false, viaIR: false, known: true },
  { optimizer: true, viaIR: false, known: true },
  { optimizer: false, viaIR: true, known: true },
  { optimizer: true, viaIR: true, known: false },
])('arguments are those given or unknown, optimizer $optimizer, via IR $viaIR', ({ optimizer, viaIR, known }) => {
  const run = runSource(SOURCE, 'C', target('0.8.37', optimizer, viaIR), [{ name: 'run', args: [2n] }]);
  const builder = new SourceTreeBuilder({ ...run, steps: run.replay.steps, accesses: run.replay.accesses });
  while (!builder.run(1e9));
  const tree = builder.tree();
  const calls = Array.from({ length: tree.length }, (_, row) => row)
    .filter((row) => tree.kind[row] === RowKind.internal)
    .map((row) => ({
      ...tree.functions[tree.subject[row] ?? 0],
      step: tree.step[row] ?? 0,
      endStep: tree.endStep[row] ?? 0,
    }))
    .flatMap(({ compilation, entry, parameterSlots = 0, returnSlots = 0, ...steps }) =>
      compilation && entry?.name === 'mix' ? [{ compilation, entry, parameterSlots, returnSlots, ...steps }] : [],
    );
  const values = calls.map((call) => callValues(run.replay, call, () => undefined));
  const texts = (list: readonly { text: string }[] | undefined) => list?.map(({ text }) => text).join(' ') ?? 'unknown';
  expect(values.map((value) => texts(value.arguments))).toEqual(known ? GIVEN : GIVEN.map(() => 'unknown'));
  for (const [index, value] of values.entries()) expect([LEFT[index], 'unknown']).toContain(texts(value.returns));
});
