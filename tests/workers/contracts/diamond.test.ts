/** A diamond on a node of the test: its facets, what is known of each, the names of its functions, and what it changed. */
import 'fake-indexeddb/auto';
import { type Abi, encodeDeployData, encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hex, Selector } from '../../../src/core/chain/primitives';
import { callTabs } from '../../../src/core/contract/functions/call-tabs';
import { codeBehind, codesBehind } from '../../../src/core/contract/proxies/code-behind';
import { parseFacets } from '../../../src/core/contract/proxies/diamond';
import { facetFunctions } from '../../../src/core/contract/proxies/facet-functions';
import type { Engine } from '../../../src/workers/engine';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../helpers/demo-engine';
import { compileDiamond, cutDiamond, type DeployedDiamond, deployDiamond, selectorsOf } from '../../helpers/diamond';
import { startFaultProxy } from '../../helpers/fault-proxy';
import { loupe } from '../../helpers/loupe';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';
import { buildInfo, newestSolc } from '../../helpers/solc';

const { compiled, buildOutput } = compileDiamond(['MottoFacet']);
const ZERO = `0x${'0'.repeat(40)}` as Address;

let node: TestNode;
let diamond: DeployedDiamond;
let silent: DeployedDiamond;

beforeAll(async () => {
  node = await startNode({ chainId: ANVIL_NETWORK });
  diamond = await deployDiamond(node, compiled);
  silent = await deployDiamond(node, compiled, ['LoupeFacet']);
});
afterEach(forgetAll);
afterAll(() => node.stop());

async function start(url = node.url): Promise<Engine> {
  const { engine } = await startEngine([url]);
  const imported = await engine.contracts.importBuildOutput('diamond.json', new TextEncoder().encode(buildOutput));
  if (!imported.ok) throw new Error(imported.error.message);
  return engine;
}

async function accountOf(engine: Engine, address: Address) {
  const account = await engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, address);
  if (!account.ok) throw new Error(account.error.message);
  return account.value;
}

test('a diamond has the functions of its facets, those of a facet that nobody knows by their selectors', async () => {
  const engine = await start();
  const { knowledge, facets = [] } = await accountOf(engine, diamond.address);
  expect(facets.map(({ address, knowledge }) => [address, knowledge?.name?.text])).toEqual([
    [diamond.facets.CutFacet, 'CutFacet'],
    [diamond.facets.LoupeFacet, 'LoupeFacet'],
    [diamond.facets.CounterFacet, 'CounterFacet'],
    [diamond.facets.MottoFacet, undefined],
  ]);
  expect(facets.flatMap(({ undescribed }) => undescribed)).toEqual(selectorsOf('MottoFacet'));
  // A function of a facet that the diamond does not send there is none of the diamond's.
  expect(facetFunctions(facets).map(({ entry, facet }) => [entry.name, facet])).toEqual([
    ['count', diamond.facets.CounterFacet],
    ['diamondCut', diamond.facets.CutFacet],
    ['facetAddress', diamond.facets.LoupeFacet],
    ['facetAddresses', diamond.facets.LoupeFacet],
    ['facetFunctionSelectors', diamond.facets.LoupeFacet],
    ['facets', diamond.facets.LoupeFacet],
    ['increment', diamond.facets.CounterFacet],
  ]);
  expect(callTabs(knowledge, undefined, facets)).toEqual(['read-proxy', 'write-proxy', 'unverified-proxy']);
});

const SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const BOOTED = `pragma solidity ^0.8.20;
contract Booted {
    constructor(address to, address cut, bytes memory data) {
        assembly { sstore(${SLOT}, to) }
        (bool ok,) = cut.delegatecall(data);
        require(ok);
    }
    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(${SLOT}), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}`;

