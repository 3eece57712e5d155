import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runSuite } from '../../tools/conformance/run';
import { suite as abiJson } from '../../tools/conformance/suites/abi-json';
import { suite as ethersVectors } from '../../tools/conformance/suites/ethers-vectors';

/** A data directory with these files; names that end in .gz are deflated. */
function dataWith(files: Readonly<Record<string, unknown>>): string {
  const data = mkdtempSync(join(tmpdir(), 'loupe-vectors-'));
  for (const [path, value] of Object.entries(files)) {
    mkdirSync(dirname(join(data, path)), { recursive: true });
    const text = JSON.stringify(value);
    writeFileSync(join(data, path), path.endsWith('.gz') ? gzipSync(text) : text);
  }
  return data;
}

const word = (value: number) => value.toString(16).padStart(64, '0');

test('judges ABI vectors by decoding and by encoding', async () => {
  const vector = (encoded: string, value: string) => ({
    name: `uint8 ${value}`,
    type: '(uint8)',
    verbose: { type: 'object', value: [{ type: 'number', value }] },
    encoded: `0x${encoded}`,
  });
  const cases = [vector(word(5), '5'), vector(word(5), '6'), vector(`${word(5)}00`, '5'), vector(word(256), '256')];
  const report = await runSuite(ethersVectors, dataWith({ 'ethers-vectors/abi.json.gz': cases }));
  expect(report).toMatchObject({ passed: 1, failed: 3 });
  expect(report.failures[0]?.reason).toBe('value[0]: expected 6, got 5');
});

test('judges names, hashes and units', async () => {
  const report = await runSuite(
    ethersVectors,
    dataWith({
      'ethers-vectors/namehash.json': [
        {
          name: 'good',
          ensName: 'eth',
          namehash: '0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae',
        },
        { name: 'refused', ensName: 'a b', error: 'space' },
        { name: 'wrong', ensName: 'eth', namehash: `0x${word(1)}` },
      ],
      'ethers-vectors/units.json': [
        { name: 'one', wei: '1000000000000000000', ether: '1.0', ether_format: '1.0' },
        { name: 'off', wei: '1', ether: '1.0' },
      ],
    }),
  );
  expect(report).toMatchObject({ passed: 3, failed: 2, skipped: 0 });
});

test('judges each entry of an ABI, the selectors beside it, and RLP', async () => {
  const abi = [
    {
      type: 'function',
      name: 'transfer',
      inputs: [{ type: 'address' }, { type: 'uint256' }],
      stateMutability: 'nonpayable',
    },
    { type: 'event', name: 'Sent', inputs: [{ type: 'address', indexed: true }] },
  ];
  const report = await runSuite(
    abiJson,
    dataWith({
      'abi-json/good.json': { abi, methodIdentifiers: { 'transfer(address,uint256)': 'a9059cbb' } },
      'abi-json/wrong.json': { abi, methodIdentifiers: { 'transfer(address,uint256)': 'a9059cbc' } },
      'abi-json/odd.json': [{ type: 'function', inputs: [{ type: 'uint7' }], name: 'f', stateMutability: 'pure' }],
      'abi-json/rlp.json': { dog: { in: 'dog', out: '83646f67' }, cat: { in: 'cat', out: '83646f67' } },
      'abi-json/nothing.json': { a: 1 },
    }),
  );
  expect(report.failures.map(({ name }) => name).sort()).toEqual([
    'nothing.json',
    'odd.json function f(uint7)',
    'rlp.json cat',
    'wrong.json',
  ]);
  expect(report.passed).toBe(7);
});
