import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Hash } from '../../../../src/core/chain/primitives';
import { type Receipt, transactionOf } from '../../../../src/core/chain/transaction';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../../../src/net/chain-reader';
import type { ReplayJob } from '../../../../src/workers/trace/replay/replay-job';
import type { ReplayProgress } from '../../../../src/workers/trace/replay/replay-progress';
import { replayTransaction } from '../../../../src/workers/trace/replay/replay-transaction';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { type Behaviour, type FaultProxy, lieAboutSlots, startFaultProxy } from '../../../helpers/fault-proxy';
import { ANVIL_NETWORK, rpcOf } from '../../../helpers/rpc';

// A real node; a busy machine may take its time.
const PATIENCE = { limits: { timeout: 20_000 } };

const ONLY_PLAIN = /^(debug|trace|ots)_|^eth_createAccessList$/;

// Adds one to slot 0 and logs the sum.
const COUNTER = '0x6e60015f5401805f555f5260205fa0005f52600f6011f3';
// Logs the hash of the block five before its own.
const ANCESTOR = '0x6b60054303405f5260205fa0005f52600c6014f3';
// Jumps to its own start until the gas is gone.
const LOOP = '0x625b5f565f526003601df3';

let anvil: Anvil;
let proxy: FaultProxy;
let counter: string;
/** Two blocks: the first creates the counter and calls it three times, the second calls it and the others once. */
let first: readonly Hash[];
let second: readonly Hash[];

beforeAll(async () => {
  anvil = await startAnvil({ args: ['--hardfork', 'prague', '--order', 'fifo', '--no-mining'] });
  proxy = await startFaultProxy(anvil.url);
  await anvil.call('anvil_mine', ['0x8']);
  const [alice, bob] = ANVIL_ACCOUNTS;
  const created = await send(alice, undefined, COUNTER);
  const ancestor = await send(alice, undefined, ANCESTOR);
  const loop = await send(alice, undefined, LOOP);
  // Addresses of contracts that the first of Anvil's accounts creates.
  counter = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
  const [ancestorAt, loopAt] = [
    '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512',
    '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0',
  ];
  const calls = [await send(bob, counter), await send(alice, counter), await send(bob, counter)];
  await anvil.call('anvil_mine', ['0x1']);
  first = [created, ancestor, loop, ...calls];
  second = [await send(bob, counter), await send(bob, ancestorAt), await send(alice, loopAt)];
  await anvil.call('anvil_mine', ['0x1']);
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});
beforeEach(() => proxy.set({}));

function send(from: string, to: string | undefined, data = '0x'): Promise<Hash> {
  return anvil.call('eth_sendTransaction', [{ from, ...(to ? { to } : {}), data, gas: '0x4c4b40' }]);
}

type More = Partial<Omit<ReplayJob, 'receipt'>>;

async function jobOf(hash: Hash | undefined, more: More = {}): Promise<ReplayJob & { receipt: Receipt }> {
  const direct = rpcOf([anvil.url], PATIENCE);
  const [transaction, receipt] = await Promise.all([
    fetchTransaction(direct, hash as Hash),
    fetchReceipt(direct, hash as Hash),
  ]);
  if (!transaction.ok || !receipt.ok) throw new Error('Anvil does not know the transaction');
  const block = await fetchBlock(direct, receipt.value.blockHash);
  if (!block.ok) throw new Error(block.error.message);
  return {
    rpc: rpcOf([proxy.url], PATIENCE),
    network: { id: ANVIL_NETWORK, name: 'Anvil' },
    block: block.value,
    transaction: transaction.value,
    receipt: receipt.value,
    signal: new AbortController().signal,
    ...more,
  };
}

async function outcomeOf(hash: Hash | undefined, behaviour: Behaviour, more: More = {}) {
  const job = await jobOf(hash, more);
  proxy.set(behaviour);
  const replayed = await replayTransaction(job);
  if (!replayed.ok) throw new Error(`${replayed.error.code}: ${replayed.error.message}`);
  return replayed.value;
}

async function failureOf(hash: Hash | undefined, behaviour: Behaviour, more: More = {}) {
  const job = await jobOf(hash, more);
  proxy.set(behaviour);
  const replayed = await replayTransaction(job);
  if (replayed.ok) throw new Error('it was executed');
  return replayed.error;
}

