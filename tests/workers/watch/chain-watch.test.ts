/** Watching through everything that happens to a chain and to its watcher: each find is kept exactly once. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { emptyDraft, writeDraft } from '../../../src/core/simulation/draft';
import type { Watch, WatchId } from '../../../src/core/watch/watch';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { readMatches, readWatchProgress, saveWatch } from '../../../src/db/watches/watches';
import { MAX_CATCH_UP, stepWatch, type WatchedChain } from '../../../src/workers/watch/chain-watch';
import { databaseStore } from '../../../src/workers/watch/database-store';
import { deleteDatabase } from '../../helpers/database-dump';
import { GeneratedChain, randomFrom, TARGET } from '../../helpers/generated-chain';

const network = 31337 as NetworkId;
const store = () => databaseStore(network);

function watch(id: string, condition: Watch['condition']): Watch {
  return {
    id: id as WatchId,
    name: id,
    networkId: network,
    scope: { of: 'addresses', addresses: [TARGET] },
    condition,
    isOn: true,
    notifies: false,
    createdAt: 1,
  };
}

async function toHead(chain: WatchedChain): Promise<void> {
  while ((await stepWatch(chain, store())) !== 'upToDate');
}

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('5,000 blocks with reorganisations, kills and a second owner: every find once', { timeout: 300_000 }, async () => {
  const random = randomFrom(7);
  const chain = new GeneratedChain(random);
  await saveWatch(watch('failed', { on: 'failed' }));
  await toHead(chain.asked());
  /** Finds of transactions that were in a block while the head was looked at. */
  const expected = new Set<string>();
  const lookedAt = () => {
    for (const { transactions } of chain.blocks.slice(1))
      for (const { transaction, receipt } of transactions)
        if (receipt.status === 'failed') expected.add(`${transaction.hash} transaction`);
  };
  while (chain.head.number < 5_000) {
    chain.grow(1 + Math.floor(random() * 40));
    const chance = random();
    if (chance < 0.2) {
      // A kill in the middle: whatever was not written is forgotten.
      await stepWatch(chain.asked(), store());
      closeDatabase();
    } else if (chance < 0.4) {
      // A second owner, who makes the same steps at the same time.
      const asked = chain.asked();
      await Promise.all([stepWatch(asked, store()), stepWatch(asked, store())]);
    } else if (chance < 0.6) {
      // The chain changes between two questions of a step.
      const asked = chain.asked();
      let left = 3;
      await stepWatch(
        {
          ...asked,
          block: async (number) => {
            const block = await asked.block(number);
            if (--left === 0) chain.reorganise(1 + Math.floor(random() * 12));
            return block;
          },
        },
        store(),
      );
    }
    if (random() < 0.5) {
      await toHead(chain.asked());
      lookedAt();
      chain.reorganise(1 + Math.floor(random() * 30));
    }
  }
  await toHead(chain.asked());
  lookedAt();
  const rows = await readMatches(20_000);
  const keys = rows.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  // Nothing that was in a chain whose head was looked at is missing, and nothing was made up.
  expect([...expected].filter((key) => !keys.includes(key))).toEqual([]);
  expect(keys.filter((key) => !chain.ever.has(key.split(' ')[0] ?? ''))).toEqual([]);
  // What the chain has today is where it says, and the rest is said to be gone.
  const today = new Map(
    chain.blocks
      .slice(1)
      .flatMap(({ number, hash, transactions }) =>
        transactions
          .filter(({ receipt }) => receipt.status === 'failed')
          .map(({ transaction }) => [`${transaction.hash} transaction`, { blockNumber: number, blockHash: hash }]),
      ),
  );
  const here = rows.filter(({ isGone }) => !isGone);
  expect(new Map(here.map(({ key, blockNumber, blockHash }) => [key, { blockNumber, blockHash }]))).toEqual(today);
  expect(rows.filter(({ isGone }) => isGone).length).toBeGreaterThan(10);
  expect((await readWatchProgress(network))?.gaps).toEqual([]);
});

