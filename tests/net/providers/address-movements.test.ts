/** What explorers list of an address: Etherscan's lists, and Blockscout's transfers and internal transactions. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { blockscoutInternals, blockscoutTransfers } from '../../../src/net/providers/blockscout-movements';
import {
  etherscanInternals,
  etherscanTransactions,
  etherscanTransfers,
} from '../../../src/net/providers/etherscan-lists';
import type { Cursor, Provider } from '../../../src/net/providers/provider';
import { type JsonServer, startJsonServer } from '../../helpers/json-server';

let server: JsonServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const account = (digit: string) => `0x${digit.repeat(40)}` as Address;
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
const question = { networkId: 1 as NetworkId, address: account('b') };

type Answer = { status?: number; body: unknown };

/** A server that answers by the query it is asked with. */
async function answering(answer: (query: URLSearchParams, path: string) => Answer): Promise<JsonServer> {
  server = await startJsonServer((path) => answer(new URL(path, 'http://127.0.0.1').searchParams, path));
  return server;
}

/** All rows, at most two hundred pages. */
async function whole<Question, Row, Origin extends string>(provider: Provider<Question, Row, Origin>, asked: Question) {
  const rows: Row[] = [];
  let cursor: Cursor | undefined;
  for (let pages = 1; pages <= 200; pages++) {
    const page = await provider.ask(asked, cursor, new AbortController().signal);
    if (!page.ok) throw new Error(page.error.message);
    rows.push(...page.value.rows);
    cursor = page.value.next;
    if (cursor === undefined) return rows;
  }
  throw new Error('The pages do not end.');
}

describe('Etherscan', () => {
  const transaction = (number: number, change: Record<string, string> = {}) => ({
    blockNumber: String(number),
    timeStamp: '1700000000',
    hash: hashOf(number),
    from: account('A'),
    to: account('b'),
    contractAddress: '',
    value: '17',
    input: '0xA9059cbb00',
    gas: '60000',
    gasUsed: '50000',
    gasPrice: '3',
    isError: '0',
    transactionIndex: '4',
    ...change,
  });
  const found = (result: unknown) => ({ body: { status: '1', message: 'OK', result } });
  const access = ({ url }: JsonServer) => ({ url: `${url}/v2/api`, key: 'KEY' });

  test('lists transactions, of failed ones and creations what they are, and nothing of the genesis', async () => {
    const started = await answering(() =>
      found([
        transaction(9),
        transaction(8, { isError: '1' }),
        transaction(7, { to: '', contractAddress: account('c'), input: '0x6080604052' }),
        { ...transaction(0), hash: 'GENESIS_00', from: 'GENESIS' },
      ]),
    );
    const rows = await whole(etherscanTransactions(access(started)), { ...question, part: 'all' });
    expect(rows).toEqual([
      {
        networkId: 1,
        hash: hashOf(9),
        from: account('a'),
        to: account('b'),
        value: 17n,
        selector: '0xa9059cbb',
        gas: 60_000,
        gasUsed: 50_000,
        fee: 150_000n,
        status: 'success',
        blockNumber: 9,
        index: 4,
        timestamp: 1_700_000_000,
      },
      expect.objectContaining({ blockNumber: 8, status: 'failed' }),
      expect.objectContaining({ blockNumber: 7, contractAddress: account('c') }),
    ]);
    expect(rows[2]?.to).toBeUndefined();
    const asked = new URL(started.seen[0] ?? '', 'http://127.0.0.1').searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({ chainid: '1', action: 'txlist', sort: 'desc', apikey: 'KEY' });
  });

  test('goes on by page, and by block where the explorer counts no further', async () => {
    const started = await answering((query) => {
      const page = Number(query.get('page'));
      if (page > 100) return { body: { status: '0', message: 'NOTOK', result: 'Result window is too large' } };
      const end = Number(query.get('endblock') ?? 10_150);
      const rest = Math.max(0, Math.min(100, end - (page - 1) * 100));
      return found(Array.from({ length: rest }, (_, at) => transaction(end - (page - 1) * 100 - at)));
    });
    const rows = await whole(etherscanTransactions(access(started)), { ...question, part: 'direct' });
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(10_150);
    expect(started.seen.some((path) => path.includes('endblock=151'))).toBe(true);
  });

  test('lists calls inside of transactions, and what they created', async () => {
    const started = await answering(() =>
      found([
        { ...transaction(9), type: 'call', traceId: '0_1', errCode: '' },
        { ...transaction(8, { to: '', contractAddress: account('c'), isError: '1' }), type: 'create', traceId: '2' },
      ]),
    );
    const rows = await whole(etherscanInternals(access(started)), question);
    expect(rows).toMatchObject([
      { hash: hashOf(9), place: '0_1', type: 'call', from: account('a'), to: account('b'), value: 17n },
      { type: 'create', to: account('c'), isFailed: true },
    ]);
    expect(started.seen[0]).toContain('action=txlistinternal');
  });

  test('lists transfers of tokens, and of items of both standards one after the other', async () => {
    const token = { contractAddress: account('d'), tokenName: 'Token', tokenSymbol: 'TKN' };
    const started = await answering((query) => {
      const action = query.get('action');
      if (action === 'tokentx') return found([{ ...transaction(9), ...token, tokenDecimal: '6', value: '5' }]);
      const item = { ...transaction(8), ...token, tokenID: '77', value: undefined };
      return found([action === 'tokennfttx' ? item : { ...item, tokenValue: '3' }]);
    });
    const provider = etherscanTransfers(access(started));
    expect(await whole(provider, { ...question, kind: 'erc20' })).toMatchObject([
      {
        hash: hashOf(9),
        timestamp: 1_700_000_000,
        transfer: { standard: 'ERC-20', token: account('d'), from: account('a'), to: account('b'), amount: 5n },
        token: { symbol: 'TKN', name: 'Token', decimals: 6 },
      },
    ]);
    const items = await whole(provider, { ...question, kind: 'nft' });
    expect(items.map(({ transfer }) => [transfer.standard, transfer.tokenId, transfer.amount])).toEqual([
      ['ERC-721', 77n, 1n],
      ['ERC-1155', 77n, 3n],
    ]);
  });

  test('says why it gives none: limits, keys, other shapes; nothing found is no failure', async () => {
    const answers: Answer[] = [
      { body: { status: '0', message: 'No transactions found', result: [] } },
      { body: { status: '0', message: 'No transactions found', result: null } },
      { body: { status: '0', message: 'NOTOK', result: 'Max calls per sec rate limit reached (5/sec)' } },
      { body: { status: '0', message: 'NOTOK', result: 'Invalid API Key (#err2)|KEY' } },
      { status: 429, body: {} },
      { body: { status: '1', message: 'OK', result: [transaction(1, { from: '<script>' })] } },
      { status: 502, body: '<html>' },
    ];
    const started = await answering(() => answers.shift() ?? { body: {} });
    const ask = () => etherscanInternals(access(started)).ask(question, undefined, new AbortController().signal);
    expect(await ask()).toEqual({ ok: true, value: { rows: [] } });
    expect(await ask()).toEqual({ ok: true, value: { rows: [] } });
    expect(await ask()).toMatchObject({ error: { code: 'rateLimited' } });
    expect(await ask()).toMatchObject({ error: { code: 'badAnswer', message: 'Etherscan refuses the key.' } });
    expect(await ask()).toMatchObject({ error: { code: 'rateLimited' } });
    expect(await ask()).toMatchObject({ error: { code: 'badAnswer' } });
    expect(await ask()).toMatchObject({ ok: false });
  });

  test('is asked only with consent for lists and a key', () => {
    const url = 'https://explorer.example/api';
    expect(etherscanTransactions({ url, key: 'KEY' }).allowed({})).toBe(false);
    expect(etherscanTransactions({ url, key: '' }).allowed({ addressLists: true })).toBe(false);
    expect(etherscanTransactions({ url, key: 'KEY' }).allowed({ addressLists: true })).toBe(true);
  });
});

