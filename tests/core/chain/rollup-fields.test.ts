import { expect, test } from 'vitest';
import { readRollupField } from '../../../src/core/chain/rollup-fields';

test('reads fields of rollups as what they are, under labels for people', () => {
  expect(readRollupField('l1Timestamp', '0x61a80880')).toEqual({
    label: 'L1 timestamp',
    value: { kind: 'seconds', seconds: 0x61a80880 },
  });
  expect(readRollupField('l1BlockNumber', '0xbc614e')).toEqual({
    label: 'L1 block',
    value: { kind: 'count', number: 12_345_678n },
  });
  expect(readRollupField('mint', '0xde0b6b3a7640000')).toEqual({
    label: 'Minted',
    value: { kind: 'amount', number: 10n ** 18n },
  });
  expect(readRollupField('l1GasPrice', '30000000000').value).toEqual({ kind: 'price', number: 30_000_000_000n });
  const address = `0x${'Ab'.repeat(20)}`;
  expect(readRollupField('refundTo', address)).toEqual({
    label: 'Refund to',
    value: { kind: 'address', address: address.toLowerCase() },
  });
  expect(readRollupField('isSystemTx', 'false').value).toEqual({ kind: 'flag', yes: false });
});

test('keeps the text of what is no such thing, and the name of what is not known', () => {
  for (const [name, text] of [
    ['l1BlockNumber', '12x'],
    ['l1BlockNumber', `0x${'f'.repeat(65)}`],
    ['l1Timestamp', '0xffffffffffffffff'],
    ['refundTo', '0x55'],
    ['isSystemTx', '1'],
    ['l1FeeScalar', '0.684'],
  ] as const)
    expect(readRollupField(name, text).value).toEqual({ kind: 'text', text });
  expect(readRollupField('newField', '0x1')).toEqual({ label: 'newField', value: { kind: 'text', text: '0x1' } });
});

test('what Celo states of a fee in a token is no bare hex', () => {
  // Block 31,071,493, index 4.
  expect(readRollupField('baseFee', '0x2583914ec')).toEqual({
    label: 'Base fee in the fee currency',
    value: { kind: 'tokenPrice', number: 10_070_070_508n },
  });
  const recipient = `0x${'ab'.repeat(20)}`;
  expect(readRollupField('gatewayFeeRecipient', recipient).value).toEqual({ kind: 'address', address: recipient });
});
