/** The wizard on the page of a contract, when the page turns to another one. */
import { type ReactNode, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountProvider } from '../../../src/app/account-context';
import { Route } from '../../../src/app/routes/{-$network}/contract/$address/verify';
import { bytesToHex } from '../../../src/core/chain/hex';
import type { Address } from '../../../src/core/chain/primitives';
import { emptyDraft } from '../../../src/core/contract/verification/draft';
import { readVerificationDraft, saveVerificationDraft } from '../../../src/db/reader/verification-drafts';
import type { AccountSummary } from '../../../src/workers/contracts/contracts.api';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const Verify = Route.options.component as () => ReactNode;
const anyAddress = () => bytesToHex(crypto.getRandomValues(new Uint8Array(20))) as Address;

let mounted: MountedAt | undefined;
afterEach(() => mounted?.unmount());

/** As the route: the same component for each contract. */
function Pages({ one, other }: { one: Address; other: Address }) {
  const [address, setAddress] = useState(one);
  return (
    <>
      <button type="button" onClick={() => setAddress(other)}>
        To the other
      </button>
      <AccountProvider value={{ networkId: DEMO.id, address, type: 'contract' } as AccountSummary}>
        <Verify />
      </AccountProvider>
    </>
  );
}

test('another contract has its own draft, and what was chosen of the former one stays with that', async () => {
  const [one, other] = [anyAddress(), anyAddress()];
  await saveVerificationDraft(DEMO.id, other, { ...emptyDraft, method: 'paste' });
  mounted = mountAt({ path: '/verify', pattern: '/verify' }, <Pages one={one} other={other} />);
  await page.getByRole('radio', { name: 'JSON upload' }).click();
  await page.getByRole('button', { name: 'To the other' }).click();
  await expect.element(page.getByRole('radio', { name: 'Paste source' })).toBeChecked();
  await expect.poll(async () => (await readVerificationDraft(DEMO.id, one))?.draft.method).toBe('json');
  expect((await readVerificationDraft(DEMO.id, other))?.draft.method).toBe('paste');
});
