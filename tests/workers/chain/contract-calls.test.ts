/** Calls that a reader makes, over real HTTP: how they travel, and what is never asked twice. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import type { AccountOverrides } from '../../../src/core/simulation/overlay';
import { callContracts, nodeAccounts, sendFromNode } from '../../../src/workers/chain/contract-calls';
import { waitForTransaction } from '../../../src/workers/chain/wait-for-transaction';
import { rpcOf } from '../../helpers/rpc';

type Call = { id: number; method: string; params: readonly unknown[] };
type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } } | 'cut';

const CONTRACT = `0x${'c'.repeat(40)}` as Address;
const ALICE = `0x${'a'.repeat(40)}` as Address;
const HASH = `0x${'ab'.repeat(32)}` as Hash;
const HEAD = 18;

let server: Server;
let url: string;
/** The methods of each HTTP request. */
let requests: string[][];
let answer: (call: Call) => Answer;

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const parsed = JSON.parse(body) as Call | Call[];
      const calls = Array.isArray(parsed) ? parsed : [parsed];
      requests.push(calls.map(({ method }) => method));
      const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, answer: answerOf(call) }));
      if (answers.some((each) => each.answer === 'cut')) return void response.destroy();
      const sent = answers.map(({ answer: own, ...rest }) => ({ ...rest, ...(own as object) }));
      response.end(JSON.stringify(Array.isArray(parsed) ? sent : sent[0]));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(
  () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    }),
);

function answerOf(call: Call): Answer {
  if (call.method === 'eth_chainId') return { result: '0x7a69' };
  if (call.method === 'eth_blockNumber') return { result: `0x${HEAD.toString(16)}` };
  return answer(call);
}

const countOf = (method: string) => requests.flat().filter((asked) => asked === method).length;
const signal = () => new AbortController().signal;

describe('calls made together', () => {
  test('are one request, on one block that is named by its number', async () => {
    const blocks = new Set<unknown>();
    answer = ({ params: [call, block] }) => {
      blocks.add(block);
      return { result: (call as { data: Hex }).data };
    };
    const calls = Array.from({ length: 20 }, (_, index) => ({
      to: CONTRACT,
      data: `0x${(index + 16).toString(16)}` as Hex,
    }));
    const made = await callContracts(rpcOf([url]), calls, 'latest', signal());
    expect(made).toMatchObject({ ok: true, value: { blockNumber: HEAD } });
    expect(made.ok && made.value.answers).toEqual(
      calls.map(({ data }) => ({ ok: true, value: { reverted: false, data } })),
    );
    expect([...blocks]).toEqual(['0x12']);
    expect(requests.filter((methods) => methods.includes('eth_call'))).toHaveLength(1);
  });

  test('say of each by itself that it reverted, and with what', async () => {
    answer = ({ params: [call] }) =>
      (call as { data: Hex }).data === '0x01'
        ? { error: { code: 3, message: 'execution reverted', data: '0xdeadbeef' } }
        : { result: '0x' };
    const calls = (['0x01', '0x02'] as const).map((data) => ({ to: CONTRACT, data, from: ALICE, value: 7n }));
    const made = await callContracts(rpcOf([url]), calls, 5, signal());
    expect(made.ok && made.value.answers).toMatchObject([
      { ok: true, value: { reverted: true, data: '0xdeadbeef' } },
      { ok: true, value: { reverted: false, data: '0x' } },
    ]);
    expect(countOf('eth_blockNumber')).toBe(0);
  });
});

