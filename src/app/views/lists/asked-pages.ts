/** What somebody else lists of an address, in the rows and pages of our lists. */
import type { Address } from '../../../core/chain/primitives';
import type { TransactionSummary } from '../../../core/chain/summaries';
import type { Failure } from '../../../core/values/failure';
import { RecentMap } from '../../../core/values/recent-map';
import type { Result } from '../../../core/values/result';
import type { AddressTransaction } from '../../../db/chain/transaction-summaries';
import type { ListPage, PageRequest } from '../../../db/list-page';
import { ActivityRole } from '../../../db/rows/transaction-summary-row';
import type { AskedPage } from '../../../workers/chain/chain.api';
import { ReadFailure } from '../../read-failure';

/** Origins of the rows, in the words of the bar above them. */
export const ASKED_ORIGINS = {
  otterscan: 'from the endpoint’s own search',
  blockscout: 'from the network’s Blockscout',
  etherscan: 'from Etherscan',
  hosted: 'from the hosted API',
} as const;

/** Rows of pages that were not read to their end are kept: pages of others are as long as those choose. */
const MAX_KEPT = 20;

/**
 * Reads pages of our length from theirs. A cursor is theirs, and how many rows of its page went before. `first` is their
 * first page. Reading throws `ReadFailure` where `ask` fails.
 */
export function pagesOfAsked<Row>(
  first: AskedPage<Row>,
  ask: (cursor: string) => Promise<Result<AskedPage<Row>, Failure>>,
): (request: PageRequest) => Promise<ListPage<Row>> {
  const kept = new RecentMap<string, AskedPage<Row>>(MAX_KEPT);
  const askFor = async (cursor: string) => {
    const answer = await ask(cursor);
    if (answer.ok) return answer.value;
    throw new ReadFailure(answer.error);
  };
  return async ({ cursor = '', limit }) => {
    const [theirs, skipped] = readCursor(cursor);
    const page = theirs === '' ? first : (kept.use(theirs) ?? (await askFor(theirs)));
    if (page !== first) kept.set(theirs, page);
    const end = skipped + limit;
    const rows = page.rows.slice(skipped, end);
    if (end < page.rows.length) return { rows, next: writeCursor(theirs, end) };
    return page.next === undefined ? { rows } : { rows, next: writeCursor(page.next, 0) };
  };
}

/** The address of the page has cursors one after the other with `_` between. */
function writeCursor(theirs: string, skipped: number): string {
  return `${skipped}~${theirs.replaceAll('~', '~0').replaceAll('_', '~1')}`;
}

const CURSOR = /^(\d{1,4})~(.*)$/;

/** Returns whether a text is a cursor of such pages. The lists of this browser have others. */
export function isAskedCursor(text: string): boolean {
  return CURSOR.test(text);
}

function readCursor(cursor: string): [theirs: string, skipped: number] {
  const [, skipped, theirs] = CURSOR.exec(cursor) ?? [];
  if (skipped === undefined || theirs === undefined) return ['', 0];
  return [theirs.replaceAll('~1', '_').replaceAll('~0', '~'), Number(skipped)];
}

/** Returns a transaction of the list, with what the address has to do with it. */
export function seenFrom(address: Address, summary: TransactionSummary): AddressTransaction {
  const { from, to, contractAddress } = summary;
  const direct =
    (from === address ? ActivityRole.sent : 0) |
    (to === address ? ActivityRole.received : 0) |
    (contractAddress === address ? ActivityRole.created : 0);
  return { summary, roles: direct === 0 ? ActivityRole.called : direct };
}
