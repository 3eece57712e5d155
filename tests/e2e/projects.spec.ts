/** Projects: made, filled in bulk and from the page of an address, changed, duplicated and removed. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ANVIL_ACCOUNTS } from '../helpers/anvil';
import { violationsAtEveryWidth, violationsInBothThemes } from './support/axe-themes';
import { CHAIN, explorer, workbench } from './support/config';
import { rowsOf } from './support/tables';
import { expect, test } from './support/test';

async function make(page: Page, base: string, name: string): Promise<void> {
  await page.goto(`${base}/projects`);
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Make the project' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function addAddresses(page: Page, lines: readonly string[], tags = ''): Promise<void> {
  await page.getByRole('button', { name: 'Add addresses' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Addresses' }).fill(lines.join('\n'));
  await dialog.getByLabel('Tags').fill(tags);
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await expect(dialog).toBeHidden();
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a project is made, filled, noted of, renamed, duplicated and removed', { tag: '@projects' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/projects`);
  await expect(page.getByText('No projects yet')).toBeVisible();
  await make(page, base, 'Harbor Vault');
  await expect(page).toHaveURL(/\/projects\/me\/harbor-vault$/);
  await expect(page.getByText('Monitor transactions to track activity and validate outcomes')).toBeVisible();

  // What is no address is named by its line, and nothing is added.
  await page.getByRole('button', { name: 'Add addresses' }).click();
  const adding = page.getByRole('dialog');
  await adding.getByRole('textbox', { name: 'Addresses' }).fill(`${demo.addressOf('Router')}\n0x12`);
  await adding.getByRole('button', { name: /^Add/ }).click();
  await expect(adding.getByText('Line 2 does not begin with an address (0x and 40 hex digits).')).toBeVisible();
  await page.keyboard.press('Escape');

  await addAddresses(page, [`${demo.addressOf('Router')} The way in`, demo.addressOf('VaultProxy')], 'core, dex');
  await page.getByRole('tab', { name: /^Contracts/ }).click();
  const contracts = page.getByRole('table', { name: 'Contracts on Demo' });
  await expect(contracts.getByRole('row')).toHaveCount(3);
  const router = contracts.getByRole('row').filter({ hasText: 'The way in' });
  await expect(router.getByText('dex')).toBeVisible();
  await expect(router.getByText('Verified, private')).toBeVisible();

  await router.getByRole('button', { name: /^Edit tags and note/ }).click();
  const noting = page.getByRole('dialog');
  await noting.getByRole('textbox', { name: 'Note' }).fill('Ask before it is changed.');
  await noting.getByRole('checkbox', { name: 'Private note' }).click();
  await noting.getByRole('button', { name: 'Keep' }).click();
  await expect(noting).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(router.getByText('Ask before it is changed.')).toBeVisible();

  await page.getByRole('tab', { name: 'Transactions' }).click();
  const rows = rowsOf(page, 'Transactions of the project');
  await expect(rows).toHaveCount(20);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2')).toBeVisible();

  await choose(page, 'Name and visibility…');
  const editing = page.getByRole('dialog');
  await editing.getByRole('textbox', { name: 'Name' }).fill('Harbor');
  await editing.getByText('Public', { exact: true }).click();
  await editing.getByRole('button', { name: 'Keep the changes' }).click();
  await expect(page).toHaveURL(/\/projects\/me\/harbor\?/);
  await expect(page.getByText('me:harbor', { exact: true })).toBeVisible();

  await choose(page, 'Duplicate');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor copy' })).toBeVisible();
  await choose(page, 'Remove…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the project' }).click();
  await expect(rowsOf(page, 'Projects')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Harbor', exact: true })).toBeVisible();
});

test('an address joins a project from its own page', { tag: '@projects' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await make(page, base, 'Trading');
  await page.goto(`${base}/${CHAIN}/contract/${demo.addressOf('Router')}`);
  await page.getByRole('button', { name: 'Add to project' }).click();
  await page.getByRole('menuitem', { name: 'Trading (me:trading)' }).click();
  await page.getByRole('link', { name: 'Trading', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trading' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Contracts 1' })).toBeVisible();

  await page.goto(`${base}/${CHAIN}`);
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click();
  await page.getByPlaceholder(/^Hash, address/).fill('trad');
  await page
    .getByRole('group', { name: 'Projects' })
    .getByRole('option', { name: /Trading/ })
    .click();
  await expect(page).toHaveURL(/\/projects\/me\/trading$/);
});

test('the pages have no accessibility violations at any width', { tag: '@projects' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await make(page, base, 'Harbor Vault');
  expect(await violationsAtEveryWidth(page), 'empty').toEqual([]);
  await addAddresses(page, [`${demo.addressOf('Router')} The way in`, demo.addressOf('VaultProxy')], 'core');
  const latest = page.getByRole('table', { name: 'Latest transactions' });
  await expect(latest.locator('tbody a[href*="/tx/"]').nth(9)).toBeVisible();
  await page.getByRole('tab', { name: /^Contracts/ }).click();
  await expect(page.getByRole('table', { name: 'Contracts on Demo' }).getByRole('row')).toHaveCount(3);
  expect(await violationsAtEveryWidth(page), 'contracts').toEqual([]);
  await page.getByRole('tab', { name: 'Simulations' }).click();
  await expect(page.getByText('No simulations yet')).toBeVisible();
  expect(await violationsAtEveryWidth(page), 'simulations').toEqual([]);
  await page.goto(`${base}/projects`);
  await expect(rowsOf(page, 'Projects')).toHaveCount(1);
  expect(await violationsAtEveryWidth(page), 'projects').toEqual([]);
});

test('a project that is not there is said so, and an explorer has none', { tag: '@projects' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/projects/me/%3Cb%3Enone`);
  await expect(page.getByText('Project not found')).toBeVisible();
  await page.goto(`${await serve(explorer(demo.rpcUrl))}/projects`);
  await expect(page.getByText('Page not found')).toBeVisible();
});

/** Saves a simulation of one payment under a name, and puts it into the project. */
async function simulatePayment(page: Page, base: string, name: string, project: string): Promise<void> {
  const [alice, bob] = ANVIL_ACCOUNTS;
  await page.goto(`${base}/${CHAIN}/simulator/new?from=${alice}&address=${bob}`);
  const step = page.getByRole('region', { name: 'Step 1', exact: true });
  await expect(step.getByLabel('From')).toHaveValue(alice);
  await expect(step.getByLabel('To', { exact: true })).toHaveValue(bob);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Run the step' }).click();
  await expect(page.getByRole('region', { name })).toContainText('Success');
  await page.goto(`${base}/${CHAIN}/simulator/new`);
  const owner = page.getByLabel(`Project of ${name}`);
  await owner.selectOption({ label: project });
  await expect(owner.locator('option:checked')).toHaveText(project);
}

