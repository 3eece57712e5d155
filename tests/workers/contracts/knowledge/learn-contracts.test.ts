import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../../src/core/chain/primitives';
import { Artifacts } from '../../../../src/workers/contracts/build-output/imported-artifacts';
import { KnownContracts } from '../../../../src/workers/contracts/knowledge/known-contracts';
import { KnownSignatures } from '../../../../src/workers/contracts/knowledge/known-signatures';
import { learnFromChain, learnMentioned } from '../../../../src/workers/contracts/knowledge/learn-contracts';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK, rpcOf } from '../../../helpers/rpc';

const TOKEN = `0x${'70'.repeat(20)}` as Address;
const OTHER = `0x${'71'.repeat(20)}` as Address;

let node: TestNode;
beforeAll(async () => {
  node = await startNode();
});
afterAll(() => node.stop());

/** Code that answers every question with a word that begins with these bytes. */
const saying = (text: string) => `0x7f${Buffer.from(text).toString('hex').padEnd(64, '0')}5f5260205ff3`;
/** Code that hands every call on to an account (EIP-1167). */
const handingTo = (to: Address) => `0x363d3d373d3d3d363d73${to.slice(2)}5af43d82803e903d91602b57fd5bf3`;

test('what another contract at the address said of itself before, as on a dev chain that started over, is forgotten', async () => {
  const contracts = new KnownContracts(ANVIL_NETWORK);
  const knowledge = { contracts, signatures: new KnownSignatures(), artifacts: new Artifacts() };
  const learn = () =>
    learnFromChain(knowledge, rpcOf([node.url]), {
      contracts: [TOKEN],
      codes: new Map(),
      proxies: [TOKEN],
      tokens: new Map([[TOKEN, 'ERC-20']]),
      block: 'latest',
      signal: new AbortController().signal,
    });
  const known = () => contracts.knowledge(TOKEN);

  await node.call('anvil_setCode', [OTHER, saying('OLD')]);
  await node.call('anvil_setCode', [TOKEN, handingTo(OTHER)]);
  await learn();
  expect(known()).toMatchObject({ token: { symbol: 'OLD' }, proxy: { implementation: OTHER } });
  await learn();
  expect(known()).toMatchObject({ token: { symbol: 'OLD' }, proxy: { implementation: OTHER } });

  await node.call('anvil_setCode', [TOKEN, saying('NEW')]);
  await learn();
  expect(known()?.token?.symbol).toBe('NEW');
  expect(known()?.proxy).toBeUndefined();
});

test('a symbol that is written with letters of another alphabet is marked in the name', () => {
  const contracts = new KnownContracts(ANVIL_NETWORK);
  const token = { standard: 'ERC-20', symbol: 'U\u0405DC' } as const;
  contracts.put('token', { networkId: ANVIL_NETWORK, address: TOKEN, abi: [], token, fetchedAt: 1 });
  expect(contracts.name(TOKEN)).toEqual({ text: '⚠U\u0405DC', origin: 'token' });
});

test('a token of which only the symbol is known is named where it is only mentioned, while its code is there', async () => {
  const [rpc, none] = [rpcOf([node.url]), new AbortController().signal];
  const fresh = () => ({
    contracts: new KnownContracts(ANVIL_NETWORK),
    signatures: new KnownSignatures(),
    artifacts: new Artifacts(),
  });
  await node.call('anvil_setCode', [TOKEN, saying('MET')]);
  await learnFromChain(fresh(), rpc, {
    contracts: [TOKEN],
    codes: new Map(),
    proxies: [],
    tokens: new Map([[TOKEN, 'ERC-20']]),
    block: 'latest',
    signal: none,
  });
  const met = fresh();
  expect(await learnMentioned(met, rpc, [TOKEN], none)).toBe(true);
  expect(met.contracts.name(TOKEN)).toEqual({ text: 'MET', origin: 'token' });

  await node.call('anvil_setCode', [TOKEN, saying('GONE')]);
  const other = fresh();
  await learnMentioned(other, rpc, [TOKEN], none);
  expect(other.contracts.name(TOKEN)).toBeUndefined();
});

test('a factory, whose code holds that of its pools and answers nothing of theirs, is no token', async () => {
  const contracts = new KnownContracts(ANVIL_NETWORK);
  // PUSH4 token0, token1, transfer and decimals, in code that is never run.
  const code = `0x5f5ffd63${'0dfe1681'}63${'d21220a7'}63${'a9059cbb'}63${'313ce567'}` as const;
  await node.call('anvil_setCode', [OTHER, code]);
  await learnFromChain(
    { contracts, signatures: new KnownSignatures(), artifacts: new Artifacts() },
    rpcOf([node.url]),
    {
      contracts: [OTHER],
      codes: new Map([[OTHER, code]]),
      proxies: [],
      tokens: new Map(),
      block: 'latest',
      signal: new AbortController().signal,
    },
  );
  expect(contracts.knowledge(OTHER)?.token).toBeUndefined();
});
