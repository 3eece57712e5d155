/**
 * Calling a contract: reads by themselves, a simulation, and transactions
 * through a wallet of the browser and through a development node. The chain is
 * the file's own, because it is written to; each test writes to a contract of its own.
 */
import { encodeDeployData, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { ANVIL_ACCOUNTS, ANVIL_KEYS } from '../../helpers/anvil-accounts';
import { axeViolations } from '../../helpers/axe-page';
import { CHAIN, demoChain, explorer, openPage, untilEnd, workbench } from '../../helpers/demo-page';
import { sendMined } from '../../helpers/mined';
import { callNode, nodeService } from '../../helpers/node-client';

const ALICE = ANVIL_ACCOUNTS[1];

type Artifact = { abi: readonly unknown[]; evm: { bytecode: { object: string } } };
type BuildOutput = { output: { contracts: Record<string, Record<string, Artifact>> } };

let rpcUrl: string;
let bytecode: Hex;
let diary: string;

beforeAll(async () => {
  // The build output is there once the demo chain is.
  await demoChain();
  rpcUrl = await nodeService.startNode({ chainId: CHAIN });
  const { contracts } = ((await (await fetch('/build-output.json')).json()) as BuildOutput).output;
  const artifact = Object.values(contracts).find(({ Diary }) => Diary !== undefined)?.Diary;
  if (artifact === undefined) throw new Error('The build output has no Diary.');
  bytecode = `0x${artifact.evm.bytecode.object}`;
});
beforeEach(async () => {
  const data = encodeDeployData({ abi: [], bytecode });
  const node = { call: <T,>(method: string, params?: readonly unknown[]) => callNode(rpcUrl, method, params) as T };
  diary = (await sendMined(node, { from: ANVIL_ACCOUNTS[0], data })).contractAddress;
});
// What a wallet was told and connected to is kept there.
afterEach(() => localStorage.clear());
afterAll(() => nodeService.stopServer(rpcUrl));

const functions = page.getByRole('region', { name: 'Read/Write' });
const wallets = page.getByRole('dialog', { name: 'Connect wallet' });

/** The line of a function; its name stands before the parenthesis. */
function line(name: string): Locator {
  return functions.getByRole('button', { name: new RegExp(`^${name}\\(`) });
}

async function write(text: string): Promise<void> {
  await line('write').click();
  await functions.getByRole('textbox', { name: /^text/ }).fill(text);
}

function openDiary(tab: string, options?: Parameters<typeof openPage>[1]): ReturnType<typeof openPage> {
  return openPage(`/${CHAIN}/contract/${diary}/${tab}`, { config: workbench(rpcUrl), ...options });
}

/** Opens the dialog of wallets, and reads its notice. */
async function chooseWallet(): Promise<void> {
  await functions.getByRole('button', { name: 'Connect wallet' }).click();
  await wallets.getByRole('button', { name: 'I Understand' }).click();
}

/** Says as EIP-6963 does that a wallet is there. */
function announce(name: string, rdns: string, provider: object): void {
  const detail = { info: { uuid: rdns, name, icon: '', rdns }, provider };
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

// The first test of the file: a wallet that announced itself stays.
test('a wallet that announces itself late is offered all the same', async () => {
  await openDiary('write');
  await chooseWallet();
  await expect.element(wallets.getByText('No wallet is installed in this browser.')).toBeVisible();
  announce('Late Wallet', 'test.late', { request: () => Promise.reject(new Error('locked')) });
  await wallets.getByRole('button', { name: 'Late Wallet' }).click();
  await expect.element(wallets.getByText('Your wallet refused: locked')).toBeVisible();
});

/** Signs with a real key, and sends by real JSON-RPC. */
async function signAndSend(key: Hex, transaction: Record<string, string>): Promise<unknown> {
  const account = privateKeyToAccount(key);
  const nonce = await callNode(rpcUrl, 'eth_getTransactionCount', [account.address, 'pending']);
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
  return callNode(rpcUrl, 'eth_sendRawTransaction', [raw]);
}

/** Installs a wallet. It begins on chain 1, and refuses while `refuses` says so. */
function installWallet(): { refuses: boolean } {
  const state = { refuses: false, chainId: 1 };
  const listeners: ((chainId: string | undefined) => void)[] = [];
  const request = async ({ method, params = [] }: { method: string; params?: Record<string, string>[] }) => {
    const [first] = params;
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [ALICE];
      case 'eth_chainId':
        return `0x${state.chainId.toString(16)}`;
      case 'wallet_switchEthereumChain':
        state.chainId = Number(first?.chainId);
        for (const listener of listeners) listener(first?.chainId);
        return null;
      case 'eth_sendTransaction':
        if (state.refuses) throw { code: 4001, message: 'User rejected' };
        return signAndSend(ANVIL_KEYS[1], first ?? {});
      default:
        throw { code: -32601, message: `no ${method} here` };
    }
  };
  announce('Test Wallet', 'test.wallet', {
    request,
    on: (event: string, listener: () => void) => event === 'chainChanged' && listeners.push(listener),
    removeListener: () => undefined,
  });
  return state;
}

test('a wallet: told first, on the wrong chain, switched, rejected, and a transaction read back', async () => {
  await openDiary('write');
  await write('first');
  const wallet = installWallet();
  await functions.getByRole('button', { name: 'Simulate', exact: true }).click();
  await expect.element(functions.getByText('transaction is likely to succeed')).toBeVisible();
  await expect
    .element(functions.getByRole('link', { name: 'Run it in the simulator' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(/simulator\/new\?from=0x[\da-f]{40}&contractAddress=0x[\da-f]{40}&contractFunction=0x/i),
    );
  const sends = functions.getByRole('button', { name: 'Write write' });
  await expect.element(sends).toBeDisabled();

  await chooseWallet();
  await wallets.getByRole('button', { name: 'Test Wallet' }).click();
  await expect.element(functions.getByText('Your wallet is connected to chainId: 1', { exact: true })).toBeVisible();
  await expect.element(functions.getByText('Please switch to Demo (chainId: 31337)').first()).toBeVisible();
  await functions.getByRole('button', { name: 'Switch to Demo' }).click();
  await expect.element(sends).toBeEnabled();
  expect(await axeViolations()).toEqual([]);

  wallet.refuses = true;
  await sends.click();
  await expect.element(functions.getByText('You rejected the request in your wallet.')).toBeVisible();
  wallet.refuses = false;
  await sends.click();
  await expect.element(functions.getByText('Transaction created')).toBeVisible();
  await expect.element(functions.getByText(/^Success in block/)).toBeVisible();

  await functions.getByRole('link', { name: /^Read/ }).click();
  await line('entries').click();
  await expect.element(functions.getByText('"first"')).toBeVisible();

  // Connected again on the next visit, without a question.
  await openDiary('write', { reloaded: true });
  await expect.element(functions.getByRole('button', { name: 'Disconnect' })).toBeVisible();
});

test('reads say what is wrong with a field, what the contract says, and of which block they are', async () => {
  const app = await openDiary('no-such-tab');
  await expect.poll(app.address).toMatch(/\/read$/);
  await line('entries').click();
  await expect.element(functions.getByText('The call reverted')).toBeVisible();
  await functions.getByRole('textbox', { name: /^arg0/ }).fill('-1');
  await userEvent.tab();
  await expect
    .element(functions.getByText('Encode input parameters failed: “-1” does not fit uint256, the smallest is 0'))
    .toBeVisible();
  await functions.getByRole('button', { name: 'block', exact: true }).click();
  await functions.getByRole('textbox', { name: 'Block number' }).fill('99999999');
  await expect.element(functions.getByText(/^Block 99,999,999 is above the latest/)).toBeVisible();
  // The block stays chosen under other headings and over a reload.
  await functions.getByRole('textbox', { name: 'Block number' }).fill('earliest');
  await expect.element(functions.getByText('block 0', { exact: true }).first()).toBeVisible();
  await expect.poll(app.address).toMatch(/\/read\?block=earliest$/);
  await functions.getByRole('link', { name: /^Write/ }).click();
  await functions.getByRole('link', { name: /^Read/ }).first().click();
  await expect.element(functions.getByRole('textbox', { name: 'Block number' })).toHaveValue('earliest');
  await functions.getByRole('searchbox', { name: 'Search functions' }).fill('nothing like it');
  await expect.element(functions.getByText('No results')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

test('recovered functions return what their signature says; a result of other arguments says that it is one', async () => {
  // Answers owner() with Alice's address and balanceOf(address) with its argument, where no ether is sent.
  const at = `0x${'d2'.repeat(20)}`;
  const answers = `5b3480156028575f80fd5b5073${ALICE.slice(2)}5f5260205ff3`;
  const echoes = `5b348015604f575f80fd5b5060043573${'ff'.repeat(20)}165f5260205ff3`;
  const dispatch = `5f3560e01c80638da5cb5b14601e57806370a08231146045575f5ffd`;
  await callNode(rpcUrl, 'anvil_setCode', [
    at,
    `0x${dispatch}${'00'.repeat(30 - dispatch.length / 2)}${answers}${echoes}`,
  ]);
  await openPage(`/${CHAIN}/contract/${at}/unverified`, { config: workbench(rpcUrl) });
  await page.getByRole('button', { name: 'I understand' }).click();
  await line('owner').click();
  const shown = () => functions.element().textContent ?? '';
  await expect.poll(shown, { timeout: 20_000 }).toMatch(/0x7099/i);
  expect(shown()).not.toMatch(/0x0{24}/);
  await line('balanceOf').click();
  const account = functions.getByRole('combobox', { name: /^account/ });
  const others = functions.getByText('The result of the arguments before; those above are not valid.');
  await account.fill(ALICE, { timeout: 20_000 });
  await expect.element(functions.getByText(BigInt(ALICE).toLocaleString('en-US')).first()).toBeVisible();
  await expect.element(others).not.toBeInTheDocument();
  await account.fill('nobody');
  await userEvent.tab();
  await expect.element(others).toBeVisible();
});

test('an account that the node unlocks writes, in the explorer of the chain', async () => {
  const app = await openPage(`/contract/${diary}/write`, { config: explorer(rpcUrl) });
  await chooseWallet();
  await wallets.getByRole('button', { name: /^Development node/ }).click();
  await expect.element(functions.getByText('Unlocked by the node, no wallet asks')).toBeVisible();
  await write('by the node');
  await functions.getByRole('button', { name: 'Write write' }).click();
  await expect.element(functions.getByText(/^Success in block/)).toBeVisible();
  await functions.getByRole('link', { name: 'View transaction' }).click();
  await expect.poll(app.address).toMatch(/\/tx\/0x[0-9a-f]{64}/);
});

test('a read on state that is changed for it says so, and is as before without the change', async () => {
  const endpoint = untilEnd(await nodeService.startEndpoint(rpcUrl));
  await openDiary('read', { config: workbench(endpoint) });
  const reverted = functions.getByText('The call reverted');
  await line('entries').click();
  await expect.element(reverted).toBeVisible();
  await functions.getByRole('button', { name: 'Change state' }).click();
  const changed = functions.getByRole('region', { name: 'Changed state' });
  await expect.element(changed.getByRole('combobox', { name: 'Address' })).toHaveValue(diary);
  const slots = changed.getByRole('textbox', { name: 'Storage' });
  await slots.fill('0x0 = many');
  await userEvent.tab();
  await expect.element(changed.getByText(/is not slot = value/)).toBeVisible();
  // An entry that nobody wrote, in a list that is said to have one.
  await slots.fill('0x0 = 1');
  const badge = functions.getByText('changed state', { exact: true });
  await expect.element(badge).toHaveAttribute('title', 'The endpoint called on the state that you changed');
  await expect.element(reverted).not.toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
  // An endpoint that calls on the state as it is: what has code in the changed state alone answers nothing.
  await nodeService.setEndpoint(endpoint, { answersTo: [{ method: 'eth_call', params: /",\{/, result: '0x' }] });
  await slots.fill('0x0 = 2');
  await expect.element(badge).toHaveAttribute('title', expect.stringMatching(/^Executed in this browser: /));
  await expect.element(reverted).not.toBeInTheDocument();
  await nodeService.setEndpoint(endpoint, {});
  await changed.getByRole('button', { name: 'Remove Account 1' }).click();
  await expect.element(reverted).toBeVisible();
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

describe.each([
  ['workbench', workbench, `/${CHAIN}`],
  ['explorer', explorer, ''],
] as const)('%s', (_, configOf, root) => {
  test.each(Object.entries(KINDS))('%s lists its functions under its headings', async (name, tabs) => {
    const demo = await demoChain();
    await openPage(`${root}/contract/${demo.addressOf(name)}/read?view=contract`, { config: configOf(demo.rpcUrl) });
    const headings = functions.getByRole('navigation', { name: 'Kinds of functions' }).getByRole('link');
    const texts = () => headings.elements().map(({ textContent }) => textContent.trim());
    await expect.poll(texts).toEqual(tabs.map((tab) => expect.stringMatching(new RegExp(`^${tab}\\s*\\d*$`))));
    for (const [at, tab] of tabs.entries()) {
      await headings.nth(at).click();
      await expect.element(headings.nth(at)).toHaveAttribute('aria-current', 'page');
      if (tab === 'Unverified functions') {
        await expect.element(functions.getByRole('button', { name: 'I understand' })).toBeVisible();
        continue;
      }
      const listed = () => functions.getByRole('heading', { level: 3 }).elements().length;
      await expect.poll(() => listed() - Number(/\d+$/.exec(texts()[at] ?? '')?.[0])).toBe(0);
    }
  });
});

test('a function says what its author wrote of it, and an amount is typed in a unit', async () => {
  const { addressOf } = await demoChain();
  await openPage(`/${CHAIN}/contract/${addressOf('MapleJuniperPair')}/write`);
  await line('mint').click();
  await expect.element(functions.getByText('Shares for the tokens that were sent here before.')).toBeVisible();
  await line('approve').click();
  const value = functions.getByRole('textbox', { name: /^value/ });
  await userEvent.selectOptions(functions.getByRole('combobox', { name: 'Unit of value' }), 'Gwei');
  await value.fill('1.5');
  await expect.element(functions.getByText('= 1500000000', { exact: true })).toBeVisible();
  await userEvent.selectOptions(functions.getByRole('combobox', { name: 'Unit of value' }), 'exact');
  await expect.element(value).toHaveValue('1500000000');
  expect(await axeViolations()).toEqual([]);
});
