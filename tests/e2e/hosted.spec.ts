/** A host that the reader enters. What a hosted API gives, and that nothing of it is there without one: hosted-whole.spec.ts. */
import { startHostedServer } from '../helpers/hosted-server';
import { violationsInBothThemes } from './support/axe-themes';
import { config, startTeam, UNLISTED, wallet } from './support/hosted';
import { expect, test } from './support/test';

/** Chromium notes the statuses 404 and 401 on the console. */
test.use({ expectedErrors: [/^Failed to load resource: /] });

test('a reader enters a host of their own, with a token that is kept and replaced', { tag: '@hosted' }, async ({
  page,
  serve,
  demo,
  stopAtEnd,
}) => {
  const { rpcUrl, answer } = stopAtEnd(await startTeam(demo.buildOutput));
  const host = stopAtEnd(
    await startHostedServer((question) => {
      if (question.authorization === 'Bearer second') return answer(question);
      const known = question.authorization === 'Bearer first';
      return { status: 401, body: {}, ...(known ? { headers: { 'x-refreshed-token': 'second' } } : {}) };
    }),
  );
  const base = await serve(config(rpcUrl, undefined, {}));
  await page.goto(`${base}/networks?network=${UNLISTED}`);
  const form = page.getByRole('form', { name: 'Hosted API' });
  await form.getByLabel('Address of the host').fill('nonsense');
  await form.getByLabel('Access token').fill('first');
  await expect(form.getByText('This is not a URL.')).toBeVisible();
  await form.getByLabel('Address of the host').fill(host.url);
  await form.getByLabel('Project there').fill('harbor:vault');
  await form.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByText('Kept', { exact: true })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.goto(`${base}/${UNLISTED}/wallet/${wallet}`);
  await expect(page.getByRole('main')).toContainText('from the hosted API');
  expect(host.seen[0]).toMatchObject({ authorization: 'Bearer first' });
  expect(host.seen.find(({ path }) => path.startsWith('/address/info/'))).toMatchObject({
    query: { projectId: 'harbor:vault' },
  });
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name.startsWith('loupe-token-'))?.value)
    .toBe('second');
  await page.goto(`${base}/networks?network=${UNLISTED}`);
  await form.getByRole('button', { name: 'Remove the access token' }).click();
  await expect(page.getByText('The access token is removed')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Remove the access token' })).toHaveCount(0);
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name.startsWith('loupe-token-'))).toEqual([]);
});
