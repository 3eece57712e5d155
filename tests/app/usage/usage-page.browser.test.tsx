/** The usage page over calls that are counted in IndexedDB itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { UsagePage } from '../../../src/app/views/usage/UsagePage';
import { writeDatabase } from '../../../src/db/database';
import { addCalls, type CountedCall } from '../../../src/db/networks/call-counts';
import { readPreference, savePreference } from '../../../src/db/reader/preferences';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const DAY = 86_400_000;

/** One call of now. */
const call = (change: Partial<CountedCall> = {}): CountedCall => ({
  networkId: DEMO.id,
  endpoint: 'node.example',
  method: 'eth_call',
  at: Date.now(),
  failed: false,
  rateLimited: false,
  milliseconds: 40,
  bytes: 500,
  ...change,
});

let mounted: MountedAt | undefined;
beforeEach(async () => {
  await writeDatabase((db) => db.callCounts.clear());
  await savePreference('quotas', {});
});
afterEach(() => mounted?.unmount());

function show(): void {
  mounted = mountAt({ path: '/usage', pattern: '/usage' }, <UsagePage />);
}

const text = () => mounted?.element.textContent ?? '';
const fact = (label: string) =>
  [...(mounted?.element.querySelectorAll('dt') ?? [])].find(({ textContent }) => textContent === label)
    ?.nextElementSibling?.textContent;
/** What each row of a table is of. */
const rowsOf = (label: string) =>
  [...(mounted?.element.querySelectorAll(`table[aria-label="${label}"] tbody tr`) ?? [])].map(
    (row) => row.querySelector('code, bdi')?.textContent,
  );

test('without a call it says what will be counted', async () => {
  show();
  await expect.poll(text).toContain('No calls yet');
});

test('calls of the last day are summed, and told by method and by endpoint', async () => {
  await addCalls([
    call(),
    call({ failed: true }),
    call({ method: 'eth_getLogs', failed: true, rateLimited: true, milliseconds: 100 }),
    call({ method: 'eth_sendRawTransaction', endpoint: 'other.example' }),
    call({ at: Date.now() - 3 * DAY, method: 'eth_chainId' }),
  ]);
  show();
  await expect.poll(() => fact('All JSON-RPC calls')).toBe('4');
  expect(fact('Failed calls')).toBe('2 50.0 %');
  expect(fact('Rate-limited calls')).toBe('1 25.0 %');
  expect(fact('Sent transactions')).toBe('1');
  expect(fact('Mean latency')).toContain('55');
  expect(rowsOf('Usage by method')).toEqual(['eth_call', 'eth_getLogs', 'eth_sendRawTransaction']);
  expect(rowsOf('Usage by endpoint')).toEqual(['node.example', 'other.example']);
});

test('a quota is kept for its endpoint, and what is left of it stands beside its calls', async () => {
  await addCalls([call(), call(), call()]);
  show();
  await page.getByRole('button', { name: 'Set a quota: quota of node.example' }).click();
  const units = page.getByLabelText('Units', { exact: true });
  await userEvent.fill(units, 'ten');
  await page.getByRole('button', { name: 'Keep the quota' }).click();
  await expect.element(page.getByText('A whole number of at least 1')).toBeVisible();
  expect(await readPreference('quotas')).toEqual({});
  await userEvent.fill(units, '1,000');
  await page.getByRole('button', { name: 'Keep the quota' }).click();
  await expect.poll(text).toContain('997 left');
  expect(await readPreference('quotas')).toEqual({ 'node.example': { units: 1_000, days: 30 } });
});
