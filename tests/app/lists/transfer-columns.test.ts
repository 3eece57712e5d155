import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { tableCsv } from '../../../src/app/ui/table/table-csv';
import { transactionColumns } from '../../../src/app/views/lists/transaction-columns';
import { type TransferRow, transferColumns } from '../../../src/app/views/lists/transfer-columns';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import type { TransactionSummary } from '../../../src/core/chain/summaries';
import type { TokenStandard } from '../../../src/core/chain/token-standard';

const address = (byte: string) => `0x${byte.repeat(20)}` as Address;
const TOKEN = address('4e');

function row(standard: TokenStandard, amount: bigint, decimals: number | undefined): TransferRow {
  return {
    transfer: {
      token: TOKEN,
      standard,
      from: address('0a'),
      to: address('0b'),
      amount,
      tokenId: standard === 'ERC-20' ? undefined : 7n,
      blockNumber: 12,
      position: 0,
    },
    token: { networkId: 1 as NetworkId, address: TOKEN, standard, ...(decimals !== undefined && { decimals }) },
    summary: undefined,
  } as TransferRow;
}

function amounts(rows: readonly TransferRow[]): string[] {
  const columns = transferColumns({}, () => undefined, undefined, true, new Map(), new Map());
  const [head = '', ...lines] = tableCsv(columns, rows).trim().split('\r\n');
  const at = head.split(',').indexOf('Amount');
  return lines.map((line) => line.split(',')[at] ?? '');
}

test('a file has amounts in whole tokens, to the last digit, of items how many, and without decimals as it was sent', () => {
  expect(
    amounts([
      row('ERC-20', 1_393_000_001n, 6),
      row('ERC-20', 3n, 18),
      row('ERC-20', 10n ** 18n, undefined),
      row('ERC-1155', 40n, 6),
    ]),
  ).toEqual(['1393.000001', '0.000000000000000003', '1000000000000000000 smallest units', '40']);
});

test('an amount of ERC-6909 is counted in the decimals of its id; a file says where nobody told them', () => {
  const claim = row('ERC-6909', 1_250_000n, undefined);
  const columns = transferColumns(
    {},
    () => undefined,
    undefined,
    true,
    new Map(),
    new Map([[`${TOKEN} 7`, { decimals: 6 }]]),
  );
  const cell = columns.find(({ label }) => label === 'Amount')?.render(claim) as ReactElement<{ decimals: number }>;
  expect(cell.props.decimals).toBe(6);
  expect(tableCsv(columns, [claim]).split('\r\n')[1]?.split(',')).toContain('1.25');
  expect(amounts([claim])).toEqual(['1250000 smallest units']);
});

test('a file has value and fee of transactions and the symbol of tokens, which the table shows inside other columns', () => {
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const summary = {
    from: address('0a'),
    to: address('0b'),
    value: 4n * 10n ** 18n,
    fee: 21_000n * 10n ** 9n,
    gas: 21_000,
  };
  const columns = transactionColumns({}, () => undefined, {}, ether);
  const [head = '', line = ''] = tableCsv(columns, [summary as TransactionSummary]).split('\r\n');
  const cell = (label: string) => line.split(',')[head.split(',').indexOf(label)];
  expect([cell('Value (ETH)'), cell('Gas fee (ETH)')]).toEqual(['4', '0.000021']);
  const transfer = row('ERC-20', 1n, 18);
  const token = { ...transfer.token, symbol: 'MPL' } as TransferRow['token'];
  const [titles = '', values = ''] = tableCsv(
    transferColumns({}, () => undefined, undefined, true, new Map(), new Map()),
    [{ ...transfer, token }],
  ).split('\r\n');
  expect(values.split(',')[titles.split(',').indexOf('Symbol')]).toBe('MPL');
});

test('a column of items stands where there may be some', () => {
  const labels = (hasItems: boolean) =>
    transferColumns({}, () => undefined, undefined, hasItems, new Map(), new Map()).map(({ label }) => label);
  expect(labels(true)).toContain('Token id');
  expect(labels(false)).not.toContain('Token id');
});

test('what a token is made from and destroyed to is no address of somebody, but is in a file', () => {
  const zero = address('00');
  const made = row('ERC-20', 1n, 18);
  const { transfer } = { ...made, transfer: { ...made.transfer, from: zero, to: zero } };
  const columns = transferColumns({}, () => undefined, undefined, false, new Map(), new Map());
  const parties = columns.filter(({ label }) => label === 'From' || label === 'To');
  const shown = parties.map(({ render }) => render({ ...made, transfer }) as ReactElement<{ children: string }>);
  expect(shown.map(({ props }) => props.children)).toEqual(['minted', 'burned']);
  expect(tableCsv(columns, [{ ...made, transfer }])).toContain(`${zero},${zero}`);
});
