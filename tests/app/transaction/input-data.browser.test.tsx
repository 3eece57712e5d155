/** The decoded input, of which units of tokens become known after it is shown. */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { InputData } from '../../../src/app/views/transaction/InputData';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { RowDetail } from '../../../src/workers/trace/rows.api';
import type { MountedAt } from '../ui/mount-at';
import { mountTraceless } from './mount-view';
import { minedReceipt, minedTransaction } from './records';

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

const amount: Decoded = {
  kind: 'integer',
  type: 'uint256',
  name: 'amount',
  text: '123456789012345678901234',
  length: 24,
};
const detailOf = (inputs: readonly Decoded[]) => ({ inputs }) as unknown as RowDetail;
const inUnits = { ...amount, token: { decimals: 18, symbol: 'GLD' } };

/** Makes the units known. */
let learn = () => {};

function Late() {
  const [inputs, setInputs] = useState([amount, amount, amount]);
  learn = () => flushSync(() => setInputs([inUnits, inUnits, inUnits]));
  return (
    <div style={{ width: 330 }}>
      <InputData detail={detailOf(inputs)} />
      <p id="below">Below</p>
    </div>
  );
}

test('keeps its room when units become known, until the reader acts in it', async () => {
  const transaction = minedTransaction();
  page = mountTraceless(<Late />, { transaction, receipt: minedReceipt(), origin: 'endpoint', fetchedAt: 0 } as never);
  const { element } = page;
  const top = () => element.querySelector('#below')?.getBoundingClientRect().top;
  await expect.poll(() => element.textContent).toContain('123,456,789,012,345,678,901,234');
  const before = top();
  learn();
  expect(element.textContent).toContain('123456.789012345678901234 GLD');
  expect(top()).toBe(before);
  // What does not fit is scrolled to, or shown whole once the reader is there.
  await userEvent.click(element.querySelector('button[aria-pressed]') as Element);
  expect(top()).toBeGreaterThan(before ?? Number.NaN);
});
