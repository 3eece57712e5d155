/** What deployed code says of its compiler, and which settings are worth a try. */
import { expect, test } from 'vitest';
import { parseHex } from '../../../../src/core/chain/hex';
import { evmVersionText, readCodeFacts } from '../../../../src/core/contract/verification/code-facts';

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

test.each([
  [{ compilerVersion: '0.8.24', usesPush0: false, evmVersion: 'constantinople' }, 'constantinople to paris'],
  [{ compilerVersion: '0.8.24', usesPush0: true, evmVersion: 'shanghai' }, 'shanghai or later'],
  [{ compilerVersion: '0.8.17', usesPush0: false, evmVersion: 'constantinople' }, 'constantinople or later'],
  [{ compilerVersion: '0.8.20', usesPush0: false, evmVersion: undefined }, 'paris or older'],
])('%o was made for %s', (facts, words) => {
  expect(evmVersionText(facts)).toBe(words);
});
