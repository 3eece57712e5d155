/** Telling transactions of the demo chain open with their calls decoded, in the app that `npm start` serves. All of them: demo-whole.spec.ts. */
import type { TransactionName } from '../../devnet/names';
import { expectDecoded } from './support/decoded';
import { expect, test } from './support/test';
import { within } from './support/within';

const VISITED: readonly TransactionName[] = ['swap-two-hops', 'nested-custom-error', 'unverified', 'thousand-calls'];

test(VISITED.join(', '), { tag: '@trace' }, async ({ page, demo }) => {
  await page.goto(demo.url);
  // The app listens to the address once it has drawn what it offers; an address that is changed before that is lost.
  await expect(page.getByRole('region', { name: 'Worth opening' }).getByRole('listitem').first()).toBeVisible();
  for (const name of VISITED)
    await test.step(name, async () => {
      await within(page, `/anvil/tx/${demo.hashOf(name)}`);
      await expectDecoded(page, name, demo.hashOf(name));
    });
});
