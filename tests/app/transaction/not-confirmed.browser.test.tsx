/** The notice that no endpoint confirmed a kept transaction comes when the page stands: nothing of it moves. */
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NotConfirmed } from '../../../src/app/views/transaction/TransactionNotices';
import type { MountedAt } from '../ui/mount-at';
import { mountTraceless } from './mount-view';
import { minedBlock, minedReceipt, minedTransaction } from './records';

let mounted: MountedAt | undefined;
afterEach(() => mounted?.unmount());

const failure = { kind: 'network', message: 'The endpoint does not answer.' } as const;

/** A page of this height, as a transaction's is laid out, and a button in front of it that brings the notice. */
function Page({ height }: { height: number }) {
  const [failed, setFailed] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setFailed(true)}>
        Fail
      </button>
      <article className="flex flex-col gap-3">
        <h1>Swap</h1>
        <div data-testid="rows" style={{ height }} />
        <div role="status" className="contents">
          <NotConfirmed
            state={{ asking: false, retry: () => {}, ...(failed && { failure }) } as never}
            fetchedAt={Date.UTC(2026, 0, 2)}
          />
        </div>
      </article>
    </>
  );
}

test.each([
  ['longer than the window', 3_000],
  ['shorter than it', 100],
])('a page %s', async (_, height) => {
  mounted = mountTraceless(<Page height={height} />, {
    transaction: minedTransaction(),
    receipt: minedReceipt(),
    block: minedBlock(),
    origin: 'cache',
    fetchedAt: 0,
  });
  const heading = page.getByRole('heading', { name: 'Swap' });
  await expect.element(heading).toBeVisible();
  const places = () =>
    [heading, page.getByTestId('rows')].map((part) => {
      const { top, height: tall } = part.element().getBoundingClientRect();
      return [top, tall];
    });
  const before = places();
  await page.getByRole('button', { name: 'Fail' }).click();
  const notice = page.getByText(
    'Shown from this browser, as of Fri, 02 Jan 2026 00:00:00 GMT: The endpoint does not answer.',
  );
  await expect.element(notice).toBeInViewport({ ratio: 1 });
  expect(places()).toEqual(before);
});