test('a balance is told of when it comes below, and again after it was above', async () => {
  const chain = new GeneratedChain(randomFrom(1));
  await saveWatch(watch('poor', { on: 'balance', is: '<', wei: '10' }));
  await toHead(chain.asked());
  for (const balance of [50n, 5n, 4n, 50n, 9n]) {
    chain.grow(1);
    chain.head.balance = balance;
  }
  const start = chain.blocks[0];
  if (start !== undefined) start.balance = 50n;
  await toHead(chain.asked());
  const found = await readMatches(10);
  expect(found.map(({ blockNumber }) => blockNumber).sort()).toEqual([2, 5]);
});

test('a simulation is told of when it turns, once, through a reorganisation and a second owner', async () => {
  const chain = new GeneratedChain(randomFrom(6));
  const scope = { of: 'network' } as const;
  const draft = writeDraft(emptyDraft(`${network}`));
  await saveWatch({ ...watch('simulated', { on: 'simulation', draft }), scope });
  await toHead(chain.asked());
  chain.grow(60);
  await Promise.all([stepWatch(chain.asked(), store()), stepWatch(chain.asked(), store())]);
  chain.reorganise(20);
  await toHead(chain.asked());
  const fails = (at: number) => (chain.blocks[at]?.balance ?? 0n) < 50n;
  const turns = chain.blocks.map(({ number }) => number).filter((at) => at > 0 && fails(at) !== fails(at - 1));
  const found = (await readMatches(100)).filter(({ isGone }) => !isGone);
  expect(found.map(({ blockNumber }) => blockNumber).sort((a, b) => a - b)).toEqual(turns);
  expect(turns.length).toBeGreaterThan(10);
  for (const { blockNumber, what } of found)
    expect(what).toContain(fails(blockNumber) ? 'fails now: it is poor' : 'as expected now');
});

test('a long time without watching is caught up as far as it goes, and the rest is said to be a gap', async () => {
  const chain = new GeneratedChain(randomFrom(2));
  await saveWatch(watch('all', { on: 'successful' }));
  await toHead(chain.asked());
  chain.grow(MAX_CATCH_UP + 10);
  await toHead(chain.asked());
  const progress = await readWatchProgress(network);
  expect(progress?.next).toBe(MAX_CATCH_UP + 11);
  expect(progress?.gaps).toEqual([{ first: 1, last: 10, of: 'blocks' }]);
});

test('an endpoint that lags behind takes nothing back; a development chain that began anew is looked at again', async () => {
  const chain = new GeneratedChain(randomFrom(3));
  await saveWatch(watch('all', { on: 'successful' }));
  await saveWatch(watch('rich', { on: 'balance', is: '>', wei: '1000' }));
  chain.grow(20);
  await toHead(chain.asked());
  chain.grow(20);
  await toHead(chain.asked());
  const before = await readMatches(100);
  const lagging = chain.blocks[25];
  if (lagging === undefined) throw new Error('the chain is too short');
  const asked = { ...chain.asked(), head: async () => ({ ok: true, value: lagging }) as const };
  expect(await stepWatch(asked, store())).toBe('upToDate');
  expect(await readMatches(100)).toEqual(before);
  const anew = new GeneratedChain(randomFrom(4));
  anew.grow(5);
  await toHead({ ...anew.asked(), mayGoBack: true });
  const rows = await readMatches(1_000);
  expect(rows.filter(({ key }) => before.some((row) => row.key === key)).every(({ isGone }) => isGone)).toBe(true);
  expect((await readWatchProgress(network))?.next).toBe(6);
});

