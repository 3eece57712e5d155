/** Settings as metadata states them, and as the compiler takes them. */
import { expect, test } from 'vitest';
import { draftSettings, standardSettings } from '../../../../src/core/contract/verification/compiler-settings';
import { newestSolc } from '../../../helpers/solc';

test('metadata of code without auxdata is input that the compiler takes', () => {
  const solc = newestSolc();
  const compile = (settings: object) => {
    const outputSelection = { '*': { '*': ['metadata', 'evm.deployedBytecode.object'] } };
    const input = {
      language: 'Solidity',
      sources: { 'A.sol': { content: 'contract A { uint public a; }' } },
      settings: { ...settings, outputSelection },
    };
    return JSON.parse(solc.compile(JSON.stringify(input))).contracts['A.sol'].A;
  };
  const deployed = compile({ metadata: { appendCBOR: false } });
  const stated = JSON.parse(deployed.metadata).settings;
  expect(stated.metadata.bytecodeHash).toBe('ipfs');
  const again = standardSettings(draftSettings('0.8.37', stated), () => undefined);
  expect(again.ok && compile(again.value).evm.deployedBytecode.object).toBe(deployed.evm.deployedBytecode.object);
});

test('settings of the metadata are kept where there is auxdata', () => {
  const settings = draftSettings('0.8.37', { metadata: { bytecodeHash: 'none', useLiteralContent: true } });
  expect(JSON.parse(settings.further)).toEqual({ metadata: { bytecodeHash: 'none', useLiteralContent: true } });
});
