import { expect, test } from 'vitest';
import { SourceTreeBuilder } from '../../../../src/core/source/source-tree';
import { callValues } from '../../../../src/core/source/values/call-values';
import { RowKind } from '../../../../src/core/trace/rows';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource, type SourceRun } from '../../../helpers/source-run';

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
  const values = valuesOf(run, 'mix');
  expect(values.map((value) => texts(value.arguments))).toEqual(known ? GIVEN : GIVEN.map(() => 'unknown'));
  for (const [index, value] of values.entries()) expect([LEFT[index], 'unknown']).toContain(texts(value.returns));
});

/** Nobody jumps into a constructor of the legacy generator: where its body begins, an optimizer has put what it likes. */
const POOL = `pragma solidity ^0.8.0;
contract Pool {
  address immutable factory;
  address owner;
  uint96 fee;
  constructor(address factory_, address owner_, uint96 fee_) { factory = factory_; owner = owner_; fee = fee_; }
}`;
const MADE_WITH = ['0xc6e7DF5E7b4f2A278906862b61205850344D4e7d', '0x90F79bf6EB2c4f870365E785982E1f101E93b906', 30n];

test.each([
  { optimizer: false, known: MADE_WITH.join(' ').toLowerCase() },
  { optimizer: true, known: 'unknown' },
])('arguments of a constructor are those given or unknown, optimizer $optimizer', ({ optimizer, known }) => {
  const run = runSource(POOL, 'Pool', target('0.8.37', optimizer, false), [], MADE_WITH);
  expect(valuesOf(run, '').map((value) => texts(value.arguments).toLowerCase())).toEqual([known]);
});

/** Calldata of any length and functions of other contracts take two items of the stack. */
const PAIRS = `pragma solidity ^0.8.0;
contract C {
  uint[] kept;
  function hear(uint) external {}
  function run(uint n, bytes calldata said, uint[] calldata list) external { pass(n, said, this.hear, list); }
  function pass(uint n, bytes calldata said, function (uint) external to, uint[] calldata list) internal {
    kept.push(list[n]);
    if (n > 0) { to(n); pass(n - 1, said[1:], to, list); }
  }
}`;

test.each([
  { optimizer: false, viaIR: false },
  { optimizer: true, viaIR: false },
  { optimizer: false, viaIR: true },
  { optimizer: true, viaIR: true },
])('variables of two items have them in order, optimizer $optimizer, via IR $viaIR', ({ optimizer, viaIR }) => {
  const args = [1n, '0xabcdef', [7n, 8n]];
  const run = runSource(PAIRS, 'C', target('0.8.37', optimizer, viaIR), [{ name: 'run', args }]);
  const given = valuesOf(run, 'pass').map(({ arguments: list }) =>
    list?.map(({ items, text }) => items?.length ?? text),
  );
  const hear = expect.stringMatching(/^0x(?!0{20})[\da-f]{40}\.0xa95e7a57$/);
  expect(given).toEqual([
    ['1', '0xabcdef', hear, 2],
    ['0', '0xcdef', hear, 2],
  ]);
});

function texts(list: readonly { text: string }[] | undefined): string {
  return list?.map(({ text }) => text).join(' ') ?? 'unknown';
}

/** The values of all calls of the function with this name. */
function valuesOf(run: SourceRun, name: string) {
  const builder = new SourceTreeBuilder({ ...run, steps: run.replay.steps, accesses: run.replay.accesses });
  while (!builder.run(1e9));
  const tree = builder.tree();
  return Array.from({ length: tree.length }, (_, row) => row)
    .filter((row) => tree.kind[row] === RowKind.internal)
    .map((row) => ({
      ...tree.functions[tree.subject[row] ?? 0],
      step: tree.step[row] ?? 0,
      endStep: tree.endStep[row] ?? 0,
    }))
    .flatMap(({ compilation, entry, parameterSlots = 0, returnSlots = 0, ...steps }) =>
      compilation && entry?.name === name ? [{ compilation, entry, parameterSlots, returnSlots, ...steps }] : [],
    )
    .map((call) => callValues(run.replay, call, () => undefined));
}
