/** Action safety on the page of a transaction: asked when the reader wants it, and never taken for a promise. */
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SafetyPanel } from '../../../src/app/views/safety/SafetyPanel';
import { failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import type { SafetyReport } from '../../../src/workers/trace/safety.api';
import { addressOf, callTree } from '../../helpers/call-tree';
import { sessionOf } from '../trace/session-api';
import { mountView } from '../transaction/mount-view';
import type { MountedAt } from '../ui/mount-at';

const SPENDER = addressOf('Spender');

const REPORT: SafetyReport = {
  verdicts: [
    {
      rule: 'approve-unlimited',
      severity: 'warning',
      subject: SPENDER,
      rows: ['0.1'],
      reason: 'An account may take all of a token that the sender has.',
      evidence: [
        { label: 'Spender', value: SPENDER },
        { label: 'Amount', value: '1500000' },
        { label: 'Says of itself', value: 'Router\u202egnp.exe' },
      ],
    },
  ],
  checked: ['approve-unlimited', 'to-zero'],
  left: ['The code of one account could not be read.'],
  asked: 2,
  runs: 0,
};

let mounted: MountedAt | undefined;
afterEach(() => mounted?.unmount());

/** The panel, whose checks answer in this order; counts them. */
function show(...answers: Awaited<ReturnType<NonNullable<Parameters<typeof mountView>[1]['trace']['checkSafety']>>>[]) {
  let asked = 0;
  mounted = mountView(<SafetyPanel />, {
    session: sessionOf(callTree('A.run > B.approve')),
    tab: '',
    trace: { checkSafety: async () => answers[asked++] ?? fail(failure('timeout', 'Asked too often.')) },
  });
  return { asked: () => asked };
}

const text = () => mounted?.element.textContent ?? '';
const check = () => page.getByRole('button', { name: 'Check its actions' });

test('nothing is asked until the reader wants it; then each finding stands with what speaks for it', async () => {
  const { asked } = show(ok(REPORT));
  await expect.element(check()).toBeVisible();
  expect(asked()).toBe(0);
  await check().click();
  await expect.poll(text).toContain('An account may take all of a token that the sender has.');
  expect(asked()).toBe(1);
  expect(text()).toContain('Warning');
  expect(text()).toContain('1,500,000');
  expect(text()).not.toContain('\u202e');
  const row = [...(mounted?.element.querySelectorAll('a') ?? [])].find((link) => link.textContent === 'Row 0.1');
  expect(new URL(row?.href ?? '').searchParams.get('trace')).toContain('0.1');
});

test('a report says what was left out, and that no finding does not mean safe', async () => {
  show(ok({ ...REPORT, verdicts: [] }));
  await check().click();
  await expect.poll(text).toContain('Nothing was found, which does not mean that it is safe.');
  expect(text()).toContain('The code of 2 accounts was asked for.');
  expect(text()).toContain('The code of one account could not be read.');
  expect(text()).toContain('2 rules were looked at');
});

test('a check that failed finds nothing, says why, and can be made again', async () => {
  const { asked } = show(fail(failure('endpointDown', 'No endpoint answered.')), ok(REPORT));
  await check().click();
  await expect.poll(text).toContain('No endpoint answered.');
  expect(text()).not.toContain('Nothing was found');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(text).toContain('An account may take all of a token');
  expect(asked()).toBe(2);
});
