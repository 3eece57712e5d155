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
