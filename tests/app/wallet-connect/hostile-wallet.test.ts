/** Wallets that never answer, and wallets that lie: the page stays usable, and nothing goes to another chain. */
import { expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Eip1193 } from '../../../src/app/views/wallet-connect/ask-wallet';
import { sendFromWallet } from '../../../src/app/views/wallet-connect/send-from-wallet';
import { type WalletPlace, walletActors } from '../../../src/app/views/wallet-connect/wallet-actors';
import type { Network } from '../../../src/core/chain/network';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { type WalletProvider, walletConnectionMachine } from '../../../src/machines/wallet-connection.machine';

const ALICE = `0x${'a'.repeat(40)}` as Address;
const PAGE_CHAIN = 137;
const PROVIDER: WalletProvider = { id: 'test.wallet', name: 'Test', kind: 'announced' };
const TRANSACTION = { to: ALICE, data: '0x' as Hex, value: 0n };

type Answers = Readonly<Record<string, unknown>>;
type Listeners = Map<string, (value: unknown) => void>;

/** A wallet that answers each method as stated, and what is not stated never. */
function walletOf(answers: Answers) {
  const asked: string[] = [];
  const listeners: Listeners = new Map();
  const wallet: Eip1193 = {
    request: ({ method }) => {
      asked.push(method);
      return method in answers ? Promise.resolve(answers[method]) : new Promise(() => {});
    },
    on: (event, listener) => listeners.set(event, listener),
  };
  return { wallet, asked, tell: (event: string, value: unknown) => listeners.get(event)?.(value) };
}

function start(wallet: Eip1193, remembered?: string, known: Partial<Network> = {}) {
  const place: WalletPlace = {
    chain: {} as WalletPlace['chain'],
    network: { id: PAGE_CHAIN, name: 'Page chain', rpcUrls: [], explorers: [], ...known } as unknown as Network,
    walletOf: async () => ({ provider: PROVIDER, wallet }),
  };
  const machine = walletConnectionMachine.provide({
    actors: walletActors(place),
    actions: { remember: () => {}, rememberNotice: () => {} },
  });
  const actor = createActor(machine, { input: { accepted: true, remembered } }).start();
  return { actor, place, connection: () => actor.getSnapshot().context.connection };
}

async function connect(answers: Answers) {
  const test = walletOf({ eth_requestAccounts: [ALICE], eth_chainId: '0x1', ...answers });
  const page = start(test.wallet);
  page.actor.send({ type: 'user.connect' });
  page.actor.send({ type: 'user.choose', provider: PROVIDER });
  await waitFor(page.actor, (snapshot) => snapshot.matches('connected'));
  return { ...page, ...test };
}

test.each([
  ['its accounts', {}],
  ['its chain', { eth_requestAccounts: [ALICE] }],
])('a wallet that never says %s can be gone back from', (_, answers) => {
  const { actor } = start(walletOf(answers).wallet);
  actor.send({ type: 'user.connect' });
  actor.send({ type: 'user.choose', provider: PROVIDER });
  expect(actor.getSnapshot().value).toEqual({ disconnected: 'connecting' });
  actor.send({ type: 'user.back' });
  expect(actor.getSnapshot().value).toEqual({ disconnected: 'providers' });
  actor.send({ type: 'user.close' });
  expect(actor.getSnapshot().value).toEqual({ disconnected: 'closed' });
});

test('a wallet of the last visit that never answers does not keep the dialog from opening', () => {
  const { actor } = start(walletOf({}).wallet, PROVIDER.id);
  expect(actor.getSnapshot().value).toBe('restoring');
  actor.send({ type: 'user.connect' });
  expect(actor.getSnapshot().value).toEqual({ disconnected: 'providers' });
});

test('a wallet that never answers to a change of chain can be disconnected', async () => {
  const { actor } = await connect({});
  actor.send({ type: 'user.switchChain' });
  expect(actor.getSnapshot().value).toEqual({ connected: 'switching' });
  actor.send({ type: 'user.disconnect' });
  expect(actor.getSnapshot().value).toEqual({ disconnected: 'closed' });
});

test.each([
  ['no list of accounts', { eth_requestAccounts: 'all', eth_chainId: '0x1' }, 'Your wallet gave no account.'],
  ['accounts that are none', { eth_requestAccounts: ['0x12'], eth_chainId: '0x1' }, 'Your wallet gave no account.'],
  [
    'a chain that is none',
    { eth_requestAccounts: [ALICE], eth_chainId: 'mainnet' },
    'Your wallet does not say which chain it is connected to.',
  ],
])('a wallet that answers %s is refused in words', async (_, answers, reason) => {
  const { actor } = start(walletOf(answers).wallet);
  actor.send({ type: 'user.connect' });
  actor.send({ type: 'user.choose', provider: PROVIDER });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches({ disconnected: 'failed' }));
  expect(context.reason).toBe(reason);
});

