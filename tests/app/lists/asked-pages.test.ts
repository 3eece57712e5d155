/** Pages of our length from those of somebody else. */
import { expect, test } from 'vitest';
import { isAskedCursor, pagesOfAsked, seenFrom } from '../../../src/app/views/lists/asked-pages';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import type { TransactionSummary } from '../../../src/core/chain/summaries';
import { failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import { ActivityRole } from '../../../src/db/rows/transaction-summary-row';
import type { AddressTransactions } from '../../../src/workers/chain/chain.api';

const alice = `0x${'a'.repeat(40)}` as Address;
const bob = `0x${'b'.repeat(40)}` as Address;

function row(name: number): TransactionSummary {
  const hash = `0x${name.toString(16).padStart(64, '0')}` as Hash;
  return { networkId: 1 as NetworkId, hash, from: bob, to: name % 2 === 0 ? alice : bob, value: 0n, gas: 21_000 };
}

/** Their pages, five rows each; the second has a cursor with all that an address may not have. */
const SECOND = 'block_number=8&x=~1_~0';
const first: AddressTransactions = { rows: [9, 8, 7, 6, 5].map(row), next: SECOND, origin: 'blockscout', skipped: [] };
const second: AddressTransactions = { rows: [4, 3, 2].map(row), origin: 'blockscout', skipped: [] };

function pages() {
  const asked: string[] = [];
  const read = pagesOfAsked(first, async (cursor) => {
    asked.push(cursor);
    return ok(second);
  });
  return { read, asked };
}

test('their pages are cut and joined, each is asked for once, and none before it is needed', async () => {
  const { read, asked } = pages();
  const names: number[][] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit: 2 });
    names.push(page.rows.map(({ hash }) => Number(hash)));
    if (names.length === 1) expect(asked).toEqual([]);
    cursor = page.next;
    expect(cursor ?? '').not.toContain('_');
  } while (cursor !== undefined);
  expect(names).toEqual([[9, 8], [7, 6], [5], [4, 3], [2]]);
  expect(asked).toEqual([SECOND]);
});

test('a cursor from an address that is opened anew leads to its page, and one that is none to the first', async () => {
  const { read } = pages();
  const { next } = await read({ cursor: undefined, limit: 20 });
  const anew = pages();
  expect((await anew.read({ cursor: next, limit: 20 })).rows).toHaveLength(3);
  expect(anew.asked).toEqual([SECOND]);
  expect((await read({ cursor: '<b>', limit: 20 })).rows).toHaveLength(5);
});

test('cursors of such pages are told from those of the lists of this browser', async () => {
  const { read } = pages();
  const [within, after] = [await read({ cursor: undefined, limit: 2 }), await read({ cursor: undefined, limit: 5 })];
  expect([within.next, after.next].map((next) => isAskedCursor(next ?? ''))).toEqual([true, true]);
  expect(isAskedCursor('18200000.12')).toBe(false);
});

test('rows say what the address had to do with them', async () => {
  const { rows } = await pages().read({ cursor: undefined, limit: 2 });
  expect(rows.map((summary) => seenFrom(alice, summary).roles)).toEqual([ActivityRole.called, ActivityRole.received]);
});

test('a page that cannot be had fails with what the list shows, and is asked for again', async () => {
  const failed = failure('timeout', 'The explorer did not answer in time.');
  let answers = 0;
  const read = pagesOfAsked(first, async () => (answers++ === 0 ? fail(failed) : ok(second)));
  const { next } = await read({ cursor: undefined, limit: 5 });
  await expect(read({ cursor: next, limit: 5 })).rejects.toMatchObject({ name: 'ReadFailure', failure: failed });
  expect((await read({ cursor: next, limit: 5 })).rows).toHaveLength(3);
});
