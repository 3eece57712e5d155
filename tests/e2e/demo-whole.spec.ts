/** Every named transaction of the demo chain opens with its calls decoded. */
import { type TransactionName, transactionNames } from '../../devnet/names';
import { startDemo } from '../../tools/start/demo';
import { expectDecoded } from './support/decoded';
import { test } from './support/test';
import { within } from './support/within';

/** Only the whole demo chain has it. */
const LARGEST: TransactionName = 'hundred-thousand-calls';
const names = transactionNames.filter((name) => name !== LARGEST);

/** Transactions opened one after another in one profile, as a reader would; a new profile for each would only load the app again. */
const PER_VISIT = 9;

for (let start = 0; start < names.length; start += PER_VISIT) {
  const visited = names.slice(start, start + PER_VISIT);
  test(`${visited[0]} to ${visited.at(-1)}`, { tag: '@trace' }, async ({ page, demo }) => {
    test.setTimeout(240_000);
    await page.goto(`${demo.url}/anvil/tx/${demo.hashOf(visited[0] as TransactionName)}`);
    for (const name of visited) {
      await test.step(name, async () => {
        await within(page, `/anvil/tx/${demo.hashOf(name)}`);
        await expectDecoded(page, name, demo.hashOf(name));
      });
    }
  });
}

test(`${LARGEST}, on the whole demo chain`, { tag: '@trace' }, async ({ page, stopAtEnd }) => {
  test.slow();
  // The node copies a million steps for each answer about the transaction: on a busy machine it has to be asked again.
  await page.addLocatorHandler(page.getByRole('main').getByRole('button', { name: 'Retry' }), (retry) => retry.click());
  const whole = stopAtEnd(await startDemo({ port: 0, rpcPort: 0 }));
  const link = whole.links.find(({ name }) => name === LARGEST);
  await page.goto(link?.url ?? '');
  await expectDecoded(page, LARGEST, link?.url.split('/').at(-1) ?? '');
});