/** Makes a virtual network that is forked from the demo chain, and puts it into the project. */
async function forkInto(page: Page, base: string, name: string, project: string): Promise<void> {
  await page.goto(`${base}/virtual`);
  const form = page.getByRole('form', { name: 'New virtual network' });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: /^Fork / }).click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) })).toBeVisible();
  await page.goto(`${base}/virtual`);
  const owner = page.getByLabel(`Project of ${name}`);
  await owner.selectOption({ label: project });
  // It has the project again once that is kept: to leave before may leave it unkept.
  await expect(owner.locator('option:checked')).toHaveText(project);
}

/** Makes a watch of the project whose page is open. */
async function watchFor(page: Page, condition: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New watch' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Condition' }).selectOption({ label: condition });
  if (condition === 'A simulation turns') await expect(dialog.getByLabel('Simulation')).toContainText('Pays Bob');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('switch', { name: `Watch ${name}` })).toBeChecked();
}

/** Notes something of the contract that the reader labelled so. */
async function note(page: Page, label: string, text: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: label });
  await row.getByRole('button', { name: /^Edit tags and note/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).fill(text);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(text);
}

/** The project whose page is open, as a file: its path. */
async function saveAsFile(page: Page): Promise<string> {
  await choose(page, 'Save as a file…');
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/\.loupe-project\.json$/);
  return download.path();
}

