/** Who lists the transactions of an address: Otterscan's methods on a real node, Blockscout in the shapes it answers. */
import { getContractAddress } from 'viem';
import { afterEach, describe, expect, test } from 'vitest';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import type { TransactionSummary } from '../../../src/core/chain/summaries';
import type { AddressQuestion } from '../../../src/net/providers/address-lists';
import { blockscoutTransactions } from '../../../src/net/providers/blockscout-transactions';
import { fetchContractCreator, otterscanTransactions } from '../../../src/net/providers/otterscan';
import type { Cursor, Provider } from '../../../src/net/providers/provider';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { deployRuntime } from '../../helpers/contracts';
import { type FaultProxy, startFaultProxy } from '../../helpers/fault-proxy';
import { type JsonServer, startJsonServer } from '../../helpers/json-server';
import { sendMined } from '../../helpers/mined';
import { ANVIL_NETWORK, rpcOf } from '../../helpers/rpc';

let anvil: Anvil | undefined;
let proxy: FaultProxy | undefined;
let server: JsonServer | undefined;
afterEach(async () => {
  await proxy?.stop();
  await anvil?.stop();
  await server?.stop();
  anvil = undefined;
  proxy = undefined;
  server = undefined;
});

/** Creates a contract whose code is one zero byte. */
const CREATES = [
  '6960016000536001601ff3', // PUSH10: MSTORE8(0, 1), RETURN(31, 1)
  '600052', // into memory, right-aligned
  '600a60166000f000', // CREATE(0, 22, 10), STOP
].join('');

const [alice, bob] = ANVIL_ACCOUNTS.map((account) => account.toLowerCase() as Address) as [Address, Address];

type Asked = { rows: readonly TransactionSummary[]; pages: number };

/** All pages, at most twenty. */
async function whole<Origin extends string>(
  provider: Provider<AddressQuestion, TransactionSummary, Origin>,
  question: AddressQuestion,
): Promise<Asked> {
  const rows: TransactionSummary[] = [];
  let cursor: Cursor | undefined;
  for (let pages = 1; pages <= 20; pages++) {
    const page = await provider.ask(question, cursor, new AbortController().signal);
    if (!page.ok) throw new Error(page.error.message);
    rows.push(...page.value.rows);
    cursor = page.value.next;
    if (cursor === undefined) return { rows, pages };
  }
  throw new Error('The pages do not end.');
}

describe('Otterscan’s methods', () => {
  test('list all transactions of an address, newest first, page by page', async () => {
    anvil = await startAnvil();
    proxy = await startFaultProxy(anvil.url);
    for (let value = 1; value <= 60; value++) {
      await sendMined(anvil, { from: alice, to: bob, value: `0x${value.toString(16)}` });
    }
    const question = { networkId: ANVIL_NETWORK, address: bob, part: 'all' } as const;
    const { rows, pages } = await whole(otterscanTransactions(rpcOf([proxy.url])), question);
    expect(rows.map(({ value }) => Number(value))).toEqual(Array.from({ length: 60 }, (_, at) => 60 - at));
    expect(pages).toBeGreaterThan(1);
    expect(rows[0]).toMatchObject({ from: alice, to: bob, status: 'success', blockNumber: 60, index: 0 });
    expect(rows[0]?.timestamp).toBeGreaterThan(1_600_000_000);
    const none = await whole(otterscanTransactions(rpcOf([proxy.url])), { ...question, part: 'internal' });
    expect(none.rows).toEqual([]);
  });

  test('where a node does not have them, nothing is listed', async () => {
    anvil = await startAnvil();
    proxy = await startFaultProxy(anvil.url);
    proxy.set({ refuse: /^ots_/ });
    const question = { networkId: ANVIL_NETWORK, address: bob, part: 'all' } as const;
    expect(await whole(otterscanTransactions(rpcOf([proxy.url])), question)).toEqual({ rows: [], pages: 1 });
  });
});