describe('calls on changed state', () => {
  const accounts: AccountOverrides = { [CONTRACT]: { balance: 7n, stateDiff: { [HASH]: HASH } } };
  const call = { to: CONTRACT, data: '0x01' as Hex };
  const WORD_42 = `0x${(42).toString(16).padStart(64, '0')}`;
  type Overrides = Record<string, { code?: string; balance?: string; stateDiff?: object }>;

  /** Runs what the witness was given as code, where the third parameter is heeded. */
  const heed = ({ params: [asked, , overrides] }: Call): Answer => {
    const { to } = asked as { to: Address };
    if ((overrides as Overrides)[to]?.code === '0x602a60005260206000f3') return { result: WORD_42 };
    return { result: (overrides as Overrides)[to]?.balance === '0x7' ? '0x07' : '0x' };
  };

  test('hand the changes to an endpoint that heeds them', async () => {
    const given: unknown[] = [];
    answer = (asked) => {
      given.push(asked.params[2]);
      return heed(asked);
    };
    const made = await callContracts(rpcOf([url]), [call], 5, signal(), accounts);
    expect(made).toEqual({
      ok: true,
      value: { blockNumber: 5, answers: [{ ok: true, value: { reverted: false, data: '0x07' } }] },
    });
    expect(given).toContainEqual(
      expect.objectContaining({ [CONTRACT]: { balance: '0x7', stateDiff: { [HASH]: HASH } } }),
    );
  });

  test('say of a revert that it is one', async () => {
    answer = (asked) =>
      (asked.params[0] as { to: Address }).to === CONTRACT
        ? { error: { code: 3, message: 'execution reverted', data: '0xdeadbeef' } }
        : heed(asked);
    const made = await callContracts(rpcOf([url]), [call], 5, signal(), accounts);
    expect(made.ok && made.value.answers).toMatchObject([{ ok: true, value: { reverted: true, data: '0xdeadbeef' } }]);
  });

  test.each([
    ['calls on the state as it is', (): Answer => ({ result: '0x' })],
    [
      'refuses a third parameter',
      (): Answer => ({ error: { code: -32602, message: 'too many arguments, want at most 2' } }),
    ],
  ])('are unsupported at an endpoint that %s', async (_, given) => {
    answer = given;
    const made = await callContracts(rpcOf([url]), [call], 5, signal(), accounts);
    expect(made.ok && made.value.answers).toMatchObject([{ ok: false, error: { code: 'unsupported' } }]);
  });

  test('do not count from an endpoint that did not answer for the witness', async () => {
    // The first endpoint heeds the changes and fails for the contract; the second answers for it without them.
    const other = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        const parsed = JSON.parse(body) as Call | Call[];
        const answers = [parsed].flat().map(({ id, method }) => ({
          jsonrpc: '2.0',
          id,
          result: method === 'eth_chainId' ? '0x7a69' : '0x99',
        }));
        response.end(JSON.stringify(Array.isArray(parsed) ? answers : answers[0]));
      });
    });
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    answer = (asked) =>
      (asked.params[0] as { to: Address }).to === CONTRACT
        ? { error: { code: -32000, message: 'missing trie node' } }
        : heed(asked);
    const second = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const made = await callContracts(rpcOf([url, second]), [call], 5, signal(), accounts);
    other.close();
    other.closeAllConnections();
    expect(made.ok && made.value.answers).toMatchObject([{ ok: false, error: { code: 'unsupported' } }]);
  });
});

describe('a node that signs', () => {
  const transaction = { from: ALICE, to: CONTRACT, data: '0x01' as Hex };

  test('is asked for its accounts', async () => {
    answer = () => ({ result: [ALICE.toUpperCase().replace('0X', '0x')] });
    expect(await nodeAccounts(rpcOf([url]))).toEqual({ ok: true, value: [ALICE] });
  });

  test.each([
    ['a cut connection', 'cut'],
    ['an overloaded node', { error: { code: -32005, message: 'limit exceeded' } }],
    ['a refusal', { error: { code: -32000, message: 'insufficient funds' } }],
  ] as const)('is asked to send once, whatever comes of it: %s', async (_, given) => {
    answer = () => given;
    const sent = await sendFromNode(rpcOf([url, url]), transaction);
    expect(sent.ok).toBe(false);
    expect(countOf('eth_sendTransaction')).toBe(1);
  });

  test('is asked to send nothing where it serves another chain than the network', async () => {
    answer = () => ({ result: HASH });
    const sent = await sendFromNode(rpcOf([url], { networkId: 1 as NetworkId }), transaction);
    expect(sent).toMatchObject({ ok: false, error: { code: 'wrongChain' } });
    expect(countOf('eth_sendTransaction')).toBe(0);
  });

  test('is not asked where an endpoint is on another machine', async () => {
    const rpc = rpcOf([url, 'https://node.example']);
    expect(await nodeAccounts(rpc)).toEqual({ ok: true, value: [] });
    expect((await sendFromNode(rpc, transaction)).ok).toBe(false);
    expect(requests).toEqual([]);
  });
});

describe('waiting for a receipt', () => {
  const receipt = {
    transactionHash: HASH,
    blockHash: `0x${'1'.repeat(64)}`,
    blockNumber: '0x13',
    transactionIndex: '0x0',
    from: ALICE,
    to: CONTRACT,
    status: '0x0',
    gasUsed: '0x5208',
    cumulativeGasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    logs: [],
    logsBloom: `0x${'0'.repeat(512)}`,
    contractAddress: null,
    type: '0x2',
  };

  test('goes on until it is there, failures on the way included', async () => {
    let asked = 0;
    answer = ({ method }) => {
      if (method !== 'eth_getTransactionReceipt') return { result: null };
      asked++;
      return asked < 3 ? { result: null } : { result: receipt };
    };
    expect(await waitForTransaction(rpcOf([url]), HASH, signal())).toEqual({
      ok: true,
      value: { state: 'mined', success: false, blockNumber: 19, gasUsed: 21_000 },
    });
  });

  test('ends when nobody waits any more', async () => {
    answer = () => ({ result: null });
    const stop = new AbortController();
    const waiting = waitForTransaction(rpcOf([url]), HASH, stop.signal);
    stop.abort();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });
});