test('a project built from nothing goes into a file, opens elsewhere, and is merged with what changed meanwhile', {
  tag: '@projects',
}, async ({ page, browser, serve, demo }) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  const base = await serve(workbench(demo.rpcUrl, { buildOutput: [] }));
  const project = `${base}/projects/me/harbor-vault`;
  await make(page, base, 'Harbor Vault');
  await test.step('contracts by address, and by build output', async () => {
    await addAddresses(page, [`${demo.addressOf('Router')} The way in`], 'core');
    await page.getByRole('tab', { name: 'Contracts 1' }).click();
    const router = page.getByRole('row').filter({ hasText: 'The way in' });
    await expect(router).toContainText('Unverified');
    await page.goto(`${base}/settings#build-output`);
    await page
      .getByLabel('Build output files', { exact: true })
      .setInputFiles({ name: 'build.json', mimeType: 'application/json', buffer: Buffer.from(demo.buildOutput) });
    await expect(page.getByRole('button', { name: 'Forget build.json' })).toBeVisible();
    await page.goto(`${project}?tab=contracts`);
    await expect(router).toContainText('Verified, private');
    await note(page, 'The way in', 'Ask before it is changed.');
  });
  await test.step('a simulation, a virtual network and watches', async () => {
    await simulatePayment(page, base, 'Pays Bob', 'Harbor Vault');
    await forkInto(page, base, 'Yard', 'Harbor Vault');
    await page.goto(`${project}?tab=watches`);
    await watchFor(page, 'A transaction fails', 'What fails');
    await watchFor(page, 'A simulation turns', 'Bob unpaid');
    await expect(page.getByText('The simulation “Pays Bob” turns')).toBeVisible();
  });
  const first = await saveAsFile(page);
  await expect(page.getByLabel('Project in short').getByText('never')).toBeHidden();

  const elsewhere = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const other = await elsewhere.newPage();
  let second = '';
  await test.step('in another profile all of it is there, and changes', async () => {
    await other.goto(`${base}/projects`);
    await other.getByLabel('File of a project').setInputFiles(first);
    const dialog = other.getByRole('dialog');
    for (const words of ['1 new address', '1 new label', '1 simulation', '1 virtual network', '2 watches'])
      await expect(dialog).toContainText(words);
    await dialog.getByRole('button', { name: 'Take the project' }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Harbor Vault' })).toBeVisible();
    await other.getByRole('tab', { name: 'Watches' }).click();
    for (const name of ['What fails', 'Bob unpaid'])
      await expect(other.getByRole('switch', { name: `Watch ${name}` })).not.toBeChecked();
    await other.getByRole('tab', { name: 'Simulations' }).click();
    await expect(other.getByRole('table', { name: 'Virtual networks of the project' })).toContainText('Yard');
    await other
      .getByRole('table', { name: 'Simulations of the project' })
      .getByRole('link', { name: 'Pays Bob' })
      .click();
    await expect(other.getByRole('region', { name: 'Pays Bob' })).toContainText('Success');
    await other.goto(`${project}?tab=contracts`);
    const router = other.getByRole('row').filter({ hasText: 'The way in' });
    await expect(router).toContainText('core');
    await expect(router).toContainText('Ask before it is changed.');
    await note(other, 'The way in', 'Anna owns it.');
    await addAddresses(other, [`${ANVIL_ACCOUNTS[1]} Bob`]);
    await expect(other.getByRole('tab', { name: 'Wallets 1' })).toBeVisible();
    second = await saveAsFile(other);
  });

  await test.step('here it changes meanwhile, and both changes stay', async () => {
    await addAddresses(page, [demo.addressOf('VaultProxy')]);
    await choose(page, 'Name and visibility…');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbor');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep the changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Harbor' })).toBeVisible();
    await page.goto(`${base}/projects`);
    await page.getByLabel('File of a project').setInputFiles(second);
    const merging = page.getByRole('dialog');
    await expect(merging.getByText('2 entries differ')).toBeVisible();
    await expect(merging.getByText('1 addresses are only here and stay')).toBeVisible();
    const side = (of: RegExp, name: string) =>
      merging.getByRole('group', { name: of }).getByRole('button', { name, exact: true }).click();
    await side(/^Version of: Name and visibility/, 'Here');
    await side(/^Version of: Notes of/, 'File');
    await merging.getByRole('button', { name: 'Merge' }).click();
    // With it goes the file that was saved there.
    await elsewhere.close();
    await expect(page.getByRole('heading', { level: 1, name: 'Harbor', exact: true })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Contracts 2' })).toBeVisible();
    await page.getByRole('tab', { name: 'Wallets 1' }).click();
    await expect(page.getByRole('table', { name: 'Wallets on Demo' })).toContainText('Bob');
    await page.getByRole('tab', { name: 'Contracts 2' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'The way in' })).toContainText('Anna owns it.');
    await page.getByRole('tab', { name: 'Simulations' }).click();
    await expect(page.getByRole('table', { name: 'Simulations of the project' })).toContainText('Pays Bob');
    await expect(page.getByRole('table', { name: 'Virtual networks of the project' })).toContainText('Yard');
    await page.getByRole('tab', { name: 'Watches' }).click();
    for (const name of ['What fails', 'Bob unpaid'])
      await expect(page.getByRole('switch', { name: `Watch ${name}` })).toBeChecked();
  });

  // What is no project is refused with a sentence.
  await page.goto(`${base}/projects`);
  await page
    .getByLabel('File of a project')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(page.getByRole('alert')).toContainText('The file holds no project of Loupe.');
});

