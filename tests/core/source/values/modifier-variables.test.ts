import { expect, test } from 'vitest';
import type { StepIndex } from '../../../../src/core/evm/recording/steps';
import { FrameInSource } from '../../../../src/core/source/frame-in-source';
import { SourceTreeBuilder } from '../../../../src/core/source/source-tree';
import { localsAt } from '../../../../src/core/source/values/locals';
import { RowKind } from '../../../../src/core/trace/rows';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource } from '../../../helpers/source-run';

const OVERRIDDEN = `pragma solidity >=0.6.0;
contract Base {
  uint public written;
  modifier checked(uint a) virtual { require(a > 0); _; }
  function run(uint a) external checked(a) returns (uint r) { uint local = a + 1; written = local; r = local; }
}
contract Derived is Base {
  modifier checked(uint a) override { uint twice = a * 2; uint more = twice + 1; require(more > 0); _; }
}
`;

const PARAMETERS = `pragma solidity >=0.4.20;
contract C {
  uint stored;
  modifier within(uint low, uint high) {
    uint middle = (low + high) / 2;
    require(low < high);
    _;
    stored = middle;
  }
  modifier counted(uint count) {
    uint next = count + 1;
    _;
    stored = next;
  }
  function run(uint a) public within(a, a + 100) counted(a + 5) returns (uint r) {
    uint x = a * 2;
    uint y = x + 3;
    r = x * y;
    stored = r;
  }
}
`;

/** The variables where \`text\` begins, in a call of \`run(5)\` of the contract \`name\`. */
function localsOf(source: string, name: string, version: Parameters<typeof target>[0], text: string): string[] {
  const run = runSource(source, name, target(version), [{ name: 'run', args: [5n] }]);
  const frame = FrameInSource.of({ ...run, steps: run.replay.steps }, 0);
  const builder = new SourceTreeBuilder({ ...run, steps: run.replay.steps, accesses: run.replay.accesses });
  while (!builder.run(1e9));
  const tree = builder.tree();
  const call = Array.from(tree.kind).indexOf(RowKind.internal);
  const { entry } = tree.functions[tree.subject[call] ?? 0] ?? {};
  const start = source.indexOf(text);
  const at = Array.from({ length: frame?.length ?? 0 }, (_, index) => index).find(
    (index) => frame?.range(index)?.start === start && frame.range(index)?.length === text.length,
  );
  const state = run.replay.at((frame?.steps.step[at ?? -1] ?? -1) as StepIndex);
  const position = frame?.range(at ?? -1);
  if (state === undefined || position === undefined || entry === undefined) throw new Error('nothing ran there');
  const known = { slotNames: () => undefined, bases: frame?.contract.bases ?? [] };
  const answer = localsAt(state, run.compilation, entry, tree.label[call] ?? 0, position, known);
  return answer.known ? answer.locals.map(({ value }) => `${value.name}=${value.text}`) : [];
}

test.each(['0.6.12', '0.8.37'] as const)('variables lie above those of the modifier that overrides, %s', (version) => {
  for (const contract of ['Base', 'Derived'])
    expect(localsOf(OVERRIDDEN, contract, version, 'written = local')).toEqual(
      expect.arrayContaining(['a=5', 'local=6']),
    );
});

test.each(['0.4.26', '0.5.17', '0.8.37'] as const)('variables of modifiers and of their function, %s', (version) => {
  const at = (text: string) => localsOf(PARAMETERS, 'C', version, text);
  expect(at('require(low < high)')).toEqual(['low=5', 'high=105', 'middle=55']);
  expect(at('stored = r')).toEqual(['a=5', 'r=130', 'x=10', 'y=13']);
  expect(at('stored = next')).toEqual(['count=10', 'next=11']);
  expect(at('stored = middle')).toEqual(['low=5', 'high=105', 'middle=55']);
});
