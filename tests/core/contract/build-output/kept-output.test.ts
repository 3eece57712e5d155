/** Which parts of a compiler's output are kept, of the output of a real compiler. */
import { expect, test } from 'vitest';
import { withoutListings } from '../../../../src/core/contract/build-output/kept-output';
import { newestSolc } from '../../../helpers/solc';

// A parameter with a dynamic type is read by generated code.
const CONTENT = 'contract A { function f(uint[] calldata a) external pure returns (uint) { return a[0]; } }';

test('all but listings of the code, and trees of generated code', () => {
  const settings = { outputSelection: { '*': { '': ['ast'], '*': ['*'] } } };
  const input = { language: 'Solidity', sources: { 'A.sol': { content: CONTENT } }, settings };
  const output = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  const { evm, ...contract } = output.contracts['A.sol'].A;
  const { assembly, legacyAssembly, bytecode, deployedBytecode, ...others } = evm;
  const [generated] = deployedBytecode.generatedSources;
  expect([assembly, legacyAssembly, bytecode.opcodes, generated.ast]).not.toContain(undefined);

  const kept = withoutListings(output) as typeof output;
  expect(kept.sources).toEqual(output.sources);
  const { evm: keptEvm, ...keptContract } = kept.contracts['A.sol'].A;
  expect(keptContract).toEqual(contract);
  const { opcodes: _, generatedSources: __, ...code } = deployedBytecode;
  const { id, language, name, contents } = generated;
  expect(Object.keys(keptEvm).sort()).toEqual(['bytecode', 'deployedBytecode', ...Object.keys(others)].sort());
  expect(keptEvm).toMatchObject(others);
  expect(keptEvm.deployedBytecode).toEqual({ ...code, generatedSources: [{ id, language, name, contents }] });
});

test('what is no output of a compiler is as it was', () => {
  for (const output of [undefined, null, 'text', [1], {}, { contracts: [] }, { contracts: { a: { b: { evm: 1 } } } }])
    expect(withoutListings(output)).toEqual(output);
});
