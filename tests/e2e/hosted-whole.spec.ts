/** A hosted API in the app: one more provider where the reader allows it, and nothing at all without it. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { PERMISSION_KEYS } from '../../src/core/projects/permissions';
import { installedCompilers } from '../../tools/solc/installed';
import { servedCompilers } from '../../tools/solc/served';
import { startHostedServer } from '../helpers/hosted-server';
import { startJsonServer } from '../helpers/json-server';
import { CHAIN, workbench } from './support/config';
import { config, startTeam, type Team, UNLISTED, wallet } from './support/hosted';
import { turnSwitch } from './support/settings';
import { expect, test } from './support/test';

const PATHS = { search: '/search', usage: '/usage', actionSafety: '/safety' };

/** Chromium notes the statuses 404 and 401 on the console. */
test.use({ expectedErrors: [/^Failed to load resource: /] });

async function allow(page: Page, base: string, ...parties: string[]): Promise<void> {
  await page.goto(`${base}/settings`);
  for (const party of parties) await turnSwitch(page, `Ask ${party}`);
}

/** The code of the hosted API among what the page and its workers load. */
function watchCode(page: Page): string[] {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/hosted-(api|providers)/.test(request.url())) loaded.push(request.url());
  });
  return loaded;
}

/** Whom the page and its workers ask, by origin. */
function watchOrigins(page: Page): Set<string> {
  const origins = new Set<string>();
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http')) origins.add(origin);
  });
  return origins;
}

const originsOf = (...urls: string[]) => new Set(urls.map((url) => new URL(url).origin));

/** Every page of the app that no step visits: each has a heading, and none says that something failed. */
async function walk(page: Page, base: string, { address, failed }: Team): Promise<void> {
  const paths = [
    ...['', '/virtual', '/calldata', '/simulator/new'],
    ...['/transactions', '/blocks', '/block/1', '/token-transfers', '/nft-transfers'],
    ...[`/wallet/${wallet}/assets/token`, `/contract/${address}/txs/all`, `/contract/${address}/overview`],
    ...['/logs', '/contracts', '/state-diff', '/gas-usage', '/debugger'].map((tab) => `/tx/${failed}${tab}`),
  ];
  for (const path of [...paths.map((path) => `/${UNLISTED}${path}`), '/projects']) {
    await page.goto(`${base}${path}`);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.getByRole('alert'), path).toHaveCount(0);
  }
}

