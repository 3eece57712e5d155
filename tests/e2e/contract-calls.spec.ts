/**
 * Calling a contract: reads by themselves, a simulation, and transactions
 * through a wallet of the browser and through a development node. The chain is
 * the spec's own, because it is written to.
 */
import type { Page } from '@playwright/test';
import { encodeDeployData, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { ANVIL_ACCOUNTS, ANVIL_KEYS, type Anvil, startAnvil } from '../helpers/anvil';
import { axeViolations } from '../helpers/axe';
import { startFaultProxy } from '../helpers/fault-proxy';
import { sendMined } from '../helpers/mined';
import { CHAIN, explorer, workbench } from './support/config';
import { expect, test } from './support/test';

const ALICE = ANVIL_ACCOUNTS[1];

type Artifact = { abi: readonly unknown[]; evm: { bytecode: { object: string } } };
type BuildOutput = { output: { contracts: Record<string, Record<string, Artifact>> } };

/** Deploys a contract of the demo's build output, with the node's first account. */
async function deploy(node: Anvil, buildOutput: string, name: string): Promise<string> {
  const { contracts } = (JSON.parse(buildOutput) as BuildOutput).output;
  const artifact = Object.values(contracts).find((file) => file[name] !== undefined)?.[name];
  if (artifact === undefined) throw new Error(`The build output has no ${name}.`);
  const bytecode = `0x${artifact.evm.bytecode.object}` as Hex;
  const data = encodeDeployData({ abi: [], bytecode });
  return (await sendMined(node, { from: ANVIL_ACCOUNTS[0], data })).contractAddress;
}

/** What the test wallet does outside the page: sign with a real key, and send by real JSON-RPC. */
async function signAndSend(node: Anvil, key: Hex, transaction: Record<string, string>): Promise<string> {
  const account = privateKeyToAccount(key);
  const nonce = await node.call<string>('eth_getTransactionCount', [account.address, 'pending']);
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: CHAIN,
    nonce: Number(nonce),
    to: transaction.to as Hex,
    data: transaction.data as Hex,
    value: BigInt(transaction.value ?? '0x0'),
    gas: 1_000_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
  });
  return node.call('eth_sendRawTransaction', [raw]);
}

/** Puts a wallet into every page, which announces itself as EIP-6963 says. It begins on chain 1, and refuses while `refuses` says so. */
async function installWallet(page: Page, node: Anvil): Promise<{ refuses: boolean }> {
  const state = { refuses: false, chainId: 1 };
  await page.exposeFunction('testWalletRequest', async (method: string, params: Record<string, string>[]) => {
    const [first] = params;
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return { result: [ALICE] };
      case 'eth_chainId':
        return { result: `0x${state.chainId.toString(16)}` };
      case 'wallet_switchEthereumChain':
        state.chainId = Number(first?.chainId);
        return { result: null, chainChanged: first?.chainId };
      case 'eth_sendTransaction':
        if (state.refuses) return { error: { code: 4001, message: 'User rejected' } };
        return { result: await signAndSend(node, ANVIL_KEYS[1], first ?? {}) };
      default:
        return { error: { code: -32601, message: `no ${method} here` } };
    }
  });
  await page.addInitScript(() => {
    type Answer = { result?: unknown; error?: { code: number; message: string }; chainChanged?: string };
    const ask = (window as unknown as { testWalletRequest: (method: string, params: unknown) => Promise<Answer> })
      .testWalletRequest;
    const listeners: { event: string; listener: (value: unknown) => void }[] = [];
    const provider = {
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        const { result, error, chainChanged } = await ask(method, params ?? []);
        if (error) throw error;
        if (chainChanged !== undefined)
          for (const { event, listener } of listeners) if (event === 'chainChanged') listener(chainChanged);
        return result;
      },
      on: (event: string, listener: (value: unknown) => void) => listeners.push({ event, listener }),
      removeListener: () => undefined,
    };
    const detail = { info: { uuid: 'u', name: 'Test Wallet', icon: '', rdns: 'test.wallet' }, provider };
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  });
  return state;
}

const functionsOf = (page: Page) => page.getByRole('region', { name: 'Read/Write' });

/** The line of a function; its name stands before the parenthesis. */
function line(page: Page, name: string) {
  return functionsOf(page).getByRole('button', { name: new RegExp(`^${name}\\(`) });
}

async function write(page: Page, text: string): Promise<void> {
  await line(page, 'write').click();
  await functionsOf(page).getByRole('textbox', { name: /^text/ }).fill(text);
}

let node: Anvil;
let diary: string;

test.beforeEach(async ({ demo, stopAtEnd }) => {
  node = stopAtEnd(await startAnvil({ chainId: CHAIN }));
  diary = await deploy(node, demo.buildOutput, 'Diary');
});

