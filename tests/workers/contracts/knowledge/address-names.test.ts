/** Names of addresses and amounts of tokens on the demo chain: in rows, outside of traces, and as labels change. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { TransactionName } from '../../../../devnet/names';
import type { Decoded } from '../../../../src/core/abi/decoded';
import type { Address, Hash, Selector } from '../../../../src/core/chain/primitives';
import type { ConfigLabel } from '../../../../src/core/config/runtime-config';
import { RowKind } from '../../../../src/core/trace/rows';
import { findContracts, readContracts, saveContracts } from '../../../../src/db/contracts/contracts';
import { deleteLabel, saveLabel } from '../../../../src/db/reader/labels';
import { fetchBlockNumber } from '../../../../src/net/chain-reader';
import type { SelectedFunction } from '../../../../src/workers/contracts/contracts.api';
import type { RowView, VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { importDemoContracts, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { eventually } from '../../../helpers/eventually';
import { frameRow } from '../../../helpers/frame-row';
import { indexedTo, startIndexer } from '../../../helpers/indexing';
import { ANVIL_NETWORK, rpcOf } from '../../../helpers/rpc';

const chain = runDemoChain();

/** The demo chain's accounts by the names `npm start` gives them. */
function accountLabels(): ConfigLabel[] {
  const { accounts } = chain.devnet.manifest;
  return Object.entries(accounts).map(([address, name]) => ({
    networkId: ANVIL_NETWORK,
    address: address as Address,
    name,
  }));
}
function accountOf(name: string): Address {
  const found = accountLabels().find((label) => label.name === name);
  if (found === undefined) throw new Error(`no account ${name}`);
  return found.address;
}

async function openDemo(name: TransactionName, withBuild = true) {
  const started = await startEngine([chain.proxy.url], { labels: accountLabels() });
  if (withBuild) await importDemoContracts(started.engine, chain);
  const { handle } = await started.open(chain.keyOf(name));
  return { ...started, handle, rows: await started.settledRows(handle) };
}

const known = (value: Decoded | undefined) => value?.known && `${value.known.text} (${value.known.origin})`;
const row = (rows: readonly RowView[], id: string) => rows.find(({ depthId }) => depthId === id);

test('arguments that are addresses carry names: accounts, contracts, and tokens by their symbol', async () => {
  const { rows, engine, handle } = await openDemo('swap-two-hops');
  const root = rows[0];
  expect(root?.fromName).toEqual({ text: 'Alice', origin: 'config' });
  expect(root?.inputs?.[2]?.items?.map(known)).toEqual(['MPL (token)', 'JNP (token)', 'DUSD (token)']);
  expect(known(root?.inputs?.[3])).toBe('Alice (config)');
  // One name wherever it stands, and a pair by its two tokens (`Pair.sol`: Demo Pair Share, DPS).
  expect(row(rows, '0.1')?.toName).toEqual({ text: 'MPL', origin: 'token' });
  expect(row(rows, '0.1')?.inputs?.map(known)).toEqual(['Alice (config)', 'DPS MPL/JNP (token)', undefined]);
  // So does the contract's own name, by which the source calls it.
  const count = async (text: string) => (await engine.trace.search(handle, { text, filter: 'contract' })).count;
  const [bySymbol, byName, ofFactory] = [await count('DPS '), await count('Pair'), await count('PairFactory')];
  expect(bySymbol).toBeGreaterThan(0);
  expect(byName).toBe(bySymbol + ofFactory);
  const detail = await engine.trace.detail(handle, 0 as never);
  expect(known(detail.inputs?.[3])).toBe('Alice (config)');
});

test('arguments of errors carry names and amounts, though nothing was emitted', async () => {
  const { rows } = await openDemo('erc20-insufficient-balance');
  const [holder, balance, needed] = frameRow(rows[0]).error?.args ?? [];
  expect(known(holder)).toMatch(/\(config\)$/);
  expect([balance?.token, needed?.token]).toEqual([
    { decimals: 18, symbol: 'MPL' },
    { decimals: 18, symbol: 'MPL' },
  ]);
});

test('amounts are those of standard functions and events of a known ERC-20 only', async () => {
  const { rows } = await openDemo('swap-two-hops');
  const mpl = { decimals: 18, symbol: 'MPL' };
  // The router's own amounts are nobody's by any standard.
  expect(rows[0]?.inputs?.map(({ token }) => token)).toEqual(Array(5).fill(undefined));
  expect(row(rows, '0.1')?.functionName?.text).toBe('transferFrom');
  expect(row(rows, '0.1')?.inputs?.map(({ token }) => token)).toEqual([undefined, undefined, mpl]);
  expect(row(rows, '0.1.e0')?.inputs?.map(({ token }) => token)).toEqual([undefined, undefined, mpl]);
  const balance = rows.find(({ functionName }) => functionName?.text === 'balanceOf');
  expect(balance?.outputs?.[0]?.token?.decimals).toBeDefined();
  expect(
    rows
      .filter(({ toName }) => toName?.text.startsWith('DPS '))
      .flatMap(({ inputs = [] }) => inputs)
      .every(({ token }) => token === undefined),
  ).toBe(true);
});

