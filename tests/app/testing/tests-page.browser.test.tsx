/** The page of tests, from a dropped folder to the debugger at a failure, by keyboard and by mouse. */
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readTestProjects, saveTestResults } from '../../../src/db/reader/test-projects';
import { demoChain, openPage } from '../../helpers/demo-page';
import { nodeService } from '../../helpers/node-client';

let build: string;
let wasteful: string;
beforeAll(async () => {
  [build, wasteful] = await Promise.all([nodeService.testedProject(), nodeService.testedProject(true)]);
});

/** A folder as the browser hands in one that is dropped. */
function folder(path: string, entries: readonly FileSystemEntry[]) {
  let told = false;
  return {
    name: path.split('/').at(-1),
    fullPath: path,
    isFile: false,
    isDirectory: true,
    createReader: () => ({
      readEntries(tell: (some: readonly FileSystemEntry[]) => void) {
        tell(told ? [] : entries);
        told = true;
      },
    }),
  } as unknown as FileSystemEntry;
}

function file(path: string, text: string) {
  const name = path.split('/').at(-1) ?? '';
  const made = new File([text], name, { lastModified: 1 });
  const tell = (taken: (file: File) => void) => taken(made);
  return { name, fullPath: path, isFile: true, isDirectory: false, file: tell } as unknown as FileSystemEntry;
}

async function dropProject(text = build, configuration = '[profile.default]'): Promise<void> {
  const info = folder('/vault/out/build-info', [file('/vault/out/build-info/vault.json', text)]);
  const project = folder('/vault', [file('/vault/foundry.toml', configuration), folder('/vault/out', [info])]);
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(drop, 'dataTransfer', {
    value: { files: [], items: [{ kind: 'file', webkitGetAsEntry: () => project }], types: ['Files'] },
  });
  const target = page.getByText('Drop the folder of a project here');
  await expect.element(target).toBeVisible();
  target.element().dispatchEvent(drop);
}

/** Tests that ran since their runs were forgotten: their gas has one to compare with. */
async function ranAgain(): Promise<string[]> {
  const [row] = await readTestProjects();
  return (row?.results ?? []).filter(({ gasBefore }) => gasBefore !== undefined).map(({ signature }) => signature);
}

async function forgetRuns(): Promise<void> {
  const [row] = await readTestProjects();
  if (row === undefined) throw new Error('no project is kept');
  await saveTestResults(
    row.id,
    row.results.map(({ gasBefore: _, ...result }) => result),
  );
}