test('a project that is handed over is closed until it is taken back', { tag: '@projects' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await make(page, base, 'Harbor Vault');
  await choose(page, 'Hand over…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New owner').fill('anna');
  await dialog.getByRole('button', { name: 'Hand over and choose what leaves' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  expect(JSON.parse(await readFile(await (await saving).path(), 'utf8'))).toMatchObject({
    project: { owner: { username: 'anna', type: 'user' } },
  });
  await expect(page.getByText('This project is handed over to anna. Take it back to change it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add addresses' })).toBeDisabled();
  await choose(page, 'Take back');
  await expect(page.getByRole('button', { name: 'Add addresses' })).toBeEnabled();
});

test('the demo project opens from the empty list, and is only looked at', { tag: '@projects' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/projects`);
  await page.getByRole('button', { name: 'Open the demo project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Well-known contracts' });
  await dialog.getByRole('button', { name: 'Take the project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Well-known contracts' })).toBeVisible();
  await expect(page.getByText('A demo project is not changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add addresses' })).toBeDisabled();
  await choose(page, 'Duplicate');
  await expect(page).toHaveURL(/\/projects\/loupe\/well-known-contracts-copy$/);
  await expect(page.getByRole('button', { name: 'Add addresses' })).toBeEnabled();
});

test('a virtual network belongs to a project, whose folder is kept in step', { tag: '@projects' }, async ({
  page,
  serve,
  demo,
}) => {
  // The browser's own file system in place of the dialog, which nobody can answer here.
  await page.addInitScript(() => {
    const choose = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('team', { create: true });
    Object.assign(globalThis, { showDirectoryPicker: choose });
  });
  const base = await serve(workbench(demo.rpcUrl));
  await make(page, base, 'Harbor');
  await forkInto(page, base, 'Yard', 'Harbor');
  await page.goto(`${base}/projects/me/harbor?tab=simulations`);
  await expect(page.getByRole('table', { name: 'Virtual networks of the project' })).toContainText('Yard');

  const inFolder = (write?: { from: string; to: string }) =>
    page.evaluate(async (change) => {
      const team = await (await navigator.storage.getDirectory()).getDirectoryHandle('team', { create: true });
      const handle = await team.getFileHandle('harbor.loupe-project.json', { create: true });
      const file = await handle.getFile();
      // The app may put another file in its place while it is read: then it is looked at again.
      if (change === undefined) return file.text().catch(() => '');
      const text = await file.text();
      const writable = await handle.createWritable();
      await writable.write(text.replace(change.from, change.to));
      await writable.close();
      return text;
    }, write);
  await choose(page, 'Keep in a folder…');
  await expect(page.getByText(/is kept in step while this page is open/)).toBeVisible();
  await expect.poll(() => inFolder()).toContain('"Yard"');
  await addAddresses(page, [`${demo.addressOf('Router')} The way in`]);
  await expect.poll(() => inFolder()).toContain('The way in');
  // Somebody else changes the file: it is told, merged, and both are in step again.
  await inFolder({ from: 'The way in', to: 'The way out' });
  await expect(page.getByText(/in the folder has another version/)).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Compare and merge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'File', exact: true }).click();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText(/is kept in step while this page is open/)).toBeVisible();
  await page.getByRole('tab', { name: /^Contracts/ }).click();
  await expect(page.getByRole('table', { name: 'Contracts on Demo' })).toContainText('The way out');
});
