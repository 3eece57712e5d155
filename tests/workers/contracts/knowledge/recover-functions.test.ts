import 'fake-indexeddb/auto';
// Loads the WebAssembly from a file, which the code under test would fetch.
import 'evmole';
import { expect, test } from 'vitest';
import type { Hex } from '../../../../src/core/chain/primitives';
import { KnownSignatures } from '../../../../src/workers/contracts/knowledge/known-signatures';
import { recoverFunctions } from '../../../../src/workers/contracts/knowledge/recover-functions';
import { newestSolc } from '../../../helpers/solc';

const SOURCE = `contract Shop {
  mapping(address => uint256) balances;
  function balanceOf(address who) external view returns (uint256) { return balances[who]; }
  function transfer(address to, uint256 amount) external { balances[to] += amount; }
  function nobodyKnowsThisName(uint8[] calldata list) external payable { balances[msg.sender] = list[0]; }
}`;

test('recovers selectors, types and mutability, and names those the bundled table knows', async () => {
  const input = {
    language: 'Solidity',
    sources: { 'a.sol': { content: SOURCE } },
    settings: { optimizer: { enabled: true }, outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } } },
  };
  const output = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  const code = `0x${output.contracts['a.sol'].Shop.evm.deployedBytecode.object}` as Hex;
  const recovered = await recoverFunctions(code, new KnownSignatures());
  if (!recovered.ok) throw new Error(recovered.error.message);
  const bySelector = new Map(recovered.value.map((each) => [each.selector as string, each]));
  expect(bySelector.get('0x70a08231')).toMatchObject({ types: 'address', stateMutability: 'view' });
  expect(bySelector.get('0x70a08231')?.candidates[0]?.text).toMatch(/^balanceOf\(address/);
  expect(bySelector.get('0xa9059cbb')?.candidates[0]).toMatchObject({
    text: expect.stringMatching(/^transfer\(address/),
    origin: 'signatureTable',
  });
  expect(recovered.value).toHaveLength(3);
  expect(recovered.value.find(({ candidates }) => candidates.length === 0)).toMatchObject({
    types: 'uint8[]',
    stateMutability: 'payable',
  });
});

test('finds all functions of optimised code via IR, and none in code that has none', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `made${at}`);
  const body = names.map((name, at) => `function ${name}(uint256 a) external { kept[a] = ${at}; }`).join('\n');
  const compiled = (content: string) => {
    const outputSelection = { '*': { '*': ['evm.deployedBytecode.object', 'evm.methodIdentifiers'] } };
    const settings = { optimizer: { enabled: true }, viaIR: true, outputSelection };
    const input = { language: 'Solidity', sources: { 'a.sol': { content } }, settings };
    return JSON.parse(newestSolc().compile(JSON.stringify(input))).contracts['a.sol'].Many.evm;
  };
  const recover = async (object: string) => {
    const recovered = await recoverFunctions(`0x${object}`, new KnownSignatures());
    return recovered.ok ? recovered.value.map(({ selector }) => selector.slice(2)).sort() : recovered.error;
  };
  const many = compiled(`contract Many { mapping(uint256 => uint256) kept; ${body} }`);
  expect(await recover(many.deployedBytecode.object)).toEqual(Object.values(many.methodIdentifiers).sort());
  const none = compiled('contract Many { uint256 kept; fallback() external payable { kept++; } }');
  expect(await recover(none.deployedBytecode.object)).toEqual([]);
});

test('finds nothing in what is no contract, and refuses what is too large', async () => {
  expect(await recoverFunctions('0x00', new KnownSignatures())).toEqual({ ok: true, value: [] });
  const large = await recoverFunctions(`0x${'00'.repeat(200_001)}`, new KnownSignatures());
  expect(large).toMatchObject({ ok: false, error: { code: 'tooLarge' } });
});