test('a diamond behind a proxy has the facets that the storage of the proxy names', async () => {
  const cuts = (['LoupeFacet', 'CounterFacet'] as const).map((name) => ({
    facet: diamond.facets[name],
    action: 0,
    selectors: selectorsOf(name),
  }));
  const cut = encodeFunctionData({
    abi: compiled.contracts['Diamond.sol']?.CutFacet?.abi ?? [],
    functionName: 'diamondCut',
    args: [cuts, ZERO, '0x'],
  });
  const { abi, evm } = buildInfo(newestSolc(), 'Booted.sol', BOOTED).output.contracts['Booted.sol'].Booted;
  const data = encodeDeployData({
    abi: abi as Abi,
    bytecode: `0x${evm.bytecode.object}`,
    args: [diamond.address, diamond.facets.CutFacet, cut],
  });
  const proxy = (await sendMined(node, { from: ANVIL_ACCOUNTS[0], data, gas: '0x989680' })).contractAddress;
  // The diamond itself has four facets in its own storage, the proxy two: as the node answers facets().
  const listed = await node.call<Hex>('eth_call', [{ to: proxy, data: '0x7a0ed627' }, 'latest']);
  expect(parseFacets(listed)?.facets).toEqual(cuts.map(({ facet, selectors }) => ({ address: facet, selectors })));
  const engine = await start();
  const { knowledge, facets = [], implementation } = await accountOf(engine, proxy);
  expect(knowledge.proxy).toMatchObject({ kind: 'EIP-1967', implementation: diamond.address });
  expect(facets.map(({ address }) => address)).toEqual(cuts.map(({ facet }) => facet));
  expect(implementation?.address).toBe(diamond.address);
  const [count] = selectorsOf('CounterFacet') as [Selector];
  const called = { from: ANVIL_ACCOUNTS[0], to: proxy, data: count };
  type Call = { to: Address; calls?: [Call] };
  const traced = await node.call<Call>('debug_traceCall', [called, 'latest', { tracer: 'callTracer' }]);
  expect(codeBehind(knowledge, count)).toBe(traced.calls?.[0].calls?.[0].to);
  expect(codeBehind(knowledge, '0xdecade01' as Selector)).toBe(traced.calls?.[0].to);
  expect(codesBehind(knowledge)).toEqual([...cuts.map(({ facet }) => facet), diamond.address]);
  const { out } = await loupe(['contract', proxy, '--rpc', node.url]);
  expect(out).toContain(`proxy of ${diamond.address}\n  facet ${diamond.facets.LoupeFacet}\n    0x7a0ed627\n`);
});

test('what calls into a diamond is named by the facet that has the function', async () => {
  const engine = await start();
  await accountOf(engine, diamond.address);
  const [, increment] = selectorsOf('CounterFacet') as [Selector, Selector];
  const names = await engine.contracts.functionNames(ANVIL_NETWORK, [{ to: diamond.address, selector: increment }]);
  expect(names[`${diamond.address} ${increment}`]).toMatchObject({ text: 'increment' });
});

test('who called a diamond knows its facets, whether its page was open or not', async () => {
  const engine = await start();
  const [selector] = selectorsOf('CounterFacet') as [Selector];
  await engine.contracts.learnFunctionNames(ANVIL_NETWORK, [{ to: diamond.address, selector }]);
  const names = await engine.contracts.names(ANVIL_NETWORK, [diamond.facets.CounterFacet]);
  expect(names[diamond.facets.CounterFacet]).toMatchObject({ text: 'CounterFacet' });
});

test('a diamond without a loupe is known for one, and has no facets to show', async () => {
  const engine = await start();
  const { knowledge, facets, implementation } = await accountOf(engine, silent.address);
  expect(knowledge.diamond).toEqual({ codeHash: expect.any(String) });
  expect([facets, implementation]).toEqual([undefined, undefined]);
  expect(callTabs(knowledge, undefined, facets)).toEqual(['read', 'write']);
});

