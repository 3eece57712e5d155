/** Fields of arguments show what the encoder gets. */
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ArgumentField } from '../../../src/app/views/calls/ArgumentField';
import { AmountUnitsProvider } from '../../../src/app/views/calls/function-help';
import { type AbiType, compileType } from '../../../src/core/abi/abi-type';
import type { AmountUnit } from '../../../src/core/chain/units';
import { type MountedAt, mountAt } from '../ui/mount-at';

let mounted: MountedAt | undefined;
let encoded = '';
afterEach(() => mounted?.unmount());

function Argument({ type, first, units }: { type: AbiType; first: string; units: readonly AmountUnit[] }) {
  const [text, setText] = useState(first);
  encoded = text;
  return (
    <AmountUnitsProvider value={units}>
      <ArgumentField type={type} path={type.name} text={text} suggestions={[]} problem={undefined} onText={setText} />
    </AmountUnitsProvider>
  );
}

function open(parameter: { name: string; type: string }, first: string, units: readonly AmountUnit[] = []): void {
  const type = compileType(parameter);
  if (type === undefined) throw new Error('the type is known');
  mounted = mountAt({ path: '/field', pattern: '/field' }, <Argument type={type} first={first} units={units} />);
}

test('a token that is called like the choice of no unit changes no amount', async () => {
  open({ name: 'amount', type: 'uint256' }, '0', [{ symbol: 'exact', decimals: 18 }]);
  const amount = page.getByRole('textbox', { name: /^amount/ });
  await userEvent.fill(amount, '5');
  expect(encoded).toBe('5');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Unit of amount' }), 'exact (10^18)');
  await userEvent.fill(amount, '5');
  expect(encoded).toBe('5000000000000000000');
});

test('hex is a number of the smallest unit, and none of another', async () => {
  open({ name: 'amount', type: 'uint256' }, '0x10', [{ symbol: 'TKN', decimals: 1 }]);
  const amount = page.getByRole('textbox', { name: /^amount/ });
  await expect.element(amount).toHaveValue('0x10');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Unit of amount' }), 'TKN');
  await expect.element(amount).toHaveValue('1.6');
  expect(encoded).toBe('0x10');
  await userEvent.fill(amount, '0x20');
  expect(encoded).toBe('0x20 TKN');
  await expect.element(amount).toHaveValue('0x20');
});

test('a text that is neither true nor false is not shown as one of them', async () => {
  open({ name: 'isOpen', type: 'bool' }, '1');
  const choice = page.getByRole('combobox', { name: /^isOpen/ });
  await expect.element(choice).toHaveValue('1');
  await userEvent.selectOptions(choice, 'false');
  expect(encoded).toBe('false');
});
