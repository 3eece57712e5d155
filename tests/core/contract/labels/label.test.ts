import { expect, test } from 'vitest';
import type { Address, NetworkId } from '../../../../src/core/chain/primitives';
import { labelOf } from '../../../../src/core/contract/labels/label';
import { formatLabels, parseLabels } from '../../../../src/core/contract/labels/label-file';

const networkId = 1 as NetworkId;
const address = `0x${'ab'.repeat(20)}` as Address;
const file = (labels: unknown) => JSON.stringify({ format: 'loupe labels', version: 1, labels });

test('what is written is read again', () => {
  const labels = [{ networkId, address, name: 'Treasury \u202e "cold"' }];
  expect(parseLabels(formatLabels(labels))).toEqual({ ok: true, value: labels });
  expect(parseLabels(formatLabels([]))).toEqual({ ok: true, value: [] });
});

test('blanks are put right, and addresses are in lower case', () => {
  expect(labelOf(' a \n\t b ')).toBe('a b');
  const parsed = parseLabels(file([{ networkId: 1, address: address.toUpperCase().replace('0X', '0x'), name: ' x ' }]));
  expect(parsed).toEqual({ ok: true, value: [{ networkId, address, name: 'x' }] });
});

test.each([
  ['', 'The file is not valid JSON: it was cut short or is of another kind.'],
  [file([]).slice(0, -4), 'The file is not valid JSON: it was cut short or is of another kind.'],
  ['[]', 'The file holds no labels of Loupe.'],
  ['{"labels":[]}', 'The file holds no labels of Loupe.'],
  [
    '{"format":"loupe labels","version":2,"labels":[]}',
    'The file is of version 2, which a newer Loupe wrote; this one reads version 1.',
  ],
  [file([null]), 'Entry 1 of the file: it is no label.'],
  [
    file([
      { networkId, address, name: 'a' },
      { networkId, address: '0x12', name: 'b' },
    ]),
    'Entry 2 of the file: address is no address.',
  ],
  [file([{ networkId: 0, address, name: 'a' }]), 'Entry 1 of the file: networkId is no chain id.'],
  [file([{ networkId, address, name: ' ' }]), 'Entry 1 of the file: name is empty.'],
  [file([{ networkId, address, name: 'x'.repeat(65) }]), 'Entry 1 of the file: name is longer than 64 characters.'],
  [
    file([
      { networkId, address, name: 'a' },
      { networkId, address, name: 'b' },
    ]),
    `Entry 2 of the file gives ${address} a second name.`,
  ],
])('a damaged file %j says what is wrong', (text, error) => {
  expect(parseLabels(text)).toEqual({ ok: false, error });
});