test('of a diamond without a loupe, what its kept traces ran is shown, and marked', async () => {
  const { engine, open } = await startEngine([node.url]);
  const [, increment] = selectorsOf('CounterFacet') as [Selector, Selector];
  const [, setMotto] = selectorsOf('MottoFacet') as [Selector, Selector];
  for (const [selector, argument] of [
    [increment, 3],
    [setMotto, 7],
    [increment, 10],
  ] as const) {
    const data = `${selector}${argument.toString(16).padStart(64, '0')}` as Hex;
    const { transactionHash } = await sendMined(node, {
      from: ANVIL_ACCOUNTS[0],
      to: silent.address,
      data,
      gas: '0x30000',
    });
    await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  }
  await engine.settled();
  const { knowledge, facets = [], areSeen } = await accountOf(engine, silent.address);
  expect(areSeen).toBe(true);
  expect(facets.map(({ address, selectors }) => ({ address, selectors }))).toEqual([
    { address: silent.facets.CounterFacet, selectors: [increment] },
    { address: silent.facets.MottoFacet, selectors: [setMotto] },
  ]);
  expect(knowledge.diamond).toMatchObject({ facets: [{ selectors: [increment] }, { selectors: [setMotto] }] });
  // What a contract says of itself counts, whatever was seen.
  expect((await accountOf(engine, diamond.address)).areSeen).toBeUndefined();
});

test('an endpoint that refuses to ask the loupe leaves the facets that were kept, and says so where none were', async () => {
  const refusing = await startFaultProxy(node.url);
  refusing.set({ refuse: /^eth_call$/ });
  const first = await accountOf(await start(refusing.url), diamond.address);
  expect(first.knowledge.diamond).toMatchObject({ isUnread: true });
  expect(first.facets).toBeUndefined();
  const { facets = [] } = await accountOf(await start(), diamond.address);
  const code = await node.call<string>('eth_getCode', [diamond.address, 'latest']);
  expect(facets).toHaveLength(4);
  expect((await accountOf(await start(refusing.url), diamond.address)).facets).toEqual(facets);
  // Another contract at the address, as on a chain that began anew, is not what was kept.
  await node.call('anvil_setCode', [diamond.address, '0x60006000fd00f4']);
  expect((await accountOf(await start(refusing.url), diamond.address)).knowledge.diamond).toBeUndefined();
  await node.call('anvil_setCode', [diamond.address, code]);
  await refusing.stop();
});

test('a facet is no diamond, and an account without code neither', async () => {
  const engine = await start();
  for (const facet of Object.values(diamond.facets))
    expect((await accountOf(engine, facet)).knowledge.diamond).toBeUndefined();
  expect((await accountOf(engine, ZERO)).knowledge.diamond).toBeUndefined();
});

test('what was added, replaced and removed is read from the events, newest first', async () => {
  const engine = await start();
  const [count, increment] = selectorsOf('CounterFacet') as [Selector, Selector];
  const changed = await deployDiamond(node, compiled);
  await cutDiamond(node, compiled, changed, [
    { facet: changed.facets.MottoFacet, action: 1, selectors: [count] },
    { facet: ZERO, action: 2, selectors: [increment] },
  ]);
  const history = await engine.contracts.diamondCuts(newJob(), ANVIL_NETWORK, changed.address);
  if (!history.ok) throw new Error(history.error.message);
  expect(history.value.from).toBe(0);
  expect(history.value.changes.map(({ cuts }) => cuts.map(({ action }) => action))).toEqual([
    ['replaced', 'removed'],
    ['added', 'added', 'added', 'added'],
  ]);
  expect(history.value.changes[0]?.cuts).toEqual([
    { action: 'replaced', facet: changed.facets.MottoFacet, selectors: [count] },
    { action: 'removed', facet: ZERO, selectors: [increment] },
  ]);
  const { facets = [] } = await accountOf(engine, changed.address);
  expect(facetFunctions(facets).map(({ entry }) => entry.name)).not.toContain('increment');
  expect(facets.find(({ address }) => address === changed.facets.MottoFacet)?.selectors).toContain(count);
});
