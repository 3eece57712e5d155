import { expect, test } from 'vitest';
import { parseSignature, selectorOf, signatureOf } from '../../../src/core/abi/signature';
import { loadSignatureTable } from '../../../src/core/abi/signature-table';
import generated from '../../../src/core/abi/signatures.gen.json';
import type { Hash, Selector } from '../../../src/core/chain/primitives';

test('knows the methods everybody calls, with names and return values', async () => {
  const table = await loadSignatureTable();
  expect(table.functions('0xa9059cbb' as Selector)).toEqual([
    {
      selector: '0xa9059cbb',
      signature: 'transfer(address to, uint256 value) returns (bool)',
      origin: 'signatureTable',
    },
  ]);
  expect(table.errors('0xe450d38c' as Selector)[0]?.signature).toMatch(/^ERC20InsufficientBalance\(/);
  expect(table.functions('0x00000001' as Selector)).toEqual([]);
  expect(table.functions('constructor' as Selector)).toEqual([]);
});

test('gives both events of the Transfer topic, and none for a topic that only starts like it', async () => {
  const table = await loadSignatureTable();
  const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef' as Hash;
  expect(table.events(topic)).toHaveLength(2);
  expect(table.events(`${topic.slice(0, -1)}0` as Hash)).toEqual([]);
});

test('has every signature under its own selector', () => {
  for (const rows of Object.values(generated)) {
    for (const [key, row] of Object.entries(rows)) {
      for (const signature of row.split('|')) {
        const parsed = parseSignature(signature);
        expect(parsed.ok && selectorOf(signatureOf(parsed.value)), signature).toBe(key);
      }
    }
  }
});

test.each([
  // Polygon (0xPolygon/bor, core/bor_fee_log.go); the others as recorded blocks of Scroll (12508462) and Taiko (182300) have them.
  ['LogTransfer', '0xe6497e3ee548a3372136af2fcb0696db31fc6cf20260707645068bd3fe97f3c4'],
  ['LogFeeTransfer', '0x4dfe1bbbcf077ddc3e01291eea2d5c70c2b422b415d95645b9adcfd678cb1d63'],
  ['L1BaseFeeUpdated', '0x351fb23757bb5ea0546c85b7996ddd7155f96b939ebaa5ff7bc49c75f27f2c44'],
  ['L1BlobBaseFeeUpdated', '0x9a14bfb5d18c4c3cf14cae19c23d7cf1bcede357ea40ca1f75cd49542c71c214'],
  ['Anchored', '0x41c3f410f5c8ac36bb46b1dccef0de0f964087c9e688795fa02ecfa2c20b3fe4'],
  ['SignalSent', '0x0ad2d108660a211f47bf7fb43a0443cae181624995d3d42b88ee6879d200e973'],
  ['ChainDataSynced', '0xde247c825b1fb2d7ff9e0e771cba6f9e757ad04479fcdc135d88ae91fd50b37d'],
])('knows %s, which a chain’s own contracts emit', async (name, topic) => {
  const table = await loadSignatureTable();
  expect(table.events(topic as Hash).map(({ signature }) => signature.split('(')[0])).toEqual([name]);
});

// Selectors by `cast sig`; as EntryPoint 0.9 and its accounts declare them (@account-abstraction/contracts).
test.each([
  ['Eip7702SenderNotDelegate', '0x9f4e4cc9'],
  ['FailedSendToBeneficiary', '0x40848e61'],
  ['ExecuteError', '0x5a154675'],
  ['InvalidPaymaster', '0xd8ccb292'],
])('knows %s, by which an EntryPoint or its account reverts', async (name, selector) => {
  const table = await loadSignatureTable();
  expect(table.errors(selector as Selector).map(({ signature }) => signature.split('(')[0])).toEqual([name]);
});

test.each([
  ['IgnoredInitCode', '0xa39bcda08ffd11bafb11c4f170ef24fc6dc1a9d1b0394d90dbd19e0b919050e9'],
  ['EIP7702AccountInitialized', '0x7c9f9ade6a03a0bba484e52df872467a270e798ffc1adab9dfaa8d0e627f0544'],
  ['SimpleAccountInitialized', '0x47e55c76e7a6f1fd8996a1da8008c1ea29699cca35e7bcd057f2dec313b6e5de'],
])('knows %s, which an EntryPoint or its account emits', async (name, topic) => {
  const table = await loadSignatureTable();
  expect(table.events(topic as Hash).map(({ signature }) => signature.split('(')[0])).toEqual([name]);
});
