import { expect, test } from 'vitest';
import { stepIndex } from '../../../src/core/evm/recording/steps';
import { rangeAt } from '../../../src/core/source/compiled/code-map';
import { calleeAt } from '../../../src/core/source/merged-callee';
import { SourceTreeBuilder } from '../../../src/core/source/source-tree';
import { functionVariables } from '../../../src/core/source/values/function-variables';
import { RowKind } from '../../../src/core/trace/rows';
import { target } from '../../../tools/conformance/solidity/targets';
import { runSource } from '../../helpers/source-run';

/** Sets of words and of numbers, whose functions are the same code. */
const SOURCE = `pragma solidity ^0.8.0;
library Sets {
  struct Words { bytes32[] kept; }
  struct Numbers { Words inner; }
  function put(Words storage set, bytes32 word) internal returns (bool) { set.kept.push(word); return set.kept.length > 1; }
  function add(Words storage set, bytes32 value) internal returns (bool done) { for (uint i; i < 2; i++) done = put(set, value); }
  function add(Numbers storage set, uint256 value) internal returns (bool done) { for (uint i; i < 2; i++) done = put(set.inner, bytes32(value)); }
}
contract C {
  using Sets for *;
  Sets.Words words;
  Sets.Numbers numbers;
  bool done;
  function run() external { done = words.add(bytes32(uint256(7))); done = numbers.add(9); }
}`;

test.each([false, true])('a call is of the function that its text names, optimizer %s', (optimizer) => {
  const run = runSource(SOURCE, 'C', target('0.8.37', optimizer), [{ name: 'run' }]);
  const { steps, accesses } = run.replay;
  const builder = new SourceTreeBuilder({ ...run, steps, accesses });
  while (!builder.run(1e9));
  const tree = builder.tree();
  const contract = run.compilation.contracts.find(({ name }) => name === 'C');
  if (contract?.runtime === undefined) throw new Error('no code');
  const { compilation } = run;
  const types: string[] = [];
  const entries = new Set<number>();
  for (let row = 0; row < tree.length; row++) {
    const entered = tree.functions[tree.subject[row] ?? -1]?.entry;
    if (tree.kind[row] !== RowKind.internal || entered?.name !== 'add') continue;
    entries.add(entered.id);
    const place = rangeAt(contract.runtime, steps.pc(stepIndex(tree.step[row] ?? 0)));
    if (place === undefined) throw new Error('no place');
    const { parameters } = functionVariables(compilation, calleeAt(compilation, contract, place, entered));
    types.push(parameters.map(({ type }) => type.name).join());
  }
  expect(types).toEqual(['struct Sets.Words,bytes32', 'struct Sets.Numbers,uint256']);
  // One of them alone is entered where the optimizer runs.
  expect(entries.size).toBe(optimizer ? 1 : 2);
});