test('a dropped folder runs, a failed test opens, and Debug leads to the debugger at the failure', async () => {
  const app = await openPage('/tests', { fresh: true });
  await dropProject();
  await expect.element(page.getByText('1 failed, 2 passed of 3 tests in 1 suite')).toBeVisible();
  // Failed ones come first, with the line of the test's own file.
  const first = page.getByRole('list', { name: 'Tests' }).getByRole('button').first();
  await expect.element(first).toHaveTextContent(/testWrongBalance.*not the same · Vault\.t\.sol:5/);

  await userEvent.keyboard('/');
  await userEvent.keyboard('Wrong');
  await expect.element(page.getByText('1 test', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await first.click();
  await expect.element(page.getByText('test/Vault.t.sol:10')).toBeVisible();
  const stack = page.getByRole('list', { name: 'Stack trace' });
  await expect.element(stack).toHaveTextContent(/VaultTest\.same Vault\.t\.sol:5/);
  await expect.element(stack).toHaveTextContent(/VaultTest\.testWrongBalance Vault\.t\.sol:12/);
  // The reason stands once: above, and neither in the line any more nor in the stack.
  const opened = page.getByRole('list', { name: 'Tests' }).getByRole('listitem').first();
  expect(opened.element().textContent?.split('not the same')).toHaveLength(2);
  // The helper compares what it is given: `same(vault.balances(address(this)), 3)` read it.
  const read = page.getByRole('list', { name: 'Values read' });
  await expect.element(read).toHaveTextContent(/Vault\.balances\[0x[\da-fA-F]+\] = 2 ← Vault\.sol:9/);
  await expect.element(read).toHaveTextContent(/VaultTest\.vault = 0x[\da-fA-F]{40} ← Vault\.t\.sol:7 in setUp/);
  await page.getByRole('link', { name: 'Debug' }).click();
  await expect.element(page.getByText('"not the same"').first()).toBeVisible();
  expect(app.address()).toMatch(/\/debugger/);
});

test('r runs all, f what failed, and coverage says which line no test ran', async () => {
  const app = await openPage('/tests');
  await dropProject();
  const told = page.getByText('1 failed, 2 passed of 3 tests in 1 suite');
  await expect.element(told).toBeVisible();
  await userEvent.keyboard('r');
  await expect.poll(ranAgain).toEqual(['testPuts()', 'testPutsMore()', 'testWrongBalance()']);
  await forgetRuns();
  expect(await ranAgain()).toEqual([]);
  await userEvent.keyboard('f');
  await expect.poll(ranAgain).toEqual(['testWrongBalance()']);
  await page.getByRole('button', { name: 'Coverage' }).click();
  await page.getByRole('button', { name: 'Run with coverage' }).click();
  // Lines 5, 6 and 9 of 5, 6, 7, 9, 11 and 12.
  await expect.element(page.getByRole('row', { name: /src\/Vault\.sol/ })).toHaveTextContent(/50 % 3 of 6/);
  await page.getByRole('button', { name: 'src/Vault.sol' }).click();
  await expect.element(page.getByText('3 lines never ran')).toBeVisible();
  await page.getByRole('button', { name: 'Next line that never ran' }).click();
  await expect.element(page.getByText('No test ran line 7.')).toBeVisible();
  const dearest = () =>
    Math.max(
      ...[...document.querySelectorAll('.cm-gas .cm-gutterElement')].map(({ textContent }) =>
        // Behind the change against the run before, where there is one.
        Number(textContent?.split(' ').at(-1)?.replaceAll(',', '')),
      ),
    );
  // Line 9 writes three slots that were zero and cold, and one again.
  await expect.poll(dearest).toBeGreaterThan(3 * 22_100);
  const before = dearest();

  // Compiled anew with a loop in front of that line, which stays as dear as it was.
  await app.follow('/tests');
  await dropProject(wasteful);
  await expect.element(told).toBeVisible();
  await page.getByRole('button', { name: 'Coverage' }).click();
  await page.getByRole('button', { name: 'Run with coverage' }).click();
  const row = page.getByRole('row', { name: /src\/Vault\.sol/ });
  await expect.element(row).toHaveTextContent(/\+[\d,]{4,}/);
  await page.getByRole('button', { name: 'src/Vault.sol' }).click();
  await expect.poll(dearest).toBe(before);
});

test('forks stand at a block and right before a transaction of a chain that the reader has', async () => {
  const { rpcUrl, hashOf } = await demoChain();
  const hash = hashOf('erc20-transfer');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionByHash', params: [hash] });
  const headers = { 'content-type': 'application/json' };
  const { result } = (await (await fetch(rpcUrl, { method: 'POST', headers, body })).json()) as {
    result: { from: string; nonce: string; blockNumber: string };
  };
  const at = { hash, from: result.from, nonce: Number(result.nonce), block: Number(result.blockNumber) };
  const forking = await nodeService.forkingProject(at);

  await openPage('/tests', { fresh: true });
  await dropProject(forking, `[rpc_endpoints]\nchain = "\${NODE}"`);
  await expect.element(page.getByText('2 failed, 0 passed of 2 tests in 1 suite')).toBeVisible();
  // foundry.toml names it by a variable, which the reader gives.
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByLabelText('As in a file .env').fill(`export NODE='${rpcUrl}'`);
  await expect.element(page.getByText('Read: NODE')).toBeVisible();
  await page.getByRole('button', { name: 'Keep the variables' }).click();
  await page.getByRole('button', { name: 'Run 2 failed' }).click();
  await expect.element(page.getByText('2 passed of 2 tests in 1 suite')).toBeVisible();

  // Who else names an endpoint has it asked nothing.
  await openPage('/tests', { fresh: true });
  await dropProject(forking, `[rpc_endpoints]\nchain = "${rpcUrl}/other"`);
  await expect.element(page.getByText('2 failed, 0 passed of 2 tests in 1 suite')).toBeVisible();
});
