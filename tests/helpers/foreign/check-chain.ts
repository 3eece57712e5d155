/** The tests of the foreign chain under one chain id. */
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { type ForeignChain, startForeignChain } from '../../../tools/foreign-chain/chain';
import { deleteDatabase } from '../database-dump';
import { covering } from './covering';
import { allDifferences, engineOf } from './engine';
import { unexpected } from './expected';

/** All transactions take a minute or two where others use the machine, ms. */
const PATIENCE = 600_000;

/**
 * Opens all transactions of the chain, or those that have each kind of fact
 * between them: then all are opened under another chain id, and a
 * chain id changes rules and names only. `LOUPE_FOREIGN=all` opens all.
 */
export function checkForeignChain(chainId: number, which: 'all' | 'each kind'): void {
  const isWhole = which === 'all' || process.env.LOUPE_FOREIGN === 'all';
  let chain: ForeignChain;
  beforeAll(async () => {
    chain = await startForeignChain(chainId);
  }, PATIENCE);
  afterAll(() => chain.stop());

  test('has enough of everything', () => {
    const { transactions } = chain.truth;
    expect(transactions.length).toBeGreaterThanOrEqual(60);
    expect(transactions.filter(({ status }) => status === 'failed').length).toBeGreaterThanOrEqual(30);
  });

  for (const told of ['nothing', 'buildOutput'] as const)
    test(
      told === 'nothing' ? 'is told rightly without any build output' : 'is told rightly with its build output',
      async () => {
        const engine = await engineOf(chain, told);
        const transactions = isWhole ? chain.truth.transactions : covering(chain.truth, 'facts');
        expect(unexpected(await allDifferences(engine, chain, told, transactions))).toEqual([]);
        await engine.settled();
        closeDatabase();
        await deleteDatabase(DATABASE_NAME);
      },
      PATIENCE,
    );
}
