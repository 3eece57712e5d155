/** The tests of the foreign chain under one chain id. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { type ForeignChain, startForeignChain } from '../../../tools/foreign-chain/chain';
import { deleteDatabase } from '../database-dump';
import { allDifferences, engineOf } from './engine';
import { unexpected } from './expected';

/** All transactions take a minute or two where others use the machine, ms. */
const PATIENCE = 600_000;

export function checkForeignChain(chainId: number): void {
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
        expect(unexpected(await allDifferences(engine, chain, told))).toEqual([]);
        await engine.settled();
        closeDatabase();
        await deleteDatabase(DATABASE_NAME);
      },
      PATIENCE,
    );
}