test('an account that delegates is known by the code it runs', async () => {
  const { engine, handle } = await openDemo('set-code');
  expect((await engine.trace.unknowns(handle)).contracts).toEqual([]);
  const ran = await engine.trace.contracts(handle);
  expect(ran.map(({ name }) => name?.text)).toEqual(['Frank', 'MPL', 'WETH', 'SmartWallet']);
});

test('functions of a list have names: of build output wherever it is, else of the table, else none', async () => {
  const { engine } = await openDemo('swap-two-hops', false);
  const namesOf = (calls: readonly SelectedFunction[]) => engine.contracts.functionNames(ANVIL_NETWORK, calls);
  const calling = (selector: string): SelectedFunction => ({ to: accountOf('Bob'), selector: selector as Selector });
  const [swap, transfer, nothing] = [calling('0xd86c1c96'), calling('0xa9059cbb'), calling('0x00c0ffee')];
  expect(await namesOf([swap, transfer, nothing])).toEqual({
    [`${transfer.to} 0xa9059cbb`]: { text: 'transfer', origin: 'signatureTable' },
  });
  await importDemoContracts(engine, chain);
  expect(await namesOf([swap])).toEqual({
    [`${swap.to} 0xd86c1c96`]: { text: 'swapExactTokens', origin: 'buildOutput' },
  });
});

test('an ERC-721 transfer is of an id, not of an amount', async () => {
  const { rows } = await openDemo('erc721-transfer');
  expect(rows.flatMap(({ inputs = [] }) => inputs).every(({ token }) => token === undefined)).toBe(true);
});

test('without build output a token is known by its symbol, and its amounts by the signature table', async () => {
  const { rows } = await openDemo('erc20-transfer', false);
  expect(rows[0]?.toName?.origin).toBe('token');
  expect(rows[0]?.inputs?.[1]?.token).toEqual({ decimals: 18, symbol: rows[0]?.toName?.text });
});

test('a label of the reader’s is the best name everywhere, at once, and gives way when it is removed', async () => {
  const { engine, handle, events, rows } = await openDemo('swap-two-hops');
  const [alice, router] = [accountOf('Alice'), rows[0]?.to as Address];
  const { version } = await engine.trace.view(handle);
  await saveLabel({ networkId: ANVIL_NETWORK, address: alice, name: 'Suspect' });
  await saveLabel({ networkId: ANVIL_NETWORK, address: router, name: 'Our router' });
  await engine.contracts.labelsChanged();
  const view = await engine.trace.view(handle);
  expect(view.version).toBeGreaterThan(version);
  expect(events).toContainEqual({ type: 'names', networkId: ANVIL_NETWORK });
  expect(events.at(-1)).toMatchObject({ type: 'view', handle, view });
  const [root] = (await engine.trace.rows(handle, 0 as VisibleIndex, 1)).rows;
  expect(root?.fromName).toEqual({ text: 'Suspect', origin: 'reader' });
  expect(root?.toName).toEqual({ text: 'Our router', origin: 'reader' });
  expect(known(root?.inputs?.[3])).toBe('Suspect (reader)');
  expect((await engine.trace.outcome(handle)).contract).toEqual({ text: 'Our router', origin: 'reader' });
  expect(await engine.trace.search(handle, { text: 'our router', filter: 'contract' })).toEqual({ count: 1 });
  const account = await engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, router);
  expect(account.ok && account.value.knowledge.name?.text).toBe('Our router');

  await deleteLabel(ANVIL_NETWORK, alice);
  await deleteLabel(ANVIL_NETWORK, router);
  await engine.contracts.labelsChanged();
  expect(await engine.contracts.names(ANVIL_NETWORK, [alice, router])).toEqual({
    [alice]: { text: 'Alice', origin: 'config' },
    [router]: { text: 'Router', origin: 'buildOutput' },
  });
});

test('a label that another tab gives is known without being told', async () => {
  const { engine, events, rows } = await openDemo('swap-two-hops');
  const router = rows[0]?.to as Address;
  await saveLabel({ networkId: ANVIL_NETWORK, address: router, name: 'Our router' });
  await eventually(() => expect(events).toContainEqual({ type: 'names', networkId: ANVIL_NETWORK }));
  expect(await engine.contracts.names(ANVIL_NETWORK, [router])).toEqual({
    [router]: { text: 'Our router', origin: 'reader' },
  });
});