test('where the state of a block is pruned, that is said and the blocks are looked at', async () => {
  const chain = new GeneratedChain(randomFrom(5));
  await saveWatch(watch('slot', { on: 'stateVariable', slot: '0' }));
  await toHead(chain.asked());
  chain.grow(3);
  const pruned = { ok: false, error: { code: 'stateUnavailable', message: '', attempts: [] } } as const;
  await toHead({ ...chain.asked(), slot: async () => pruned });
  expect((await readWatchProgress(network))?.gaps).toEqual([{ first: 1, last: 3, of: 'state' }]);
  // What a reorganisation brings is looked at again, and is no gap where the state is there by then.
  chain.reorganise(2);
  const slot = async () => ({ ok: true, value: `0x${'0'.repeat(64)}` as Hash }) as const;
  await toHead({ ...chain.asked(), slot });
  expect((await readWatchProgress(network))?.gaps).toEqual([{ first: 1, last: 1, of: 'state' }]);
});

test.each(['unsupported', 'tooLarge', 'badAnswer'] as const)(
  'a question for state that is %s blinds one watch, which is said, and no other',
  async (code) => {
    const chain = new GeneratedChain(randomFrom(8));
    await saveWatch(watch('slot', { on: 'stateVariable', slot: '0' }));
    await saveWatch(watch('poor', { on: 'balance', is: '<', wei: '10' }));
    await toHead(chain.asked());
    for (const balance of [50n, 5n, 50n]) {
      chain.grow(1);
      chain.head.balance = balance;
    }
    const refused = { ok: false, error: { code, message: '', attempts: [] } } as const;
    expect(await stepWatch({ ...chain.asked(), slot: async () => refused }, store())).toBe('upToDate');
    expect((await readMatches(10)).map(({ blockNumber }) => blockNumber)).toEqual([2]);
    expect(await readWatchProgress(network)).toMatchObject({ next: 4, gaps: [{ first: 1, last: 3, of: 'state' }] });
  },
);

test.each(['endpointDown', 'rateLimited', 'timeout', 'notFound'] as const)(
  'a question for state that is %s is asked again',
  async (code) => {
    const chain = new GeneratedChain(randomFrom(8));
    await saveWatch(watch('slot', { on: 'stateVariable', slot: '0' }));
    await toHead(chain.asked());
    chain.grow(3);
    const refused = { ok: false, error: { code, message: '', attempts: [] } } as const;
    expect(await stepWatch({ ...chain.asked(), slot: async () => refused }, store())).toBe('failed');
    expect(await readWatchProgress(network)).toMatchObject({ next: 1, gaps: [] });
  },
);

test('a block that cannot be read is left out once the chain has gone on, which is said', async () => {
  const chain = new GeneratedChain(randomFrom(9));
  await saveWatch(watch('poor', { on: 'balance', is: '<', wei: '10' }));
  await toHead(chain.asked());
  chain.grow(3);
  for (const { number } of chain.blocks) if (number > 0) balanceAt(chain, number, 50n);
  const damaged = { ok: false, error: { code: 'badAnswer', message: '', attempts: [] } } as const;
  const asked = chain.asked();
  const without = (number: number) => ({
    ...asked,
    block: async (at: number) => (at === number ? damaged : asked.block(at)),
  });
  expect(await stepWatch(without(2), store())).toBe('more');
  expect(await stepWatch(without(2), store())).toBe('failed');
  expect(await readWatchProgress(network)).toMatchObject({ next: 2, gaps: [] });
  chain.grow(20);
  for (const { number } of chain.blocks) if (number > 3) balanceAt(chain, number, 5n);
  // An endpoint that is down leaves nothing out.
  const down = { ok: false, error: { code: 'endpointDown', message: '', attempts: [] } } as const;
  expect(await stepWatch({ ...asked, block: async () => down }, store())).toBe('failed');
  expect(await stepWatch({ ...asked, block: async () => damaged }, store())).toBe('failed');
  while ((await stepWatch(without(2), store())) === 'more');
  expect(await readWatchProgress(network)).toMatchObject({
    next: chain.head.number + 1,
    gaps: [{ first: 2, last: 2, of: 'blocks' }],
  });
  expect((await readMatches(10)).map(({ blockNumber }) => blockNumber)).toEqual([4]);
});

function balanceAt(chain: GeneratedChain, number: number, balance: bigint): void {
  const block = chain.blocks[number];
  if (block !== undefined) block.balance = balance;
}