test('a wallet: told first, on the wrong chain, switched, rejected, and a transaction read back', {
  tag: '@account',
}, async ({ page, serve }) => {
  const wallet = await installWallet(page, node);
  const base = await serve(workbench(node.url));
  await page.goto(`${base}/${CHAIN}/contract/${diary}/write`);
  const functions = functionsOf(page);
  await write(page, 'first');
  await functions.getByRole('button', { name: 'Simulate', exact: true }).click();
  await expect(functions.getByText('transaction is likely to succeed')).toBeVisible();
  await expect(functions.getByRole('button', { name: 'Write write' })).toBeDisabled();

  await functions.getByRole('button', { name: 'Connect wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect wallet' });
  await dialog.getByRole('button', { name: 'I Understand' }).click();
  await dialog.getByRole('button', { name: 'Test Wallet' }).click();
  await expect(functions.getByText('Your wallet is connected to chainId: 1', { exact: true })).toBeVisible();
  await expect(functions.getByText('Please switch to Demo (chainId: 31337)').first()).toBeVisible();
  await functions.getByRole('button', { name: 'Switch to Demo' }).click();
  await expect(functions.getByRole('button', { name: 'Write write' })).toBeEnabled();
  expect(await axeViolations(page)).toEqual([]);

  wallet.refuses = true;
  await functions.getByRole('button', { name: 'Write write' }).click();
  await expect(functions.getByText('You rejected the request in your wallet.')).toBeVisible();
  wallet.refuses = false;
  await functions.getByRole('button', { name: 'Write write' }).click();
  await expect(functions.getByText('Transaction created')).toBeVisible();
  await expect(functions.getByText(/^Success in block/)).toBeVisible();

  await functions.getByRole('link', { name: /^Read/ }).click();
  await line(page, 'entries').click();
  await expect(functions.getByText('"first"')).toBeVisible();

  // Connected again after a reload, without a question.
  await page.goto(`${base}/${CHAIN}/contract/${diary}/write`);
  await expect(functions.getByRole('button', { name: 'Disconnect' })).toBeVisible();
});

test('a wallet that announces itself late is offered all the same', { tag: '@account' }, async ({ page, serve }) => {
  const base = await serve(workbench(node.url));
  await page.goto(`${base}/${CHAIN}/contract/${diary}/write`);
  await functionsOf(page).getByRole('button', { name: 'Connect wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect wallet' });
  await dialog.getByRole('button', { name: 'I Understand' }).click();
  await expect(dialog.getByText('No wallet is installed in this browser.')).toBeVisible();
  await page.evaluate(() => {
    const provider = { request: () => Promise.reject(new Error('locked')) };
    const detail = { info: { uuid: 'l', name: 'Late Wallet', icon: '', rdns: 'test.late' }, provider };
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  });
  await dialog.getByRole('button', { name: 'Late Wallet' }).click();
  await expect(dialog.getByText('Your wallet refused: locked')).toBeVisible();
});

test('an account that the node unlocks writes, in the explorer of the chain', { tag: '@account' }, async ({
  page,
  serve,
}) => {
  const base = await serve(explorer(node.url));
  await page.goto(`${base}/contract/${diary}/write`);
  const functions = functionsOf(page);
  await functions.getByRole('button', { name: 'Connect wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect wallet' });
  await dialog.getByRole('button', { name: 'I Understand' }).click();
  await dialog.getByRole('button', { name: /^Development node/ }).click();
  await expect(functions.getByText('Unlocked by the node, no wallet asks')).toBeVisible();
  await write(page, 'by the node');
  await functions.getByRole('button', { name: 'Write write' }).click();
  await expect(functions.getByText(/^Success in block/)).toBeVisible();
  await functions.getByRole('link', { name: 'View transaction' }).click();
  await expect(page).toHaveURL(/\/tx\/0x[0-9a-f]{64}/);
});