describe('in the middle of a block', () => {
  test.each([
    ['prestateTracer', {}, 0],
    ['rpc', { refuse: ONLY_PLAIN }, 1],
    ['rpc', { refuse: /^debug_/ }, 1],
    ['rpc', { refuse: ONLY_PLAIN, batches: 'shuffle' }, 1],
    ['rpc', { refuse: /^(debug|trace|ots)_|^eth_(createAccessList|getBlockReceipts)$/ }, 1],
  ] as const)('earlier transactions of the block count, from %s %j', async (origin, behaviour, executed) => {
    for (const [index, hash] of first.entries()) {
      const outcome = await outcomeOf(hash, behaviour);
      if (!outcome.verified) throw new Error(outcome.difference);
      expect(outcome.origin).toBe(origin);
      expect(outcome.compared.earlier).toBe(index * executed);
      const sums = outcome.replay.touched().flatMap(({ address, storage }) => (address === counter ? storage : []));
      // Three transactions create; the calls after them find 0, 1 and 2.
      if (index >= 3)
        expect(sums.map(({ before, after }) => [Number(before), Number(after)])).toEqual([[index - 3, index - 2]]);
    }
  });

  test('hashes of earlier blocks are those of the chain', async () => {
    for (const behaviour of [{}, { refuse: ONLY_PLAIN }]) {
      const outcome = await outcomeOf(second[1], behaviour);
      expect(outcome.verified).toBe(true);
      const { number } = (await jobOf(second[1])).block;
      const ancestor = await anvil.call<{ hash: string }>('eth_getBlockByNumber', [
        `0x${((number ?? 0) - 5).toString(16)}`,
        false,
      ]);
      const { receipt } = await jobOf(second[1]);
      expect(receipt.logs[0]?.data).toBe(ancestor.hash);
      if (!outcome.verified) continue;
      const log = outcome.replay.result?.logs[0];
      expect(Buffer.from(log?.data ?? []).toString('hex')).toBe(ancestor.hash.slice(2));
    }
  });

  test('an earlier transaction that came out otherwise ends it', async () => {
    const outcome = await outcomeOf(first[4], {
      refuse: ONLY_PLAIN,
      lie: (method, _params, result) =>
        method === 'eth_getBlockReceipts'
          ? (result as object[]).map((receipt, i) => (i === 3 ? { ...receipt, gasUsed: '0x1' } : receipt))
          : result,
    });
    expect(outcome).toMatchObject({ verified: false });
    if (!outcome.verified)
      expect(outcome.difference).toMatch(
        /^Transaction 3 of the block, which comes before this one: The execution used [\d,]+ gas, but the receipt says 1\.$/,
      );
  });
});

describe('an endpoint that lies', () => {
  const slot = `0x${'0'.repeat(63)}9`;

  test('about a slot is found out by the events', async () => {
    const outcome = await outcomeOf(second[0], {
      refuse: ONLY_PLAIN,
      lie: lieAboutSlots(() => slot),
    });
    expect(outcome).toMatchObject({
      verified: false,
      difference: "The data of event 1 of the execution differs from the receipt's.",
    });
  });

  test('about a slot that was empty is found out by the gas', async () => {
    const outcome = await outcomeOf(second[0], {
      refuse: ONLY_PLAIN,
      lie: lieAboutSlots(() => `0x${'0'.repeat(64)}`),
    });
    if (outcome.verified) throw new Error('it was verified');
    expect(outcome.difference).toMatch(/^The execution used [\d,]+ gas, but the receipt says [\d,]+\.$/);
  });

  test('about a nonce is found out before anything runs', async () => {
    const outcome = await outcomeOf(second[0], {
      refuse: ONLY_PLAIN,
      lie: (method, _params, result) => (method === 'eth_getTransactionCount' ? '0x63' : result),
    });
    expect(outcome).toMatchObject({
      verified: false,
      difference: 'The transaction is not valid on the loaded state: nonce too low.',
    });
  });

  test('in its prestate only is passed over, with the reason', async () => {
    const outcome = await outcomeOf(second[0], {
      lie: (method, _params, result) =>
        method === 'debug_traceTransaction'
          ? Object.fromEntries(
              Object.entries(result as Record<string, object>).map(([address, account]) => [
                address,
                'storage' in account ? { ...account, storage: { [`0x${'0'.repeat(64)}`]: slot } } : account,
              ]),
            )
          : result,
    });
    expect(outcome).toMatchObject({
      verified: true,
      origin: 'rpc',
      skipped: [
        {
          origin: 'prestateTracer',
          reason: "The data of event 1 of the execution differs from the receipt's.",
        },
      ],
    });
  });
});

