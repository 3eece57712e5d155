/** Projects: made, filled in bulk and from the page of an address, changed, duplicated and removed. */
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil-accounts';
import { axeViolations, violationsAtEveryWidth } from '../../helpers/axe-page';
import { CHAIN, demoChain, explorer, keptRecords, openPage, rowsOf, savedBy, workbench } from '../../helpers/demo-page';

const [ALICE, BOB] = ANVIL_ACCOUNTS;
const dialog = page.getByRole('dialog');
const contracts = page.getByRole('table', { name: 'Contracts on Demo' });
const networks = page.getByRole('table', { name: 'Virtual networks of the project' });
const add = page.getByRole('button', { name: 'Add addresses' });

/** The configuration of a test that has one of its own. */
let config: unknown;
afterEach(() => {
  config = undefined;
  vi.unstubAllGlobals();
});

function open(path: string): ReturnType<typeof openPage> {
  return openPage(path, { config });
}

function heading(name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

/** Goes to the list of projects and makes one. Its page is open afterwards. */
async function make(name: string): ReturnType<typeof openPage> {
  const app = await open('/projects');
  await page.getByRole('button', { name: 'New project' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create the project' }).click();
  await expect.element(heading(name)).toBeVisible();
  return app;
}

async function addAddresses(lines: readonly string[], tags = ''): Promise<void> {
  await add.click();
  await dialog.getByRole('textbox', { name: 'Addresses' }).fill(lines.join('\n'));
  await dialog.getByLabelText('Tags').fill(tags);
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}

async function choose(action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function rename(name: string, more = async () => {}): Promise<void> {
  await choose('Name and visibility…');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await more();
  await dialog.getByRole('button', { name: 'Keep the changes' }).click();
}

/** Notes something of the contract that the reader labelled so. */
async function note(label: string, text: string, more = async () => {}): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: label });
  await row.getByRole('button', { name: /^Edit tags and note/ }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill(text);
  await more();
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row).toHaveTextContent(text);
}

/** Chooses the project that something of the list belongs to, and waits until that is kept: only then it has it again. */
async function putInto(project: string, name: string): Promise<void> {
  const owner = page.getByLabelText(`Project of ${name}`);
  await expect.element(owner).toBeVisible();
  await userEvent.selectOptions(owner, project);
  await expect.element(owner.getByCss('option:checked')).toHaveTextContent(project);
}

/** Makes a virtual network that is forked from the demo chain, and puts it into the project. */
async function forkInto(project: string, name: string): Promise<void> {
  await open('/virtual');
  const form = page.getByRole('form', { name: 'New virtual network' });
  await form.getByLabelText('Name').fill(name);
  await form.getByRole('button', { name: /^Fork / }).click();
  await expect.element(heading(new RegExp(`^${name}`))).toBeVisible();
  await open('/virtual');
  await putInto(project, name);
}

// The first test of the file: nothing is kept yet.
test('the pages have no accessibility violations at any width', async () => {
  const { addressOf } = await demoChain();
  await make('Harbor Vault');
  expect(await violationsAtEveryWidth(), 'empty').toEqual([]);
  await addAddresses([`${addressOf('Router')} The way in`, addressOf('VaultProxy')], 'core');
  const latest = page.getByRole('table', { name: 'Latest transactions' });
  await expect.element(latest.getByCss('tbody a[href*="/tx/"]').nth(9)).toBeVisible();
  await page.getByRole('tab', { name: /^Contracts/ }).click();
  await expect.element(contracts.getByRole('row')).toHaveLength(3);
  expect(await violationsAtEveryWidth(), 'contracts').toEqual([]);
  await page.getByRole('tab', { name: 'Simulations' }).click();
  await expect.element(page.getByText('No simulations yet')).toBeVisible();
  expect(await violationsAtEveryWidth(), 'simulations').toEqual([]);
  await open('/projects');
  await expect.element(rowsOf('Projects')).toHaveLength(1);
  expect(await violationsAtEveryWidth(), 'projects').toEqual([]);
});

test('an address joins a project from its own page', async () => {
  await make('Trading');
  await open(`/${CHAIN}/contract/${(await demoChain()).addressOf('Router')}`);
  await page.getByRole('button', { name: 'Add to project' }).click();
  await page.getByRole('menuitem', { name: 'Trading (me:trading)' }).click();
  await page.getByRole('link', { name: 'Trading', exact: true }).click();
  await expect.element(heading('Trading')).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Contracts 1' })).toBeVisible();

  const app = await open(`/${CHAIN}`);
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click();
  await page.getByPlaceholder(/^Hash, address/).fill('trad');
  await page
    .getByRole('group', { name: 'Projects' })
    .getByRole('option', { name: /Trading/ })
    .click();
  await expect.poll(app.address).toBe('/projects/me/trading');
});

test('a project that is handed over is closed until it is taken back', async () => {
  await make('Ferry');
  await choose('Hand over…');
  await dialog.getByLabelText('New owner').fill('anna');
  await dialog.getByRole('button', { name: 'Hand over and choose the content' }).click();
  const file = await savedBy(() => dialog.getByRole('button', { name: /^Save/ }).click());
  expect(JSON.parse(await file.text())).toMatchObject({ project: { owner: { username: 'anna', type: 'user' } } });
  await expect.element(page.getByText('This project is handed over to anna. Take it back to change it.')).toBeVisible();
  await expect.element(add).toBeDisabled();
  await choose('Take back');
  await expect.element(add).toBeEnabled();
});

test('a virtual network belongs to a project, whose folder is kept in step', async () => {
  // The browser's own file system in place of the dialog, which nobody can answer here.
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('team', { create: true });
  vi.stubGlobal('showDirectoryPicker', async () => folder);
  const fileName = 'pier.loupe-project.json';
  const inFolder = async () => {
    const file = await (await folder.getFileHandle(fileName, { create: true })).getFile();
    // The app may put another file in its place while it is read: then it is looked at again.
    return file.text().catch(() => '');
  };
  await make('Pier');
  await forkInto('Pier', 'Yard');
  await open('/projects/me/pier?tab=simulations');
  await expect.element(networks).toHaveTextContent('Yard');

  await choose('Keep in a folder…');
  await expect.element(page.getByText(/is kept up to date while this page is open/)).toBeVisible();
  await expect.poll(inFolder).toContain('"Yard"');
  await addAddresses([`${(await demoChain()).addressOf('Router')} The pier`]);
  await expect.poll(inFolder).toContain('The pier');
  // Somebody else changes the file: it is told, merged, and both are in step again.
  const writable = await (await folder.getFileHandle(fileName)).createWritable();
  await writable.write((await inFolder()).replace('The pier', 'The way out'));
  await writable.close();
  await expect.element(page.getByText(/in the folder has another version/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Compare and merge' }).click();
  await dialog.getByRole('button', { name: 'File', exact: true }).click();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect.element(page.getByText(/is kept up to date while this page is open/)).toBeVisible();
  await page.getByRole('tab', { name: /^Contracts/ }).click();
  await expect.element(contracts).toHaveTextContent('The way out');
  await root.removeEntry('team', { recursive: true });
});

test('a project that is not there is said so', async () => {
  await open('/projects/me/%3Cb%3Enone');
  await expect.element(page.getByText('Project not found')).toBeVisible();
});

test('a project is made, filled, noted of, renamed, duplicated and removed', async () => {
  const { addressOf } = await demoChain();
  await openPage('/projects', { fresh: true });
  await expect.element(page.getByText('No projects yet')).toBeVisible();
  const app = await make('Harbor Vault');
  await expect.poll(app.address).toBe('/projects/me/harbor-vault');
  await expect.element(page.getByText('Monitor transactions to track activity and validate outcomes')).toBeVisible();

  // What is no address is named by its line, and nothing is added.
  await add.click();
  await dialog.getByRole('textbox', { name: 'Addresses' }).fill(`${addressOf('Router')}\n0x12`);
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await expect.element(dialog.getByText('Line 2 does not begin with an address (0x and 40 hex digits).')).toBeVisible();
  await userEvent.keyboard('{Escape}');

  await addAddresses([`${addressOf('Router')} The way in`, addressOf('VaultProxy')], 'core, dex');
  await page.getByRole('tab', { name: /^Contracts/ }).click();
  await expect.element(contracts.getByRole('row')).toHaveLength(3);
  const router = contracts.getByRole('row').filter({ hasText: 'The way in' });
  await expect.element(router.getByText('dex')).toBeVisible();
  await expect.element(router.getByText('Verified, private')).toBeVisible();
  await note('The way in', 'Ask before it is changed.', () =>
    dialog.getByRole('checkbox', { name: 'Private note' }).click(),
  );
  await expect.element(router.getByText('Ask before it is changed.')).toBeVisible();

  await page.getByRole('tab', { name: 'Transactions' }).click();
  await expect.element(rowsOf('Transactions of the project')).toHaveLength(20);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByText('Page 2')).toBeVisible();

  await rename('Harbor', () => dialog.getByText('Public', { exact: true }).click());
  await expect.poll(app.address).toMatch(/^\/projects\/me\/harbor\?/);
  await expect.element(page.getByText('me:harbor', { exact: true })).toBeVisible();

  await choose('Duplicate');
  await expect.element(heading('Harbor copy')).toBeVisible();
  await choose('Remove…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the project' }).click();
  await expect.element(rowsOf('Projects')).toHaveLength(1);
  await openPage('/projects', { reloaded: true });
  await expect.element(page.getByRole('link', { name: 'Harbor', exact: true })).toBeVisible();
});

test('the demo project opens from the empty list, and is only looked at', async () => {
  const app = await openPage('/projects', { fresh: true });
  await page.getByRole('button', { name: 'Open the demo project' }).click();
  const known = page.getByRole('dialog', { name: 'Well-known contracts' });
  await known.getByRole('button', { name: 'Import the project' }).click();
  await expect.element(heading('Well-known contracts')).toBeVisible();
  await expect.element(page.getByText('A demo project cannot be changed.')).toBeVisible();
  await expect.element(add).toBeDisabled();
  await choose('Duplicate');
  await expect.poll(app.address).toBe('/projects/loupe/well-known-contracts-copy');
  await expect.element(add).toBeEnabled();
});

test('an explorer has no projects', async () => {
  await openPage('/projects', { config: explorer((await demoChain()).rpcUrl) });
  await expect.element(page.getByText('Page not found')).toBeVisible();
});

/** Saves a simulation of one payment under a name, and puts it into the project. */
async function simulatePayment(project: string, name: string): Promise<void> {
  await open(`/${CHAIN}/simulator/new?from=${ALICE}&address=${BOB}`);
  const step = page.getByRole('region', { name: 'Step 1', exact: true });
  await expect.element(step.getByLabelText('From')).toHaveValue(ALICE);
  await expect.element(step.getByLabelText('To', { exact: true })).toHaveValue(BOB);
  await page.getByLabelText('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Run the step' }).click();
  await expect.element(page.getByRole('region', { name })).toHaveTextContent('Success');
  await open(`/${CHAIN}/simulator/new`);
  await putInto(project, name);
}

