/** Token lists of the reader: loaded from a gateway on this machine, kept, and kept up to date. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { closeDatabase, DATABASE_NAME, writeDatabase } from '../../../src/db/database';
import { savePreference } from '../../../src/db/reader/preferences';
import {
  deleteTokenList,
  findListedTokens,
  readListedTokens,
  readTokenLists,
} from '../../../src/db/reader/token-lists';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { Chains } from '../../../src/workers/chain/chains';
import { keepTokenListFile, loadTokenList, refreshTokenLists } from '../../../src/workers/indexer/token-lists';
import { allowOnly } from '../../helpers/consent';
import { deleteDatabase } from '../../helpers/database-dump';
import { type JsonServer, startJsonServer } from '../../helpers/json-server';

const ADDRESS = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const DAY = 24 * 60 * 60_000;
const network = (id: number) => id as NetworkId;
const token = (digit: string) => `0x${digit.repeat(40)}` as Address;
const entry = (digit: string, symbol: string, more: object = {}) => ({
  chainId: 1,
  address: token(digit),
  symbol,
  name: `${symbol} Coin`,
  decimals: 6,
  ...more,
});

/** What the gateway has. */
let there: { status?: number; body: unknown };
let server: JsonServer;
let chains: Chains;
beforeEach(async () => {
  server = await startJsonServer(() => there);
  chains = new Chains(createPeerGroup()());
  const config = parseRuntimeConfig({
    variant: 'workbench',
    defaultNetwork: 1,
    networks: [{ id: 1, name: 'One', rpcUrls: ['http://127.0.0.1:1'] }],
    thirdParties: { ipfs: server.url },
  });
  if (!config.ok) throw new Error(config.error);
  chains.configure(config.value);
  publish([1, 0, 0], [entry('a', 'AAA', { logoURI: 'https://a.example/a.png' }), entry('b', 'BBB', { chainId: 10 })]);
  await allowOnly('tokenLists');
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

function publish([major, minor, patch]: readonly number[], tokens: readonly unknown[], name = 'A List') {
  there = { body: { name, timestamp: '2024-01-02T03:04:05Z', version: { major, minor, patch }, tokens } };
}

const symbols = async (id: number, text: string) =>
  (await findListedTokens(network(id), text, 10)).map(({ symbol }) => symbol);
/** As if the lists had last been asked for so long ago, milliseconds. */
const age = (milliseconds: number) =>
  writeDatabase((db) => db.tokenLists.toCollection().modify({ checkedAt: Date.now() - milliseconds }));

test('a list is kept with its tokens, which are found by words of their names on their own network', async () => {
  expect(await loadTokenList(chains, ` ${ADDRESS}`)).toMatchObject({
    ok: true,
    value: { id: ADDRESS, from: ADDRESS, name: 'A List', version: [1, 0, 0], tokens: 2, leftOut: 0 },
  });
  expect(await symbols(1, 'aaa')).toEqual(['AAA']);
  expect(await symbols(1, 'coin')).toEqual(['AAA']);
  expect(await symbols(10, 'coin')).toEqual(['BBB']);
  const kept = await readListedTokens(network(1), [token('a'), token('b')]);
  expect([...kept.values()]).toEqual([
    {
      networkId: 1,
      address: token('a'),
      symbol: 'AAA',
      name: 'AAA Coin',
      decimals: 6,
      logo: 'https://a.example/a.png',
      list: 'A List',
    },
  ]);
});

test('without consent nobody is asked, neither now nor later; a file needs none', async () => {
  await savePreference('providers', {});
  expect(await loadTokenList(chains, ADDRESS)).toMatchObject({ ok: false, error: { code: 'providerOff' } });
  expect(await keepTokenListFile(JSON.stringify(there.body))).toMatchObject({ ok: true, value: { id: 'file A List' } });
  expect(await symbols(1, 'aaa')).toEqual(['AAA']);
  await allowOnly('tokenLists');
  await loadTokenList(chains, ADDRESS);
  await savePreference('providers', {});
  await age(2 * DAY);
  await refreshTokenLists(chains);
  expect(server.seen).toHaveLength(1);
});

test('what is no address, nothing or no list is said so, and nothing is kept', async () => {
  expect(await loadTokenList(chains, 'http://lists.example')).toMatchObject({
    ok: false,
    error: { code: 'unsupported' },
  });
  there = { status: 404, body: {} };
  expect(await loadTokenList(chains, ADDRESS)).toMatchObject({ ok: false, error: { code: 'notFound' } });
  there = { body: { tokens: [] } };
  expect(await loadTokenList(chains, ADDRESS)).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  expect(await keepTokenListFile('{')).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  expect(await readTokenLists()).toEqual([]);
});

test('a list is asked for again after a day, and a new version takes the place of the old', async () => {
  await loadTokenList(chains, ADDRESS);
  publish([1, 1, 0], [entry('a', 'AAA'), entry('c', 'CCC')]);
  await refreshTokenLists(chains);
  expect(server.seen).toHaveLength(1);
  await age(DAY + 1);
  // Two tabs at once ask once.
  await Promise.all([refreshTokenLists(chains), refreshTokenLists(chains)]);
  expect(server.seen).toHaveLength(2);
  expect(await symbols(1, 'coin')).toEqual(['AAA', 'CCC']);
  expect(await symbols(10, 'coin')).toEqual([]);
  expect(await readTokenLists()).toMatchObject([{ version: [1, 1, 0], tokens: 2 }]);
});

test('an older version and a failure leave what is kept, and say why', async () => {
  publish([2, 0, 0], [entry('a', 'AAA')]);
  await loadTokenList(chains, ADDRESS);
  publish([1, 9, 9], [entry('c', 'CCC')]);
  await age(DAY + 1);
  await refreshTokenLists(chains);
  expect(await readTokenLists()).toMatchObject([{ version: [2, 0, 0], problem: expect.stringContaining('1.9.9') }]);
  there = { status: 429, body: '' };
  await age(DAY + 1);
  await refreshTokenLists(chains);
  expect(await readTokenLists()).toMatchObject([{ version: [2, 0, 0], problem: expect.stringContaining('limit') }]);
  expect(await symbols(1, 'coin')).toEqual(['AAA']);
  publish([2, 0, 0], [entry('a', 'AAA')]);
  await loadTokenList(chains, ADDRESS);
  expect((await readTokenLists())[0]?.problem).toBeUndefined();
});

test('a list that the reader removes while it is asked for again stays removed', async () => {
  await loadTokenList(chains, ADDRESS);
  await age(DAY + 1);
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await send(...request);
    await deleteTokenList(ADDRESS);
    return answer;
  });
  await refreshTokenLists(chains);
  vi.unstubAllGlobals();
  expect(server.seen).toHaveLength(2);
  expect(await readTokenLists()).toEqual([]);
  expect(await symbols(1, 'coin')).toEqual([]);
});

test('of two lists the one that was added first names a token; removed, the other does', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  await loadTokenList(chains, ADDRESS);
  vi.setSystemTime(1_001);
  const second = { ...(there.body as object), name: 'B List', tokens: [entry('a', 'ZZZ')] };
  await keepTokenListFile(JSON.stringify(second));
  const named = async () => (await readListedTokens(network(1), [token('a')])).get(token('a'));
  expect(await named()).toMatchObject({ symbol: 'AAA', list: 'A List' });
  await deleteTokenList(ADDRESS);
  expect(await named()).toMatchObject({ symbol: 'ZZZ', list: 'B List' });
  expect(await readTokenLists()).toHaveLength(1);
});

test('10,000 tokens are kept, and one of them is found', async () => {
  publish(
    [1, 0, 0],
    Array.from({ length: 10_000 }, (_, at) => ({
      ...entry('a', `T${at}`),
      address: `0x${(at + 1).toString(16).padStart(40, '0')}`,
    })),
  );
  expect(await loadTokenList(chains, ADDRESS)).toMatchObject({ ok: true, value: { tokens: 10_000 } });
  expect(await symbols(1, 't9999')).toEqual(['T9999']);
});