test('a wallet that says it changed its chain and did not is still on the old one', async () => {
  const { actor, connection } = await connect({ wallet_switchEthereumChain: null });
  actor.send({ type: 'user.switchChain' });
  await waitFor(actor, (snapshot) => snapshot.matches({ connected: 'steady' }));
  expect(connection()?.chainId).toBe(1);
});

test('a wallet that changed its chain without telling is on the new one', async () => {
  let chain = '0x1';
  const wallet: Eip1193 = {
    request: async ({ method }) => {
      if (method === 'eth_requestAccounts') return [ALICE];
      if (method === 'eth_chainId') return chain;
      chain = '0x89';
      return null;
    },
  };
  const { actor, connection } = start(wallet);
  actor.send({ type: 'user.connect' });
  actor.send({ type: 'user.choose', provider: PROVIDER });
  await waitFor(actor, (snapshot) => snapshot.matches('connected'));
  actor.send({ type: 'user.switchChain' });
  await waitFor(actor, (snapshot) => snapshot.matches({ connected: 'steady' }));
  expect(connection()?.chainId).toBe(PAGE_CHAIN);
});

test.each([
  ['no explorer', [], {}],
  ['an explorer without HTTPS', ['http://127.0.0.1:5100'], {}],
  [
    'explorers of both kinds',
    ['http://127.0.0.1:5100', 'https://scan.example'],
    { blockExplorerUrls: ['https://scan.example'] },
  ],
])('a chain with %s is added with those that wallets take', async (_, urls, told) => {
  const added: unknown[] = [];
  const wallet: Eip1193 = {
    request: async ({ method, params }) => {
      if (method === 'eth_requestAccounts') return [ALICE];
      if (method === 'eth_chainId') return added.length === 0 ? '0x1' : '0x89';
      if (method === 'wallet_switchEthereumChain') throw { code: 4902, message: 'Unrecognized chain' };
      added.push(params);
      return null;
    },
  };
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const rpcUrls = ['https://rpc.example'];
  const explorers = urls.map((url) => ({ name: 'explorer', url }));
  const { actor, connection } = start(wallet, undefined, { nativeCurrency, rpcUrls, explorers });
  actor.send({ type: 'user.connect' });
  actor.send({ type: 'user.choose', provider: PROVIDER });
  await waitFor(actor, (snapshot) => snapshot.matches('connected'));
  actor.send({ type: 'user.switchChain' });
  await waitFor(actor, (snapshot) => snapshot.matches({ connected: 'steady' }));
  expect(connection()?.chainId).toBe(PAGE_CHAIN);
  expect(added).toEqual([[{ chainId: '0x89', chainName: 'Page chain', nativeCurrency, rpcUrls, ...told }]]);
});

test('what a wallet tells of itself is not believed where it makes no sense', async () => {
  const { actor, connection, tell } = await connect({});
  await vi.waitFor(() => {
    tell('chainChanged', '0x5');
    expect(connection()?.chainId).toBe(5);
  });
  for (const nonsense of ['mainnet', {}, -1, undefined]) tell('chainChanged', nonsense);
  expect(connection()?.chainId).toBe(5);
  tell('accountsChanged', [7]);
  expect(actor.getSnapshot().value).toEqual({ disconnected: 'closed' });
});

test.each([
  ['another chain', '0x1', 'Your wallet is connected to chainId: 1'],
  ['no chain', 'mainnet', 'Your wallet is connected to chainId: unknown'],
])('nothing is handed to a wallet that turns out to be on %s', async (_, stated, error) => {
  const { wallet, asked } = walletOf({ eth_chainId: stated, eth_sendTransaction: `0x${'ab'.repeat(32)}` });
  const { place } = start(wallet);
  // What was known of it when it connected was the chain of the page.
  const connection = { provider: PROVIDER, account: ALICE, accounts: [ALICE], chainId: PAGE_CHAIN };
  expect(await sendFromWallet(place, connection, TRANSACTION)).toEqual({ ok: false, error });
  expect(asked).not.toContain('eth_sendTransaction');
});

test.each([undefined, null, '0x12', { hash: '0x12' }])('an answer %j is no hash', async (answer) => {
  const { wallet } = walletOf({ eth_chainId: '0x89', eth_sendTransaction: answer });
  const { place } = start(wallet);
  const connection = { provider: PROVIDER, account: ALICE, accounts: [ALICE], chainId: PAGE_CHAIN };
  expect(await sendFromWallet(place, connection, TRANSACTION)).toEqual({
    ok: false,
    error: 'Your wallet answered without a transaction hash.',
  });
});