/** Makes a watch of the project whose page is open. */
async function watchFor(condition: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New watch' }).click();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Condition' }), condition);
  if (condition === 'A simulation turns')
    await expect.element(dialog.getByLabelText('Simulation')).toHaveTextContent('Pays Bob');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('switch', { name: `Watch ${name}` })).toBeChecked();
}

/** The project whose page is open, as a file. */
async function saveAsFile(): Promise<File> {
  await choose('Save as a file…');
  const file = await savedBy(() => dialog.getByRole('button', { name: /^Save/ }).click());
  expect(file.name).toMatch(/\.loupe-project\.json$/);
  return file;
}

const WATCHES = ['What fails', 'Bob unpaid'];

test('a project built from nothing goes into a file, opens elsewhere, and is merged with what changed meanwhile', async () => {
  const demo = await demoChain();
  config = workbench(demo.rpcUrl, { buildOutput: [] });
  const project = '/projects/me/harbor-vault';
  const router = page.getByRole('row').filter({ hasText: 'The way in' });
  await make('Harbor Vault');

  // Contracts by address, and by build output.
  await addAddresses([`${demo.addressOf('Router')} The way in`], 'core');
  await page.getByRole('tab', { name: 'Contracts 1' }).click();
  await expect.element(router).toHaveTextContent('Unverified');
  await open('/settings#build-output');
  const buildOutput = new File([await (await fetch('/build-output.json')).blob()], 'build.json');
  await page.getByLabelText('Build output files', { exact: true }).upload(buildOutput);
  await expect.element(page.getByRole('button', { name: 'Forget build.json' })).toBeVisible();
  await open(`${project}?tab=contracts`);
  await expect.element(router).toHaveTextContent('Verified, private');
  await note('The way in', 'Ask before it is changed.');

  // A simulation, a virtual network and watches.
  await simulatePayment('Harbor Vault', 'Pays Bob');
  await forkInto('Harbor Vault', 'Yard');
  await open(`${project}?tab=watches`);
  await watchFor('A transaction fails', 'What fails');
  await watchFor('A simulation turns', 'Bob unpaid');
  await expect.element(page.getByText('The simulation “Pays Bob” turns')).toBeVisible();
  const first = await saveAsFile();
  await expect.element(page.getByLabelText('Project in short').getByText('never')).not.toBeInTheDocument();
  const here = await keptRecords();

  // In another profile all of it is there, and changes.
  await openPage('/projects', { config, fresh: true });
  await page.getByLabelText('File of a project').upload(first);
  for (const words of ['1 new address', '1 new label', '1 simulation', '1 virtual network', '2 watches'])
    await expect.element(dialog).toHaveTextContent(words);
  await dialog.getByRole('button', { name: 'Import the project' }).click();
  await expect.element(heading('Harbor Vault')).toBeVisible();
  await page.getByRole('tab', { name: 'Watches' }).click();
  for (const name of WATCHES)
    await expect.element(page.getByRole('switch', { name: `Watch ${name}` })).not.toBeChecked();
  await page.getByRole('tab', { name: 'Simulations' }).click();
  await expect.element(networks).toHaveTextContent('Yard');
  const simulations = page.getByRole('table', { name: 'Simulations of the project' });
  await simulations.getByRole('link', { name: 'Pays Bob' }).click();
  await expect.element(page.getByRole('region', { name: 'Pays Bob' })).toHaveTextContent('Success');
  await open(`${project}?tab=contracts`);
  await expect.element(router).toHaveTextContent('core');
  await expect.element(router).toHaveTextContent('Ask before it is changed.');
  await note('The way in', 'Anna owns it.');
  await addAddresses([`${BOB} Bob`]);
  await expect.element(page.getByRole('tab', { name: 'Wallets 1' })).toBeVisible();
  const second = await saveAsFile();

  // Here it changes meanwhile, and both changes stay.
  await openPage(`${project}?tab=watches`, { config, kept: here });
  await addAddresses([demo.addressOf('VaultProxy')]);
  await rename('Harbor');
  await expect.element(heading(/^Harbor$/)).toBeVisible();
  await open('/projects');
  await page.getByLabelText('File of a project').upload(second);
  await expect.element(dialog.getByText('2 entries differ')).toBeVisible();
  await expect.element(dialog.getByText('1 address is only here and stays')).toBeVisible();
  const side = (of: RegExp, name: string) =>
    dialog.getByRole('group', { name: of }).getByRole('button', { name, exact: true }).click();
  await side(/^Version of: Name and visibility/, 'Here');
  await side(/^Version of: Notes of/, 'File');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect.element(heading(/^Harbor$/)).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Contracts 2' })).toBeVisible();
  await page.getByRole('tab', { name: 'Wallets 1' }).click();
  await expect.element(page.getByRole('table', { name: 'Wallets on Demo' })).toHaveTextContent('Bob');
  await page.getByRole('tab', { name: 'Contracts 2' }).click();
  await expect.element(router).toHaveTextContent('Anna owns it.');
  await page.getByRole('tab', { name: 'Simulations' }).click();
  await expect.element(simulations).toHaveTextContent('Pays Bob');
  await expect.element(networks).toHaveTextContent('Yard');
  await page.getByRole('tab', { name: 'Watches' }).click();
  for (const name of WATCHES) await expect.element(page.getByRole('switch', { name: `Watch ${name}` })).toBeChecked();

  // What is no project is refused with a sentence.
  await open('/projects');
  await page.getByLabelText('File of a project').upload(new File(['{}'], 'x.json', { type: 'application/json' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('The file holds no project of Loupe.');
});
