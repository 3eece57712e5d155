import { expect, test } from 'vitest';
import { compareVersions, parseTokenList } from '../../../src/core/tokens/token-list';

const entry = { chainId: 1, address: `0x${'Ab'.repeat(20)}`, name: 'Token', symbol: 'TKN', decimals: 6 };
const list = (tokens: readonly unknown[], more: object = {}) => ({
  name: 'A List',
  timestamp: '2024-01-02T03:04:05.000Z',
  version: { major: 1, minor: 2, patch: 3 },
  tokens,
  ...more,
});

test('a list has what it says of tokens, in lower case addresses', () => {
  const logoURI = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
  const parsed = parseTokenList(list([{ ...entry, logoURI, extensions: { bridgeInfo: {} } }], { keywords: ['x'] }));
  const token = { networkId: 1, address: `0x${'ab'.repeat(20)}`, name: 'Token', symbol: 'TKN', decimals: 6 };
  expect(parsed).toEqual({
    ok: true,
    value: {
      name: 'A List',
      version: [1, 2, 3],
      timestamp: Date.UTC(2024, 0, 2, 3, 4, 5),
      tokens: [{ ...token, logo: logoURI }],
      leftOut: 0,
    },
  });
});

test.each([
  ['no object', 'text'],
  ['no tokens', { ...list([]), tokens: undefined }],
  ['no version', list([entry], { version: '1.2.3' })],
  ['no time', list([entry], { timestamp: 'yesterday' })],
  ['a long name', list([entry], { name: 'x'.repeat(101) })],
  ['more than 10,000 entries', list(Array(10_001).fill(entry))],
  ['only entries that are no tokens', list([{ ...entry, address: '0x12' }])],
])('%s: refused with a sentence', (_, json) => {
  const parsed = parseTokenList(json);
  expect(parsed).toMatchObject({ ok: false, error: expect.stringMatching(/^It is .*token list.*\.$/) });
});

test('entries that are no tokens or are there twice are left out and counted; a logo that is none is not', () => {
  const others = Array.from({ length: 9_990 }, (_, at) => ({
    ...entry,
    address: `0x${(at + 1).toString(16).padStart(40, '0')}`,
  }));
  const parsed = parseTokenList(
    list([
      { ...entry, logoURI: 7 },
      { ...entry, symbol: 'AGAIN', address: entry.address.toLowerCase() },
      { ...entry, chainId: 10, symbol: 'OTHER' },
      { ...entry, chainId: 11, decimals: 256 },
      { ...entry, chainId: 12, symbol: 'x'.repeat(21) },
      { ...entry, chainId: '13' },
      null,
      ...others,
    ]),
  );
  expect(parsed.ok && parsed.value.leftOut).toBe(5);
  expect(parsed.ok && parsed.value.tokens.slice(0, 2).map(({ symbol, logo }) => [symbol, logo])).toEqual([
    ['TKN', undefined],
    ['OTHER', undefined],
  ]);
  expect(parsed.ok && parsed.value.tokens).toHaveLength(2 + 9_990);
});

test('versions are compared number by number', () => {
  expect(compareVersions([1, 10, 0], [1, 9, 5])).toBeGreaterThan(0);
  expect(compareVersions([2, 0, 0], [10, 0, 0])).toBeLessThan(0);
  expect(compareVersions([1, 2, 3], [1, 2, 3])).toBe(0);
});
