/** The wizard, on the contract of the demo chain that nobody verified: its source is in devnet. */
import { readFileSync } from 'node:fs';
import { keccak256, toHex } from 'viem';
import { installedCompilers } from '../../tools/solc/installed';
import { servedCompilers } from '../../tools/solc/served';
import { startAnvil } from '../helpers/anvil';
import { axeViolations } from '../helpers/axe';
import { startJsonServer } from '../helpers/json-server';
import { violationsInBothThemes } from './support/axe-themes';
import { CHAIN, explorer, workbench } from './support/config';
import { turnSwitch } from './support/settings';
import { expect, test } from './support/test';
import { chooseRoot, compile, openWizard, pasteSource, uploadJson, uploadMissing } from './support/wizard';

const FILE = 'contracts/unverified/Mystery.sol';
const SOURCE = readFileSync(new URL('../../devnet/contracts/unverified/Mystery.sol', import.meta.url), 'utf8');

/** A compiler is loaded and run, which takes long on a busy machine. */
test.describe.configure({ timeout: 240_000 });
const COMPILED = { timeout: 120_000 };

test('pasted source: a difference, the settings that match, and a contract that every page knows', {
  tag: ['@account', '@source'],
}, async ({ page, serve, demo, stopAtEnd }) => {
  const soljson = readFileSync(installedCompilers().at(-1)?.soljson ?? '', 'utf8');
  const { list } = servedCompilers();
  const compilers = stopAtEnd(await startJsonServer((path) => ({ body: path === '/list.json' ? list : soljson })));
  const base = await serve(workbench(demo.rpcUrl, { thirdParties: { compilers: `${compilers.url}/list.json` } }));
  await page.goto(`${base}/settings`);
  await turnSwitch(page, 'Ask Compilers');

  await page.goto(`${base}/projects`);
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbor');
  await page.getByRole('dialog').getByRole('button', { name: 'Make the project' }).click();
  await expect(page).toHaveURL(/\/projects\/[^/]+\/harbor$/);
  const project = page.url();

  const address = demo.addressOf('Mystery').toLowerCase();
  await page.goto(`${base}/${CHAIN}/contract/${address}/code`);
  await page.getByRole('link', { name: 'Verify Contract' }).click();
  await page.getByRole('radio', { name: /^Private/ }).click();
  await page.getByRole('button', { name: 'Go on to upload' }).click();
  await page.getByRole('radio', { name: /^Paste source/ }).click();
  await page.getByRole('textbox', { name: 'File name' }).fill(FILE);
  await page.getByRole('textbox', { name: 'Source' }).fill(`import "./Gone.sol";\n${SOURCE}`);
  await page.getByRole('button', { name: 'Go on to review' }).click();
  await expect(page.getByRole('radio', { name: /^Mystery/ })).toBeChecked();
  await expect(page.getByText('Imported at line 1 of contracts/unverified/Mystery.sol.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go on to compiler settings' })).toBeDisabled();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page
    .getByRole('navigation', { name: 'Steps of the verification' })
    .getByRole('button', { name: 'Upload' })
    .click();
  await page.getByRole('textbox', { name: 'Source' }).fill(SOURCE);
  await expect(page.getByText('Draft saved on this device.')).toBeVisible();
  await page.reload();
  // The draft goes on where its sources are looked at.
  await page.getByRole('button', { name: 'Go on to compiler settings' }).click();
  await expect(page.getByRole('combobox', { name: 'Solidity version' })).toHaveValue(/^0\.8\.37\+commit/);
  await page.getByRole('button', { name: /^Compile and compare with/ }).click();
  await expect(page.getByText('Not verified')).toBeVisible(COMPILED);
  await expect(page.getByRole('img', { name: /^Map of the deployed code/ })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await page
    .getByRole('navigation', { name: 'Steps of the verification' })
    .getByRole('button', { name: 'Compiler settings' })
    .click();
  await page.getByRole('checkbox', { name: 'Optimizations' }).click();
  await page.getByRole('combobox', { name: 'EVM version' }).click();
  await page.getByRole('option', { name: 'prague' }).click();
  await page.getByRole('button', { name: /^Compile and compare with/ }).click();
  await expect(page.getByText('Exact match', { exact: true }).first()).toBeVisible(COMPILED);
  await expect(page.getByRole('heading', { name: 'Contract successfully verified' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Mystery' })).toBeVisible();
  // It belongs to a project, with the contract that it is of.
  const owner = page.getByRole('combobox', { name: 'Project of Mystery' });
  await owner.selectOption({ label: 'Harbor' });
  await expect(owner.locator('option:checked')).toHaveText('Harbor');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open the contract' }).click();
  await expect(page.getByRole('textbox', { name: 'Source of Mystery.sol' })).toContainText('contract Mystery');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Mystery' })).toBeVisible();
  await page.goto(`${project}?tab=contracts`);
  await expect(page.getByRole('table', { name: 'Contracts on Demo' })).toContainText('Verified, private');
  await expect(page.getByRole('table', { name: 'Private verifications of the project' })).toContainText(
    `Mystery at ${address}`,
  );
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('a missing import is loaded from npm at the version that is given, once that is allowed', {
  tag: ['@account', '@source'],
}, async ({ page, serve, demo, stopAtEnd }) => {
  const packages = stopAtEnd(
    await startJsonServer((path) => {
      const file = path.replace('/@openzeppelin/contracts@5.4.0/', '');
      return {
        body: readFileSync(new URL(`../../node_modules/@openzeppelin/contracts/${file}`, import.meta.url), 'utf8'),
      };
    }),
  );
  const base = await serve(workbench(demo.rpcUrl, { thirdParties: { packages: packages.url } }));
  await page.goto(`${base}/${CHAIN}/contract/${demo.addressOf('Mystery').toLowerCase()}/verify`);
  await page.getByRole('radio', { name: /^Private/ }).click();
  await page.getByRole('button', { name: 'Go on to upload' }).click();
  await page.getByRole('radio', { name: /^Paste source/ }).click();
  await page
    .getByRole('textbox', { name: 'Source' })
    .fill('import "@openzeppelin/contracts/utils/Strings.sol"; contract Own {}');
  await page.getByRole('button', { name: 'Go on to review' }).click();
  const loading = page.getByRole('region', { name: 'From npm and IPFS' });
  await loading.getByRole('textbox', { name: 'Version of @openzeppelin/contracts' }).fill('5.4.0');
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(packages.seen).toEqual([]);
  await loading.getByRole('button', { name: 'Allow and load 1 source' }).click();
  await expect(page.getByText('Nothing is missing')).toBeVisible();
  const imports = page.getByRole('region', { name: 'Imports' });
  await expect(imports.getByText('@openzeppelin/contracts/utils/math/Math.sol', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go on to compiler settings' })).toBeEnabled();
});

test('metadata without texts: its sources are asked for in the review', {
  tag: ['@account', '@source'],
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await openWizard(page, `${base}/${CHAIN}/contract/${demo.addressOf('Mystery').toLowerCase()}`);
  const text = 'contract Own {}';
  const metadata = {
    compiler: { version: '0.8.37+commit.00000000' },
    language: 'Solidity',
    output: {},
    settings: { compilationTarget: { 'Own.sol': 'Own' } },
    sources: { 'Own.sol': { keccak256: keccak256(toHex(text)), urls: [] } },
    version: 1,
  };
  await uploadJson(page, JSON.stringify(metadata));
  await page.getByRole('button', { name: 'Go on to review' }).click();
  await expect(page.getByText('1 source missing')).toBeVisible();
  await uploadMissing(page, { 'any-name.sol': text });
  await expect(page.getByRole('region', { name: 'Root contract' })).toContainText('Own');
});

test('other addresses with code of the same sources are published with the contract', {
  tag: ['@account', '@source'],
}, async ({ page, serve, demo, stopAtEnd }) => {
  const soljson = readFileSync(installedCompilers().at(-1)?.soljson ?? '', 'utf8');
  const { list } = servedCompilers();
  const compilers = stopAtEnd(await startJsonServer((path) => ({ body: path === '/list.json' ? list : soljson })));
  const sourcify = stopAtEnd(
    await startJsonServer((path) =>
      path.startsWith('/v2/verify/job-')
        ? { body: { isJobCompleted: true, contract: { match: 'exact_match' } } }
        : { status: 202, body: { verificationId: `job-${path.slice(-4)}` } },
    ),
  );
  const node = stopAtEnd(await startAnvil({ chainId: CHAIN }));
  const [first, second, other] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`);
  const code = await codeAt(demo.rpcUrl, demo.addressOf('Mystery'));
  for (const address of [first, second]) await node.call('anvil_setCode', [address, code]);
  await node.call('anvil_setCode', [other, '0x6001600155']);
  const thirdParties = { compilers: `${compilers.url}/list.json`, sourcify: sourcify.url };
  const base = await serve(workbench(node.url, { thirdParties }));
  await page.goto(`${base}/settings`);
  await turnSwitch(page, 'Ask Compilers');

  await openWizard(page, `${base}/${CHAIN}/contract/${first}`);
  await pasteSource(page, FILE, SOURCE);
  await page.getByRole('button', { name: 'Go on to review' }).click();
  await chooseRoot(page, FILE, 'Mystery');
  await page.getByRole('checkbox', { name: 'Optimizations' }).click();
  await page.getByRole('combobox', { name: 'EVM version' }).click();
  await page.getByRole('option', { name: 'prague' }).click();
  expect(await compile(page)).toBe('Exact match');
  await page.getByRole('button', { name: 'Make it public, too' }).click();
  await page.getByText('Other contracts of these sources', { exact: true }).click();
  const addresses = page.getByRole('textbox', { name: 'Addresses' });
  await addresses.fill(`${second}\n0x12`);
  await addresses.blur();
  await expect(page.getByText('“0x12” is no address.')).toBeVisible();
  await addresses.fill(`${second}\n${other}`);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const found = page.getByRole('list', { name: 'Contracts to publish' });
  await expect(found.getByRole('checkbox', { name: 'Mystery' })).toBeChecked(COMPILED);
  await expect(found.getByRole('checkbox')).toHaveCount(1);
  await page.getByText('1 address left out').click();
  await expect(page.getByRole('list', { name: 'Left out' }).getByText('Other code')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish 2 contracts to Sourcify' }).click();
  await expect(page.getByText(/Sourcify verified the contract: exact match/)).toHaveCount(2);
  expect(sourcify.seen.filter((path) => path.endsWith(second ?? '')).length).toBeGreaterThan(0);
});

async function codeAt(rpcUrl: string, address: string): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [address, 'latest'] });
  const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await answer.json()) as { result: string }).result;
}

test('an ABI alone: its functions are known, and that it is no source is said', {
  tag: ['@account', '@source'],
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const address = demo.addressOf('Mystery').toLowerCase();
  await page.goto(`${base}/${CHAIN}/contract/${address}/verify`);
  await page.getByRole('radio', { name: /^Private/ }).click();
  await page.getByRole('button', { name: 'Go on to upload' }).click();
  await page.getByRole('radio', { name: /^ABI upload/ }).click();
  await page.getByRole('textbox', { name: 'ABI', exact: true }).fill('{');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The ABI is not valid JSON.');
  await page
    .getByRole('textbox', { name: 'ABI', exact: true })
    .fill('["function tell(uint256 key, uint256 secret) returns (bytes32 digest)"]');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('ABI verified', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Open the contract' }).click();
  await expect(page.getByText('This is ABI verified contract')).toBeVisible();
  await page.getByRole('link', { name: 'Read/Write' }).click();
  const functions = page.getByRole('region', { name: 'Read/Write' });
  await functions.getByRole('link', { name: /^Write/ }).click();
  await functions.getByRole('button', { name: /^tell\(/ }).click();
  await expect(functions.getByText('Write is disabled: only the ABI of this contract is verified')).toBeVisible();
});

test('an ABI of ten thousand entries is kept, searched, and lists its first functions', {
  tag: ['@account', '@source'],
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const address = demo.addressOf('Mystery').toLowerCase();
  await page.goto(`${base}/${CHAIN}/contract/${address}/verify`);
  await page.getByRole('radio', { name: /^Private/ }).click();
  await page.getByRole('button', { name: 'Go on to upload' }).click();
  await page.getByRole('radio', { name: /^ABI upload/ }).click();
  const entries = Array.from({ length: 10_000 }, (_, at) => `function ask${at}(uint256 key) view returns (uint256)`);
  await page.getByRole('textbox', { name: 'ABI', exact: true }).fill(JSON.stringify(entries));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('ABI verified', { exact: true }).first()).toBeVisible(COMPILED);
  await page.goto(`${base}/${CHAIN}/contract/${address}/read`);
  const functions = page.getByRole('region', { name: 'Read/Write' });
  await expect(functions.getByText('and 9,500 more: search for them')).toBeVisible(COMPILED);
  await functions.getByRole('searchbox', { name: 'Search functions' }).fill('ask9999(');
  await expect(functions.getByRole('button', { name: /^ask9999\(/ })).toBeVisible();
  await expect(functions.getByText('10,000 functions')).toBeVisible();
});

test('in the explorer, there is no private verification', { tag: ['@account', '@source'] }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(explorer(demo.rpcUrl));
  await page.goto(`${base}/contract/${demo.addressOf('Mystery').toLowerCase()}/verify`);
  await expect(page.getByRole('radio', { name: /^Paste source/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^ABI upload/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Visibility' })).toHaveCount(0);
});
