/** The wizard, on the contract of the demo chain that nobody verified: its source is in devnet. */
import Dexie from 'dexie';
import { keccak256, toHex } from 'viem';
import { expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import SOURCE from '../../../devnet/contracts/unverified/Mystery.sol?raw';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { withDatabase } from '../../../src/db/database';
import { readVerificationDraft } from '../../../src/db/reader/verification-drafts';
import { axeViolations } from '../../helpers/axe-page';
import { CHAIN, demoChain, explorer, openPage, turnSwitch, untilEnd, workbench } from '../../helpers/demo-page';
import { callNode, nodeService } from '../../helpers/node-client';

const FILE = 'contracts/unverified/Mystery.sol';
const COMPILERS = { compilers: '/solc/list.json' };

/** A compiler is loaded and run, which takes long on a busy machine: this only ends what hangs. */
const COMPILED = { timeout: 120_000 };

const source = page.getByRole('textbox', { name: 'Source', exact: true });
const abi = page.getByRole('textbox', { name: 'ABI', exact: true });
const toReview = page.getByRole('button', { name: 'Go on to review' });
const toSettings = page.getByRole('button', { name: 'Go on to compiler settings' });
const verify = page.getByRole('button', { name: 'Verify', exact: true });
const verified = page.getByText('ABI verified', { exact: true }).first();
const functions = page.getByRole('region', { name: 'Read/Write' });

async function mysteryPage(): Promise<string> {
  return `/${CHAIN}/contract/${(await demoChain()).addressOf('Mystery')}`;
}

function method(name: RegExp): Locator {
  return page.getByRole('radio', { name });
}

/** Goes through the first step, where a contract is to be verified for this device. */
async function openWizard(contractPage: string, options?: Parameters<typeof openPage>[1]): Promise<void> {
  await openPage(`${contractPage}/verify`, options);
  await goOnToUpload();
}

async function goOnToUpload(): Promise<void> {
  await method(/^Private/).click();
  await page.getByRole('button', { name: 'Go on to upload' }).click();
  await expect.element(page.getByRole('radiogroup', { name: 'Upload method' })).toBeVisible();
}

async function openStep(name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps of the verification' }).getByRole('button', { name }).click();
}

/** What the contract was compiled with. */
async function fillSettings(): Promise<void> {
  await page.getByRole('checkbox', { name: 'Optimizations' }).click();
  await page.getByRole('combobox', { name: 'EVM version' }).click();
  await page.getByRole('option', { name: 'prague' }).click();
}

async function compile(): Promise<void> {
  await page.getByRole('button', { name: /^Compile and compare with/ }).click();
}

test('metadata without texts: its sources are asked for in the review', async () => {
  await openWizard(await mysteryPage());
  const text = 'contract Own {}';
  const metadata = {
    compiler: { version: '0.8.37+commit.00000000' },
    language: 'Solidity',
    output: {},
    settings: { compilationTarget: { 'Own.sol': 'Own' } },
    sources: { 'Own.sol': { keccak256: keccak256(toHex(text)), urls: [] } },
    version: 1,
  };
  await method(/^JSON upload/).click();
  await page
    .getByLabelText('JSON file', { exact: true })
    .upload(new File([JSON.stringify(metadata)], 'input.json', { type: 'application/json' }));
  await expect.element(page.getByText(/ of \d[\d,]* sources? and its settings\.$/)).toBeVisible();
  await toReview.click();
  await expect.element(page.getByText('1 source missing')).toBeVisible();
  await page.getByLabelText('Files of missing imports').upload(new File([text], 'any-name.sol'));
  await expect.element(page.getByText('Nothing is missing')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Root contract' })).toHaveTextContent('Own');
});

test('an ABI alone: its functions are known, and that it is no source is said', async () => {
  await openWizard(await mysteryPage(), { fresh: true });
  await method(/^ABI upload/).click();
  await abi.fill('{');
  await verify.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The ABI is not valid JSON.');
  await abi.fill('["function tell(uint256 key, uint256 secret) returns (bytes32 digest)"]');
  await verify.click();
  await expect.element(verified).toBeVisible();
  await page.getByRole('link', { name: 'Open the contract' }).click();
  await expect.element(page.getByText('This is ABI verified contract')).toBeVisible();
  await page.getByRole('link', { name: 'Read/Write' }).click();
  await functions.getByRole('link', { name: /^Write/ }).click();
  await functions.getByRole('button', { name: /^tell\(/ }).click();
  await expect
    .element(functions.getByText('Write is disabled: only the ABI of this contract is verified'))
    .toBeVisible();
});

test('an ABI of ten thousand entries is kept, searched, and lists its first functions', async () => {
  const contract = await mysteryPage();
  await openWizard(contract, { fresh: true });
  await method(/^ABI upload/).click();
  const entries = Array.from({ length: 9_999 }, (_, at) => `function ask${at + 1}(uint256 key) view returns (uint256)`);
  // One of the functions is in the code: an ABI that has none of them is another contract's.
  entries.push('function tell(uint256 key, uint256 secret) view returns (bytes32)');
  await abi.fill(JSON.stringify(entries));
  await verify.click();
  await expect.element(verified, COMPILED).toBeVisible();
  await openPage('/settings');
  await expect.element(page.getByText(/matches 1 contract met so far/)).toBeVisible();
  await openPage(`${contract}/read`);
  await expect.element(functions.getByText('and 9,500 more: search for them'), COMPILED).toBeVisible();
  await functions.getByRole('searchbox', { name: 'Search functions' }).fill('ask9999(');
  await expect.element(functions.getByRole('button', { name: /^ask9999\(/ })).toBeVisible();
  await expect.element(functions.getByText('10,000 functions')).toBeVisible();
});

test('in the explorer, there is no private verification', async () => {
  const { rpcUrl, addressOf } = await demoChain();
  await openPage(`/contract/${addressOf('Mystery')}/verify`, { config: explorer(rpcUrl) });
  await expect.element(method(/^Paste source/)).toBeVisible();
  await expect.element(method(/^ABI upload/)).not.toBeInTheDocument();
  await method(/^Paste source/).click();
  await source.fill('contract Other {}');
  await toReview.click();
  await expect.element(method(/^Other/)).toBeChecked();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.element(method(/^Paste source/)).not.toBeChecked();
  await method(/^Paste source/).click();
  await expect.element(source).toHaveValue('');
  await expect.element(page.getByRole('button', { name: 'Visibility' })).not.toBeInTheDocument();
});

test('a missing import is loaded from npm at the version that is given, once that is allowed', async () => {
  const files = import.meta.glob<string>(
    '../../../node_modules/@openzeppelin/contracts/utils/{Strings,Panic,math/*}.sol',
    { query: '?raw', import: 'default' },
  );
  const answersTo = await Promise.all(
    Object.entries(files).map(async ([path, read]) => ({
      path: new RegExp(`^/@openzeppelin/contracts@5\\.4\\.0/${path.split('/contracts/')[1]}$`),
      body: await read(),
    })),
  );
  const packages = untilEnd(await nodeService.startJsonServer({ status: 404, body: {}, answersTo }));
  const config = workbench((await demoChain()).rpcUrl, { thirdParties: { packages } });
  await openWizard(await mysteryPage(), { config });
  await method(/^Paste source/).click();
  await source.fill('import "@openzeppelin/contracts/utils/Strings.sol"; contract Own {}');
  await toReview.click();
  const loading = page.getByRole('region', { name: 'From npm and IPFS' });
  await loading.getByRole('textbox', { name: 'Version of @openzeppelin/contracts' }).fill('5.4.0');
  expect(await axeViolations()).toEqual([]);
  expect(await nodeService.requestsTo(packages)).toEqual([]);
  await loading.getByRole('button', { name: 'Allow and load 1 source' }).click();
  await expect.element(page.getByText('Nothing is missing')).toBeVisible();
  const imports = page.getByRole('region', { name: 'Imports' });
  await expect.element(imports.getByText('@openzeppelin/contracts/utils/math/Math.sol', { exact: true })).toBeVisible();
  await expect.element(toSettings).toBeEnabled();
});

test('a draft is said to be saved once the last of it is', async () => {
  await openWizard(await mysteryPage());
  await method(/^Paste source/).click();
  await source.fill('contract A {}');
  const saved = page.getByText('Draft saved on this device.');
  await expect.element(saved).toBeVisible();

  // A write that began waits for this one.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = await withDatabase(undefined, async (db) => vi.spyOn(db, 'transaction'));
  const held = withDatabase(undefined, (db) =>
    db.transaction('rw', db.verificationDrafts, () => Dexie.waitFor(released)),
  );
  await source.fill('contract B {}');
  await expect.poll(() => begun?.mock.calls.length).toBe(2);
  await source.fill('contract C {}');
  release();
  await held;
  await expect.element(saved).toBeVisible();
  const mystery = (await demoChain()).addressOf('Mystery');
  expect((await readVerificationDraft(CHAIN as NetworkId, mystery as Address))?.draft.pasted.text).toBe(
    'contract C {}',
  );
});

test('pasted source: a difference, the settings that match, and a contract that every page knows', async () => {
  const config = workbench((await demoChain()).rpcUrl, { thirdParties: COMPILERS });
  await openPage('/settings', { config });
  await turnSwitch('Ask Compilers');

  const made = await openPage('/projects', { config });
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbor');
  await page.getByRole('dialog').getByRole('button', { name: 'Create the project' }).click();
  await expect.poll(made.address).toMatch(/\/projects\/[^/]+\/harbor$/);
  const project = made.address();

  const contract = await mysteryPage();
  const app = await openPage(`${contract}/code`, { config });
  await page.getByRole('link', { name: 'Verify Contract' }).click();
  await goOnToUpload();
  await method(/^Paste source/).click();
  await page.getByRole('textbox', { name: 'File name' }).fill(FILE);
  await source.fill(`import "./Gone.sol";\n${SOURCE}`);
  await toReview.click();
  await expect.element(method(/^Mystery/)).toBeChecked();
  await expect.element(page.getByText('Imported at line 1 of contracts/unverified/Mystery.sol.')).toBeVisible();
  await expect.element(toSettings).toBeDisabled();
  expect(await axeViolations()).toEqual([]);

  await openStep('Upload');
  await source.fill(SOURCE);
  await expect.element(page.getByText('Draft saved on this device.')).toBeVisible();
  await openPage(app.address(), { config, reloaded: true });
  // The draft goes on where its sources are looked at.
  await toSettings.click();
  await expect
    .element(page.getByRole('combobox', { name: 'Solidity version' }))
    .toHaveValue(expect.stringMatching(/^0\.8\.37\+commit/));
  await compile();
  await expect.element(page.getByText('Not verified'), COMPILED).toBeVisible();
  await expect.element(page.getByRole('img', { name: /^Map of the deployed code/ })).toBeVisible();
  expect(await axeViolations()).toEqual([]);

  await openStep('Compiler settings');
  await fillSettings();
  await compile();
  await expect.element(page.getByText('Exact match', { exact: true }).first(), COMPILED).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Contract successfully verified' })).toBeVisible();
  const title = page.getByRole('heading', { level: 1, name: 'Mystery' });
  await expect.element(title).toBeVisible();
  // It belongs to a project, with the contract that it is of.
  const owner = page.getByRole('combobox', { name: 'Project of Mystery' });
  await userEvent.selectOptions(owner, 'Harbor');
  await expect.element(owner.getByCss('option:checked')).toHaveTextContent('Harbor');
  expect(await axeViolations()).toEqual([]);
  await page.getByRole('link', { name: 'Open the contract' }).click();
  await expect
    .element(page.getByRole('textbox', { name: 'Source of Mystery.sol' }))
    .toHaveTextContent('contract Mystery');
  await openPage(`${contract}/code`, { config, reloaded: true });
  await expect.element(title).toBeVisible();
  await openPage(`${project}?tab=contracts`, { config });
  await expect.element(page.getByRole('table', { name: 'Contracts on Demo' })).toHaveTextContent('Verified, private');
  await expect
    .element(page.getByRole('table', { name: 'Private verifications of the project' }))
    .toHaveTextContent(`Mystery at ${(await demoChain()).addressOf('Mystery')}`);
  expect(await axeViolations()).toEqual([]);
}, 360_000);

test('other addresses with code of the same sources are published with the contract', async () => {
  const sourcify = untilEnd(
    await nodeService.startJsonServer({
      status: 202,
      body: { verificationId: 'job-a' },
      answersTo: [
        {
          path: /^\/v2\/verify\/job-/,
          body: { isJobCompleted: true, contract: { match: 'exact_match' } },
        },
        { path: /bbbb$/, status: 202, body: { verificationId: 'job-b' } },
      ],
    }),
  );
  const node = untilEnd(await nodeService.startNode({ chainId: CHAIN }));
  const [first, second, other] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`);
  const demo = await demoChain();
  const code = await callNode(demo.rpcUrl, 'eth_getCode', [demo.addressOf('Mystery'), 'latest']);
  for (const address of [first, second]) await callNode(node, 'anvil_setCode', [address, code]);
  await callNode(node, 'anvil_setCode', [other, '0x6001600155']);
  const config = workbench(node, { thirdParties: { ...COMPILERS, sourcify } });
  await openPage('/settings', { config });
  await turnSwitch('Ask Compilers');

  await openWizard(`/${CHAIN}/contract/${first}`, { config });
  await method(/^Paste source/).click();
  await page.getByRole('textbox', { name: 'File name' }).fill(FILE);
  await source.fill(SOURCE);
  await toReview.click();
  const root = page.getByRole('region', { name: 'Root contract' }).getByRole('radio', { name: /^Mystery/ });
  await root.click();
  await expect.element(root).toBeChecked();
  await toSettings.click();
  await expect.element(page.getByRole('combobox', { name: 'Solidity version' })).not.toHaveValue('');
  await fillSettings();
  await compile();
  await expect
    .element(page.getByRole('heading', { level: 3, name: /Exact match|Partial match|Not verified/ }), COMPILED)
    .toHaveTextContent('Exact match');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Make it public, too' }).click();
  await page.getByText('Other contracts of these sources', { exact: true }).click();
  const addresses = page.getByRole('textbox', { name: 'Addresses' });
  await addresses.fill(`${second}\n0x12`);
  await userEvent.tab();
  await expect.element(page.getByText('“0x12” is no address.')).toBeVisible();
  await addresses.fill(`${second}\n${other}`);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const found = page.getByRole('list', { name: 'Contracts to publish' }).getByRole('checkbox');
  await expect.element(found, COMPILED).toBeChecked();
  await expect.element(found).toHaveAccessibleName(expect.stringContaining('Mystery'));
  await expect.element(found).toHaveLength(1);
  await page.getByText('1 address left out').click();
  await expect.element(page.getByRole('list', { name: 'Left out' }).getByText('Other code')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Publish 2 contracts to Sourcify' }).click();
  await expect.element(page.getByText(/Sourcify verified the contract: exact match/)).toHaveLength(2);
  expect((await nodeService.requestsTo(sourcify)).filter((path) => path.endsWith(second ?? ''))).not.toEqual([]);
}, 360_000);
