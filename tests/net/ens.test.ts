/** Names of the Ethereum Name Service, from a registry on a node: forward, and back only where the name agrees. */
import { type Abi, encodeFunctionData } from 'viem';
import { namehash } from 'viem/ens';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ENS_REGISTRY, looksLikeName } from '../../src/core/chain/ens-networks';
import type { Address } from '../../src/core/chain/primitives';
import { fetchEnsAddress, fetchEnsName } from '../../src/net/ens';
import { ANVIL_ACCOUNTS } from '../helpers/anvil';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy';
import { sendMined } from '../helpers/mined';
import { startNode, type TestNode } from '../helpers/node';
import { rpcOf } from '../helpers/rpc';
import { newestSolc } from '../helpers/solc';

/** The registry, and the resolver of all names in it. */
const SOURCE = `contract Names {
  mapping(bytes32 => address) public resolver;
  mapping(bytes32 => address) addresses;
  mapping(bytes32 => string) public name;
  function set(bytes32 node, address to, string calldata own) external {
    resolver[node] = address(this);
    addresses[node] = to;
    name[node] = own;
  }
  function addr(bytes32 node) external view returns (address) {
    require(bytes(name[node]).length == 0, "no address record");
    return addresses[node];
  }
}`;

const [alice, bob] = ANVIL_ACCOUNTS.map((account) => account.toLowerCase() as Address) as [Address, Address];
const { signal } = new AbortController();

let chain: TestNode;
let proxy: FaultProxy;
let abi: Abi;
beforeEach(async () => {
  chain = await startNode();
  proxy = await startFaultProxy(chain.url);
  const input = {
    language: 'Solidity',
    sources: { 'Names.sol': { content: SOURCE } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } } },
  };
  const { contracts } = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  const { Names } = contracts['Names.sol'];
  abi = Names.abi;
  await chain.call('anvil_setCode', [ENS_REGISTRY, `0x${Names.evm.deployedBytecode.object}`]);
});
afterEach(async () => {
  await proxy?.stop();
  await chain?.stop();
});

const set = (name: string, to: Address, own = '') =>
  sendMined(chain, {
    from: alice,
    to: ENS_REGISTRY,
    data: encodeFunctionData({ abi, functionName: 'set', args: [namehash(name), to, own] }),
    gas: '0x100000',
  });
const reverse = (address: Address) => `${address.slice(2)}.addr.reverse`;
const none = { ok: true, value: undefined };

test('a name leads to its address, however it is written; others lead nowhere', async () => {
  await set('vault.eth', bob);
  const rpc = rpcOf([proxy.url]);
  expect(await fetchEnsAddress(rpc, 'vault.eth', signal)).toEqual({ ok: true, value: bob });
  expect(await fetchEnsAddress(rpc, 'VAULT.eth', signal)).toEqual({ ok: true, value: bob });
  expect(await fetchEnsAddress(rpc, 'nobody.eth', signal)).toEqual(none);
  expect(await fetchEnsAddress(rpc, 'not a name.eth', signal)).toEqual(none);
  expect(await fetchEnsAddress(rpc, 'vault', signal)).toEqual(none);
});

test('an address has the name it gave itself only where the name is its own', async () => {
  const rpc = rpcOf([proxy.url]);
  expect(await fetchEnsName(rpc, bob, signal)).toEqual(none);
  await set('vault.eth', bob);
  await set(reverse(bob), bob, 'vault.eth');
  expect(await fetchEnsName(rpc, bob, signal)).toEqual({ ok: true, value: 'vault.eth' });
  // Alice claims the name of another, and one that is not written as names are.
  await set(reverse(alice), alice, 'vault.eth');
  expect(await fetchEnsName(rpc, alice, signal)).toEqual(none);
  await set('alice.eth', alice);
  await set(reverse(alice), alice, 'ALICE.eth');
  expect(await fetchEnsName(rpc, alice, signal)).toEqual(none);
});

test('an endpoint that does not answer is a failure, and a registry that is not there is none', async () => {
  await chain.call('anvil_setCode', [ENS_REGISTRY, '0x']);
  expect(await fetchEnsAddress(rpcOf([proxy.url]), 'vault.eth', signal)).toEqual(none);
  proxy.set({ refuse: /eth_call/ });
  expect(await fetchEnsAddress(rpcOf([proxy.url]), 'vault.eth', signal)).toMatchObject({ ok: false });
  expect(await fetchEnsName(rpcOf([proxy.url]), bob, signal)).toMatchObject({ ok: false });
});

test('what looks like a name is told from hashes, links and words', () => {
  for (const name of ['vitalik.eth', 'sub.name.eth', 'nick.xyz', 'ñandú.eth']) expect(looksLikeName(name)).toBe(true);
  for (const text of ['0x12', 'vitalik', 'https://a.eth', 'a b.eth', '.eth', '1.5', 'me@name.eth']) {
    expect(looksLikeName(text)).toBe(false);
  }
});