describe('Blockscout', () => {
  const item = (number: number, token: Record<string, unknown>, total: Record<string, unknown>) => ({
    transaction_hash: hashOf(number),
    block_number: number,
    log_index: 5,
    timestamp: '2025-08-11T09:32:59.000000Z',
    from: { hash: account('A') },
    to: { hash: account('b') },
    token,
    total,
  });

  test('lists transfers by its own cursor, whichever name the token’s address has', async () => {
    const started = await answering((query) =>
      query.get('index') === null
        ? {
            body: {
              items: [
                item(
                  9,
                  { address_hash: account('D'), symbol: 'TKN', decimals: '6', type: 'ERC-20' },
                  { value: '5', decimals: '6' },
                ),
              ],
              next_page_params: { block_number: 9, index: 5 },
            },
          }
        : {
            body: {
              items: [
                item(8, { address: account('d'), type: 'ERC-721' }, { token_id: '77' }),
                item(7, { address: account('d'), type: 'ERC-404' }, { value: '1' }),
              ],
              next_page_params: null,
            },
          },
    );
    const rows = await whole(blockscoutTransfers(`${started.url}/api/v2`), { ...question, kind: 'nft' });
    expect(started.seen).toEqual([
      `/api/v2/addresses/${question.address}/token-transfers?type=ERC-721%2CERC-1155`,
      `/api/v2/addresses/${question.address}/token-transfers?type=ERC-721%2CERC-1155&block_number=9&index=5`,
    ]);
    expect(rows).toMatchObject([
      {
        hash: hashOf(9),
        timestamp: Date.UTC(2025, 7, 11, 9, 32, 59) / 1_000,
        transfer: { standard: 'ERC-20', token: account('d'), amount: 5n, blockNumber: 9, position: 5 },
        token: { symbol: 'TKN', decimals: 6 },
      },
      { transfer: { standard: 'ERC-721', tokenId: 77n, amount: 1n } },
    ]);
    expect(rows).toHaveLength(2);
  });

  test('lists internal transactions, and says why it gives none', async () => {
    const inside = {
      transaction_hash: hashOf(9),
      block_number: 9,
      index: 3,
      timestamp: '2025-08-11T09:32:59.000000Z',
      type: 'create',
      from: { hash: account('A') },
      to: null,
      created_contract: { hash: account('C') },
      value: '30',
      success: false,
      error: 'reverted',
      gas_limit: '5',
    };
    const answers: Answer[] = [
      { body: { items: [inside], next_page_params: null } },
      { status: 404, body: { message: 'Not found' } },
      { status: 429, body: {} },
      { body: { items: [{ ...inside, value: '0x1' }], next_page_params: null } },
    ];
    const started = await answering(() => answers.shift() ?? { body: {} });
    const provider = blockscoutInternals(`${started.url}/api/v2`);
    const ask = () => provider.ask(question, undefined, new AbortController().signal);
    expect(await ask()).toMatchObject({
      value: { rows: [{ place: '3', type: 'create', to: account('c'), value: 30n, isFailed: true }] },
    });
    expect(await ask()).toEqual({ ok: true, value: { rows: [] } });
    expect(await ask()).toMatchObject({ error: { code: 'rateLimited' } });
    expect(await ask()).toMatchObject({ error: { code: 'badAnswer' } });
    expect(provider.allowed({})).toBe(false);
    expect(provider.allowed({ addressLists: true })).toBe(true);
  });
});