test('a label that changes nothing tells nobody', async () => {
  const { engine, events } = await openDemo('erc20-transfer');
  const before = events.length;
  await engine.contracts.labelsChanged();
  expect(events.length).toBe(before);
});

test('a proxy that the reader named keeps that name in the outcome', async () => {
  const { engine, handle, rows } = await openDemo('uups-after-upgrade');
  expect((await engine.trace.outcome(handle)).contract?.text).toBe('VaultV2');
  expect(frameRow(rows[0]).implementationName?.text).toBe('VaultV2');
  await saveLabel({ networkId: ANVIL_NETWORK, address: rows[0]?.to as Address, name: 'The vault' });
  await engine.contracts.labelsChanged();
  expect((await engine.trace.outcome(handle)).contract?.text).toBe('The vault');
});

test('names without a trace: labels, kept contracts and well-known addresses, nothing for the others', async () => {
  const { rows } = await openDemo('swap-two-hops');
  await saveLabel({ networkId: ANVIL_NETWORK, address: accountOf('Bob'), name: 'My Bob' });
  const { engine } = await startEngine([chain.proxy.url]);
  const router = rows[0]?.to as Address;
  const identity = `0x${'4'.padStart(40, '0')}` as Address;
  const nobody = `0x${'ee'.repeat(20)}` as Address;
  expect(await engine.contracts.names(ANVIL_NETWORK, [router, accountOf('Bob'), identity, nobody])).toEqual({
    [router]: { text: 'Router', origin: 'buildOutput' },
    [accountOf('Bob')]: { text: 'My Bob', origin: 'reader' },
    [identity]: { text: 'Identity', origin: 'builtin' },
  });
  expect(await engine.contracts.names(1 as typeof ANVIL_NETWORK, [accountOf('Bob')])).toEqual({});
});

test('a pair has the same name where nothing else is known of it, in lists, and where another transaction mentions it', async () => {
  const { rows, engine } = await openDemo('swap-two-hops', false);
  await engine.settled();
  const pair = row(rows, '0.1')?.inputs?.[1]?.text as Address;
  const calls = rows.filter(({ to }) => to === pair);
  expect(calls.length).toBeGreaterThan(0);
  for (const { toName } of calls) expect(toName).toEqual({ text: 'DPS MPL/JNP', origin: 'token' });
  const later = await startEngine([chain.proxy.url]);
  expect(await later.engine.contracts.names(ANVIL_NETWORK, [pair])).toEqual({
    [pair]: { text: 'DPS MPL/JNP', origin: 'token' },
  });
});

test('a contract that build output alone knows is found by its name where the index knows its creation', async () => {
  const { engine } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const found = async () => (await findContracts([ANVIL_NETWORK], 'PairFactory', 5, 'begins')).map((it) => it.address);
  const learn = (text: string) => engine.contracts.learnBuilt(ANVIL_NETWORK, text);
  expect([await learn('PairFactory'), await found()]).toEqual([false, []]);
  const indexer = await startIndexer(chain.proxy.url);
  const head = await fetchBlockNumber(rpcOf([chain.proxy.url]));
  await indexedTo(head.ok ? head.value : -1);
  await indexer.stop();
  const asked = chain.proxy.calls('eth_getCode');
  expect(await learn('no contract of this name')).toBe(false);
  expect(chain.proxy.calls('eth_getCode')).toBe(asked);
  expect(await learn('pairfactory')).toBe(true);
  expect(await found()).toEqual([chain.devnet.manifest.contracts.PairFactory?.toLowerCase()]);
});

test('a contract that was met once is named where another transaction only mentions it, while it is still there', async () => {
  const mention = async () => {
    const { open, settledRows } = await startEngine([chain.proxy.url]);
    const { handle } = await open(chain.keyOf('beacon-upgrade'));
    return (await settledRows(handle))[0]?.inputs?.[0];
  };
  const { rows, engine } = await openDemo('beacon-after-upgrade');
  await engine.settled();
  const implementation = rows.find(({ kind }) => kind === RowKind.delegatecall);
  expect((await mention())?.known).toEqual(implementation?.toName);
  expect(implementation?.toName?.origin).toBe('buildOutput');

  // A development chain that started over has other code there.
  const address = implementation?.to as Address;
  const [kept] = [...(await readContracts(ANVIL_NETWORK, [address])).values()];
  if (kept === undefined) throw new Error('nothing was kept');
  await saveContracts([{ ...kept, codeHash: `0x${'1'.repeat(64)}` as Hash }]);
  expect(known(await mention())).toBeUndefined();
});