describe('an endpoint whose answers contradicts itself', () => {
  const other = `0x${'12'.repeat(32)}` as Hash;
  test.each<[string, (job: ReplayJob & { receipt: Receipt }) => Partial<ReplayJob>, RegExp]>([
    [
      'value',
      ({ transaction }) => ({ transaction: { ...transaction, value: 0n, gas: transaction.gas + 1 } }),
      /do not have its hash/,
    ],
    ['price', ({ receipt }) => ({ receipt: { ...receipt, effectiveGasPrice: 1n } }), /The gas price of the receipt/],
    [
      'position',
      ({ block }) => ({ block: { ...block, transactions: block.transactions.toReversed() } }),
      /does not list the transaction/,
    ],
    ['header', ({ block }) => ({ block: { ...block, receiptsRoot: other } }), /do not have the hash of the block/],
  ])('verifies nothing when the %s is altered, and says which', async (_, lie, words) => {
    const job = await jobOf(second[0]);
    const replayed = await replayTransaction({ ...job, ...lie(job) });
    expect(replayed).toMatchObject({ ok: true, value: { verified: false, contradiction: expect.any(String) } });
    expect(replayed.ok && !replayed.value.verified && replayed.value.difference).toMatch(words);
  });

  test('a receipt of the whole block that differs is a contradiction, too', async () => {
    const outcome = await outcomeOf(second[1], {
      refuse: ONLY_PLAIN,
      lie: (method, _, result) =>
        method === 'eth_getBlockReceipts'
          ? (result as object[]).map((receipt) => ({ ...receipt, cumulativeGasUsed: '0x1' }))
          : result,
    });
    expect(outcome).toMatchObject({ verified: false, contradiction: expect.any(String) });
  });

  test('the header commits to what was executed, where the whole block was read', async () => {
    const outcome = await outcomeOf(second[1], { refuse: ONLY_PLAIN });
    expect(outcome).toMatchObject({ verified: true, checked: { unchecked: [], isIncluded: true } });
  });
});

describe('what cannot be executed to the end', () => {
  test('an endpoint that dies in the middle', async () => {
    const job = await jobOf(second[0]);
    proxy.set({ refuse: ONLY_PLAIN, fault: { kind: 'drop' }, methods: /^eth_getStorage(At|Values)$/ });
    const replayed = await replayTransaction(job);
    expect(replayed).toMatchObject({ ok: false, error: { code: 'endpointDown' } });
    if (!replayed.ok) expect(replayed.error.message).toMatch(/^first cannot be reached\./);
  });

  test('state that is not kept', async () => {
    const fault = { kind: 'rpcError', code: -32000, message: 'missing trie node 0123 (path )' } as const;
    const failed = await failureOf(second[0], { fault, methods: /^(debug_|eth_getBalance$)/ });
    expect(failed.code).toBe('stateUnavailable');
    expect(failed.message).toMatch(/^The endpoint does not keep the state of block 9, so the transaction cannot/);
  });

  test('more steps than the limit', async () => {
    for (const behaviour of [{}, { refuse: ONLY_PLAIN }]) {
      const failed = await failureOf(second[2], behaviour, { stepLimit: 300_000 });
      expect(failed.code).toBe('tooLarge');
      expect(failed.message).toBe('It takes more than 300,000 steps, which is as many as Loupe executes.');
    }
  });

  test('a job that is cancelled, while it waits and while it runs', async () => {
    for (const phase of ['state', 'transaction']) {
      const controller = new AbortController();
      const seen: ReplayProgress[] = [];
      const failed = await failureOf(
        second[2],
        { refuse: ONLY_PLAIN },
        {
          signal: controller.signal,
          onProgress(progress) {
            seen.push(progress);
            if (progress.phase === phase) controller.abort();
          },
        },
      );
      expect(failed.code).toBe('cancelled');
      const { phase: last, done } = seen.at(-1) as ReplayProgress;
      expect(last).toBe(phase);
      expect(done).toBeLessThan(1_300_000);
    }
  });

  test('chains and transactions whose rules are not known', async () => {
    const chain = await failureOf(second[0], {}, { network: { id: 324 as typeof ANVIL_NETWORK, name: 'ZKsync Era' } });
    expect(chain).toMatchObject({ code: 'unsupported' });
    expect(chain.message).toMatch(/^ZKsync Era runs a machine of its own/);
    const { transaction } = await jobOf(second[0]);
    const deposit = await failureOf(second[0], {}, { transaction: transactionOf({ ...transaction, type: 0x7e }) });
    expect(deposit.message).toMatch(/^Transactions of type 0x7e .* follow rules that are not known here/);
  });

  test('a block with an absurd price of blobs', async () => {
    const { block } = await jobOf(second[0]);
    const failed = await failureOf(second[0], {}, { block: { ...block, excessBlobGas: 2 ** 60 } });
    expect(failed.code).toBe('badAnswer');
  });
});

test('what a long run is made of is told while it goes on', async () => {
  const seen: ReplayProgress[] = [];
  const outcome = await outcomeOf(second[2], { refuse: ONLY_PLAIN }, { onProgress: (progress) => seen.push(progress) });
  if (!outcome.verified) throw new Error(outcome.difference);
  // 5,000,000 gas less the intrinsic: rounds of three steps for 1 + 2 + 8 gas, and a last JUMP that cannot be paid.
  expect(outcome.replay.steps.length).toBe(3 * Math.floor((5_000_000 - 21_000) / 11) + 3);
  expect(outcome.replay.result?.success).toBe(false);
  expect(seen.filter(({ phase }) => phase === 'earlier')).toEqual([
    { phase: 'earlier', done: 0, total: 2 },
    { phase: 'earlier', done: 1, total: 2 },
  ]);
  const steps = seen.filter(({ phase }) => phase === 'transaction').map(({ done }) => done);
  expect(steps.length).toBeGreaterThan(3);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
});