test('reads say what is wrong with a field, what the contract says, and of which block they are', {
  tag: '@account',
}, async ({ page, serve }) => {
  const base = await serve(workbench(node.url));
  await page.goto(`${base}/${CHAIN}/contract/${diary}/no-such-tab`);
  await expect(page).toHaveURL(/\/read$/);
  const functions = functionsOf(page);
  await line(page, 'entries').click();
  await expect(functions.getByText('The call reverted')).toBeVisible();
  const field = functions.getByRole('textbox', { name: /^arg0/ });
  await field.fill('-1');
  await field.blur();
  await expect(
    functions.getByText('Encode input parameters failed: “-1” does not fit uint256, the smallest is 0'),
  ).toBeVisible();
  await functions.getByRole('button', { name: 'block', exact: true }).click();
  const block = functions.getByRole('textbox', { name: 'Block number' });
  await block.fill('99999999');
  await expect(functions.getByText(/^Block 99,999,999 is above the latest/)).toBeVisible();
  await functions.getByRole('searchbox', { name: 'Search functions' }).fill('nothing like it');
  await expect(functions.getByText('No results')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

test('a read on state that is changed for it says so, and is as before without the change', {
  tag: '@account',
}, async ({ page, serve, stopAtEnd }) => {
  const proxy = stopAtEnd(await startFaultProxy(node.url));
  const base = await serve(workbench(proxy.url));
  await page.goto(`${base}/${CHAIN}/contract/${diary}/read`);
  const functions = functionsOf(page);
  await line(page, 'entries').click();
  await expect(functions.getByText('The call reverted')).toBeVisible();
  await functions.getByRole('button', { name: 'Change state' }).click();
  const changed = functions.getByRole('region', { name: 'Changed state' });
  await expect(changed.getByRole('combobox', { name: 'Address' })).toHaveValue(diary);
  const slots = changed.getByRole('textbox', { name: 'Storage' });
  await slots.fill('0x0 = many');
  await slots.blur();
  await expect(changed.getByText(/is not slot = value/)).toBeVisible();
  // An entry that nobody wrote, in a list that is said to have one.
  await slots.fill('0x0 = 1');
  const badge = functions.getByText('changed state', { exact: true });
  await expect(badge).toHaveAttribute('title', 'The endpoint called on the state that you changed');
  await expect(functions.getByText('The call reverted')).toBeHidden();
  expect(await axeViolations(page)).toEqual([]);
  // An endpoint that calls on the state as it is: what has code in the changed state alone answers nothing.
  proxy.set({ own: (method, params) => (method === 'eth_call' && params[2] !== undefined ? '0x' : undefined) });
  await slots.fill('0x0 = 2');
  await expect(badge).toHaveAttribute('title', /^Executed in this browser: /);
  await expect(functions.getByText('The call reverted')).toBeHidden();
  proxy.set({});
  await changed.getByRole('button', { name: 'Remove Account 1' }).click();
  await expect(functions.getByText('The call reverted')).toBeVisible();
});

/** Plain, UUPS, behind a beacon, a clone, tokens of three standards, a library, and one that nobody verified. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  Router: ['Read', 'Write'],
  VaultProxy: ['Read as Proxy', 'Write as Proxy'],
  NorthTally: ['Read as Proxy', 'Write as Proxy'],
  // The code of a clone is an address in a frame, which no build output has.
  FirstEscrow: ['Read as Proxy', 'Write as Proxy', 'Unverified functions'],
  Maple: ['Read', 'Write'],
  Postcards: ['Read', 'Write'],
  Provisions: ['Read', 'Write'],
  Statistics: ['Read', 'Write'],
  Mystery: ['Unverified functions'],
};

for (const variant of ['workbench', 'explorer'] as const) {
  test(`${variant}: every kind of contract lists its functions under its headings`, { tag: '@account' }, async ({
    page,
    serve,
    demo,
  }) => {
    const base = await serve(variant === 'workbench' ? workbench(demo.rpcUrl) : explorer(demo.rpcUrl));
    const root = variant === 'workbench' ? `${base}/${CHAIN}` : base;
    const functions = functionsOf(page);
    const headings = functions.getByRole('navigation', { name: 'Kinds of functions' }).getByRole('link');
    for (const [name, tabs] of Object.entries(KINDS)) {
      await test.step(name, async () => {
        await page.goto(`${root}/contract/${demo.addressOf(name)}/read?view=contract`);
        await expect(headings).toHaveText(tabs.map((tab) => new RegExp(`^${tab}\\s*\\d*$`)));
        for (const [at, tab] of tabs.entries()) {
          await headings.nth(at).click();
          await expect(headings.nth(at)).toHaveAttribute('aria-current', 'page');
          if (tab === 'Unverified functions') {
            await expect(functions.getByRole('button', { name: 'I understand' })).toBeVisible();
            continue;
          }
          const listed = functions.getByRole('heading', { level: 3 });
          const counted = async () => Number(/\d+$/.exec((await headings.nth(at).textContent()) ?? '')?.[0]);
          await expect.poll(async () => (await listed.count()) - (await counted())).toBe(0);
        }
      });
    }
  });
}

test('a function says what its author wrote of it, and an amount is typed in a unit', {
  tag: '@account',
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const pair = demo.addressOf('MapleJuniperPair').toLowerCase();
  await page.goto(`${base}/${CHAIN}/contract/${pair}/write`);
  const functions = functionsOf(page);
  await line(page, 'mint').click();
  await expect(functions.getByText('Shares for the tokens that were sent here before.')).toBeVisible();
  await line(page, 'approve').click();
  const value = functions.getByRole('textbox', { name: /^value/ });
  await functions.getByRole('combobox', { name: 'Unit of value' }).selectOption('Gwei');
  await value.fill('1.5');
  await expect(functions.getByText('= 1500000000', { exact: true })).toBeVisible();
  await functions.getByRole('combobox', { name: 'Unit of value' }).selectOption('exact');
  await expect(value).toHaveValue('1500000000');
  expect(await axeViolations(page)).toEqual([]);
});
