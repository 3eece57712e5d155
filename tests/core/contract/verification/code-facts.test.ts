/** What deployed code says of its compiler, and which settings are worth a try. */
import { expect, test } from 'vitest';
import { parseHex } from '../../../../src/core/chain/hex';
import { readCodeFacts } from '../../../../src/core/contract/verification/code-facts';
import { likelySettings } from '../../../../src/core/contract/verification/compiler-settings';
import { emptySettings } from '../../../../src/core/contract/verification/draft';

const IPFS = '1220'.padEnd(68, 'a');
const codeOf = (hex: string) => parseHex(hex) ?? new Uint8Array(0);
/** `{ ipfs: …, solc: 0.8.30 }` and its length. */
const SOLC = `a26469706673582 2${IPFS}64736f6c634300081e0033`.replace(' ', '');

test('the closing map names the compiler and the metadata', () => {
  const facts = readCodeFacts(codeOf(`5f5c${'fe'}${SOLC}`));
  expect(facts).toMatchObject({
    language: 'Solidity',
    compilerVersion: '0.8.30',
    usesPush0: true,
    evmVersion: 'cancun',
  });
  expect(facts.metadata).toEqual({ kind: 'ipfs', hash: IPFS });
});

test('old code names its metadata only', () => {
  const facts = readCodeFacts(codeOf(`6000fe00a165627a7a72305820${'cd'.repeat(32)}0029`));
  expect(facts.metadata).toEqual({ kind: 'bzzr0', hash: 'cd'.repeat(32) });
  expect(facts.compilerVersion).toBeUndefined();
  expect(facts.evmVersion).toBeUndefined();
});

test('data of PUSH is no opcode, and code without a map says nothing', () => {
  expect(readCodeFacts(codeOf('605f'))).toEqual({
    length: 2,
    language: undefined,
    evmVersion: undefined,
    usesPush0: false,
  });
  expect(readCodeFacts(new Uint8Array(0)).length).toBe(0);
});

test('settings to try begin with what the code says, each other than the present ones', () => {
  const facts = readCodeFacts(codeOf(`60005500fe${SOLC}`));
  const tries = likelySettings({ ...emptySettings, compilerVersion: '0.8.28', optimizer: true, runs: '1000' }, facts);
  expect(tries.map(({ label }) => label).slice(0, 4)).toEqual([
    'solc 0.8.30',
    'runs 200',
    'optimizations No',
    'EVM version paris',
  ]);
  expect(
    tries.some(
      ({ settings }) =>
        settings.runs === '1000' &&
        settings.optimizer &&
        settings.compilerVersion === '0.8.28' &&
        !settings.viaIR &&
        settings.evmVersion === 'default',
    ),
  ).toBe(false);
});
