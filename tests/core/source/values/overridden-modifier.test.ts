import { expect, test } from 'vitest';
import type { StepIndex } from '../../../../src/core/evm/recording/steps';
import { FrameInSource } from '../../../../src/core/source/frame-in-source';
import { SourceTreeBuilder } from '../../../../src/core/source/source-tree';
import { localsAt } from '../../../../src/core/source/values/locals';
import { RowKind } from '../../../../src/core/trace/rows';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource } from '../../../helpers/source-run';

const SOURCE = `pragma solidity >=0.6.0;
contract Base {
  uint public written;
  modifier checked(uint a) virtual { require(a > 0); _; }
  function run(uint a) external checked(a) returns (uint r) { uint local = a + 1; written = local; r = local; }
}
contract Derived is Base {
  modifier checked(uint a) override { uint twice = a * 2; uint more = twice + 1; require(more > 0); _; }
}
`;

/** The variables at the write of `written`, in the contract `name`. */
function localsOf(name: string, version: '0.6.12' | '0.8.37'): string[] {
  const run = runSource(SOURCE, name, target(version), [{ name: 'run', args: [5n] }]);
  const frame = FrameInSource.of({ ...run, steps: run.replay.steps }, 0);
  const builder = new SourceTreeBuilder({ ...run, steps: run.replay.steps, accesses: run.replay.accesses });
  while (!builder.run(1e9));
  const tree = builder.tree();
  const call = Array.from(tree.kind).indexOf(RowKind.internal);
  const { entry } = tree.functions[tree.subject[call] ?? 0] ?? {};
  const text = 'written = local';
  const start = SOURCE.indexOf(text);
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
    expect(localsOf(contract, version)).toEqual(expect.arrayContaining(['a=5', 'local=6']));
});