test('a hosted API gives sources, lists and names once it is allowed, and says so', { tag: '@hosted' }, async ({
  page,
  serve,
  demo,
  stopAtEnd,
}) => {
  const team = stopAtEnd(await startTeam(demo.buildOutput));
  const { rpcUrl, address, created, answer } = team;
  const host = stopAtEnd(await startHostedServer(answer));
  const soljson = readFileSync(installedCompilers().at(-1)?.soljson ?? '', 'utf8');
  const compilers = stopAtEnd(
    await startJsonServer((path) => ({
      body: path === '/list.json' ? servedCompilers().list : soljson,
    })),
  );
  const loaded = watchCode(page);
  const origins = watchOrigins(page);
  const base = await serve(config(rpcUrl, host, PATHS, { thirdParties: { compilers: `${compilers.url}/list.json` } }));
  await page.goto(`${base}/${UNLISTED}/wallet/${wallet}`);
  await expect(page.getByText('Team host may list all of its transactions.')).toBeVisible();
  expect(host.seen).toEqual([]);
  await allow(page, base, 'Hosted API', 'Compilers');

  await test.step('the transactions of an address', async () => {
    await page.goto(`${base}/${UNLISTED}/wallet/${wallet}`);
    await expect(page.getByRole('main')).toContainText('from the hosted API');
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /0x7a7a/ })
        .first(),
    ).toBeVisible();
    expect(loaded).not.toEqual([]);
  });
  await test.step('what an account is worth', async () => {
    const facts = page.getByLabel('Account in short');
    await expect(facts).toContainText('$1,234.50');
    await expect(facts).toContainText('from Team host');
  });
  await test.step('a transaction that no endpoint knows', async () => {
    await page.goto(`${base}/${UNLISTED}/tx/0x${'7a'.repeat(32)}`);
    const known = page.getByRole('region', { name: 'Known to the hosted API' });
    await expect(known).toContainText('from Team host');
    await expect(known).toContainText('Success');
  });
  await test.step('what it thinks of a transaction', async () => {
    await page.goto(`${base}/${UNLISTED}/tx/${created}`);
    await page.getByRole('button', { name: 'Check its actions' }).click();
    const thought = page.getByRole('region', { name: 'Action safety at the hosted API' });
    await expect(thought).toContainText('It is new here.');
    await expect(thought).toContainText('Team host');
  });
  await test.step('what was used of its plan', async () => {
    await page.goto(`${base}/usage`);
    await expect(page.getByRole('region', { name: 'At Team host' })).toContainText('400 of 1,000 units');
    await expect(page.getByRole('table', { name: 'Usage at the hosted API' })).toContainText('Traces');
  });
  await test.step('whether it answers', async () => {
    await page.goto(`${base}/networks?network=${UNLISTED}`);
    await expect(page.getByRole('form', { name: 'Hosted API' })).toContainText(
      'Team host answers, and is at block 1,234. It calls this network Team chain.',
    );
  });
  await test.step('the sources of a contract', async () => {
    await page.goto(`${base}/${UNLISTED}/contract/${address}/code`);
    await expect(page.getByRole('main')).toContainText('verified source at the hosted API');
    await expect(page.getByRole('main')).toContainText('contract Failures');
  });
  await test.step('its functions', async () => {
    await page.getByRole('link', { name: 'Read/Write' }).click();
    const kinds = page.getByRole('navigation', { name: 'Kinds of functions' });
    await expect(kinds.getByRole('link', { name: /^Write/ })).toBeVisible();
    await expect(kinds.getByRole('link', { name: 'Unverified functions' })).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('customError');
  });
  await test.step('names in the search', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('harb');
    const found = page.getByRole('option', { name: /Harbor of failures/ });
    await expect(found).toBeVisible();
    await expect(page.getByText('Public contracts, Team host')).toBeVisible();
    await found.click();
    await expect(page).not.toHaveURL(/\/code$/);
    await expect(page).toHaveURL(new RegExp(address));
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('on a narrow screen it searches when the reader says so', async () => {
    await page.setViewportSize({ width: 480, height: 800 });
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('harbo');
    await expect(dialog.getByText('Tap the search button to fetch results')).toBeVisible();
    expect(host.seen.filter(({ query }) => query.query === 'harbo')).toEqual([]);
    await dialog.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('option', { name: /Harbor of failures/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('every other page', () => walk(page, base, team));
  expect(origins).toEqual(originsOf(base, rpcUrl, host.url, compilers.url));
});

test('without a hosted API nothing of it is loaded or shown', { tag: '@hosted' }, async ({
  page,
  serve,
  demo,
  stopAtEnd,
}) => {
  const team = stopAtEnd(await startTeam(demo.buildOutput));
  const { rpcUrl, address, created } = team;
  const loaded = watchCode(page);
  const origins = watchOrigins(page);
  const base = await serve(config(rpcUrl, undefined, {}));
  await page.goto(`${base}/settings`);
  await expect(page.getByRole('switch', { name: 'Ask Sourcify' })).toBeEnabled();
  await expect(page.getByRole('switch', { name: 'Ask Hosted API' })).toHaveCount(0);
  await page.goto(`${base}/${UNLISTED}/wallet/${wallet}`);
  await expect(page.getByText('No transactions seen yet')).toBeVisible();
  await page.goto(`${base}/${UNLISTED}/contract/${address}/code`);
  await expect(page.getByText('No contract source found')).toBeVisible();
  await page.goto(`${base}/${UNLISTED}/tx/0x${'7a'.repeat(32)}`);
  await expect(page.getByText('This transaction probably has not been processed by us yet.')).toBeVisible();
  await page.goto(`${base}/${UNLISTED}/tx/${created}`);
  await page.getByRole('button', { name: 'Check its actions' }).click();
  await expect(page.getByText(/rules? were looked at/)).toBeVisible();
  await page.goto(`${base}/usage`);
  await expect(page.getByRole('heading', { name: 'Units of a call' })).toBeVisible();
  await page.goto(`${base}/networks?network=${UNLISTED}`);
  await expect(page.getByRole('form', { name: 'Hosted API' })).toBeVisible();
  await expect(page.getByText(/^(Team host|Hosted API) answers/)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Harbor of failures');
  await expect(page.getByRole('dialog')).toContainText('No results');
  await test.step('every other page', () => walk(page, base, team));
  expect(loaded).toEqual([]);
  expect(origins).toEqual(originsOf(base, rpcUrl));
});

/** Whether a key is of whoever owns projects, and not of one. */
function isOfAccount(key: string): boolean {
  return ['create_project', 'manage_access_tokens', 'manage_billing', 'manage_users'].includes(key);
}

test('a key that the host withdraws closes what it names, and nothing else', { tag: ['@hosted', '@projects'] }, async ({
  page,
  serve,
  demo,
  stopAtEnd,
}) => {
  let withdrawn = '';
  const host = stopAtEnd(
    await startHostedServer(({ path, query }) => {
      if (path !== '/permissions') return undefined;
      const isAccount = query.projectId === undefined;
      const key = isOfAccount(withdrawn) === isAccount ? withdrawn : '';
      return { body: { permissions: { [key]: false } } };
    }),
  );
  const base = await serve(
    workbench(demo.rpcUrl, { hostedApi: { url: host.url, paths: { permissions: '/permissions' } } }),
  );
  await allow(page, base, 'Hosted API');
  await page.goto(`${base}/projects`);
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbor');
  await page.getByRole('dialog').getByRole('button', { name: 'Create the project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor' })).toBeVisible();
  await page.getByRole('button', { name: 'Add addresses' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Addresses' }).fill(demo.addressOf('Router'));
  await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('tab', { name: /Watches/ }).click();
  await page.getByRole('button', { name: 'New watch' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Condition' }).selectOption({ label: 'A transaction carries value' });
  await dialog.getByRole('textbox', { name: 'At least' }).fill('7');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Seven wei');
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toBeHidden();

  const project = `${base}/projects/me/harbor`;
  const items: Record<string, string> = {
    update_project: 'Name and visibility…',
    create_project: 'Duplicate',
    delete_project: 'Remove…',
    manage_collaborators: 'Hand over…',
  };
  for (withdrawn of ['', ...PERMISSION_KEYS]) {
    await test.step(withdrawn || 'nothing', async () => {
      await page.goto(project);
      const notice = page.getByText(/^The host does not allow/);
      const isOfProject = withdrawn !== '' && !isOfAccount(withdrawn);
      await expect(notice).toHaveCount(isOfProject ? 1 : 0);
      await expect(page.getByRole('button', { name: 'Add addresses' })).toBeEnabled({
        enabled: withdrawn !== 'add_contract',
      });
      await page.getByRole('button', { name: 'Actions', exact: true }).click();
      for (const [key, name] of Object.entries(items)) {
        await expect(page.getByRole('menuitem', { name })).toBeEnabled({ enabled: withdrawn !== key });
      }
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menuitem')).toHaveCount(0);
      await page.getByRole('tab', { name: /Contracts/ }).click();
      await expect(page.getByRole('button', { name: /^Edit tags/ })).toBeEnabled({
        enabled: withdrawn !== 'update_contract',
      });
      await expect(page.getByRole('button', { name: /^Take out/ })).toBeEnabled({
        enabled: withdrawn !== 'remove_contract',
      });
      await page.getByRole('tab', { name: /Watches/ }).click();
      await expect(page.getByRole('button', { name: 'New watch' })).toBeEnabled({
        enabled: withdrawn !== 'create_alert',
      });
      const watch = page.getByRole('switch', { name: 'Watch Seven wei' });
      await expect(watch).toBeEnabled({ enabled: withdrawn !== 'update_alert' });
      const removal = page.getByRole('button', { name: 'Remove the watch Seven wei' });
      await expect(removal).toHaveCount(withdrawn === 'remove_alert' ? 0 : 1);
      await page.goto(`${base}/networks?network=${CHAIN}`);
      await expect(page.getByRole('form', { name: 'Hosted API' }).getByLabel('Access token')).toBeEnabled({
        enabled: withdrawn !== 'manage_access_tokens',
      });
    });
  }
});