describe('who created a contract', () => {
  test('is found also where a contract did, and is not known of accounts and where the method is missing', async () => {
    anvil = await startAnvil();
    proxy = await startFaultProxy(anvil.url);
    const created = (await deployRuntime(anvil, CREATES)) as Address;
    const { transactionHash } = await sendMined(anvil, { from: bob, to: created, gas: '0x30d40' });
    const inside = getContractAddress({ from: created, nonce: 1n }).toLowerCase() as Address;
    const rpc = rpcOf([proxy.url]);
    const { signal } = new AbortController();
    expect(await fetchContractCreator(rpc, inside, signal)).toEqual({
      ok: true,
      value: { hash: transactionHash, creator: created },
    });
    expect(await fetchContractCreator(rpc, bob, signal)).toEqual({ ok: true, value: undefined });
    proxy.set({ refuse: /^ots_/ });
    expect(await fetchContractCreator(rpc, inside, signal)).toEqual({ ok: true, value: undefined });
  });
});

const account = (digit: string) => `0x${digit.repeat(40)}`;
const item = (number: number, change: Record<string, unknown> = {}) => ({
  hash: `0x${number.toString(16).padStart(64, '0')}`,
  from: { hash: account('A') },
  to: { hash: account('b') },
  created_contract: null,
  value: '17',
  raw_input: '0xA9059cbb00',
  gas_limit: '60000',
  gas_used: '50000',
  fee: { type: 'actual', value: '900' },
  status: 'ok',
  block_number: number,
  position: 3,
  timestamp: '2025-08-11T09:32:59.000000Z',
  ...change,
});

describe('Blockscout', () => {
  const question = { networkId: 100 as NetworkId, address: account('b') as Address, part: 'all' } as const;

  test('lists transactions by its own cursor, of versions 11 and 12', async () => {
    const created = { hash: account('c') };
    const pages: Record<string, unknown> = {
      '': {
        items: [item(9), item(8, { status: 'error' })],
        next_page_params: { block_number: 8, index: 3, items_count: 50 },
      },
      '?block_number=8&index=3&items_count=50': {
        items: [item(7, { to: null, created_contract: created, raw_input: '0x6080604052' })],
        next_page_params: null,
      },
    };
    const started = await startJsonServer((path) => ({ body: pages[path.split('/transactions')[1] ?? ''] }));
    server = started;
    const { rows } = await whole(blockscoutTransactions(`${started.url}/api/v2/`), question);
    expect(started.seen.map((path) => path.split('?')[0])).toEqual(
      Array(2).fill(`/api/v2/addresses/${question.address}/transactions`),
    );
    expect(rows).toEqual([
      {
        networkId: 100,
        hash: item(9).hash,
        from: account('a'),
        to: account('b'),
        value: 17n,
        selector: '0xa9059cbb',
        gas: 60_000,
        gasUsed: 50_000,
        fee: 900n,
        status: 'success',
        blockNumber: 9,
        index: 3,
        timestamp: Date.UTC(2025, 7, 11, 9, 32, 59) / 1_000,
      },
      expect.objectContaining({ blockNumber: 8, status: 'failed' }),
      expect.objectContaining({ blockNumber: 7, contractAddress: account('c') }),
    ]);
    expect(rows[2]?.to).toBeUndefined();
    expect(rows[2]?.selector).toBeUndefined();
  });

  test('an address it never saw has no rows; other shapes and refusals are failures', async () => {
    const answers: { status?: number; body: unknown }[] = [
      { status: 404, body: { message: 'Not found' } },
      { body: { items: [item(1, { hash: '<script>' })] } },
      { status: 429, body: {} },
    ];
    const started = await startJsonServer(() => answers.shift() ?? { body: {} });
    server = started;
    const ask = () => blockscoutTransactions(started.url).ask(question, undefined, new AbortController().signal);
    expect(await ask()).toEqual({ ok: true, value: { rows: [] } });
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'rateLimited' } });
  });

  test('is asked only with consent for lists', () => {
    const provider = blockscoutTransactions('https://explorer.example/api/v2');
    expect(provider.allowed({ blockscout: true })).toBe(false);
    expect(provider.allowed({ addressLists: true })).toBe(true);
  });
});
