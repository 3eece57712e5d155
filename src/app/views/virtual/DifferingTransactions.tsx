/** How transactions came out that ran again on another block of the parent. */
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import type { Difference, DifferingTransaction, ForkComparison } from '../../../core/virtual/fork-again';
import { HashView } from '../../ui/identity/HashView';

/** Transactions that are listed; of more the count is told. */
const LISTED = 100;

/** Shows one sentence, and below it the differences of each transaction. */
export function DifferingTransactions({ comparison }: { comparison: ForkComparison }) {
  const { transactions, blocks, differing, fitted } = comparison;
  const all = `${countOf(transactions, 'transaction')} in ${countOf(blocks, 'block')}`;
  return (
    <>
      {transactions === 0
        ? `no transactions, ${countOf(blocks, 'block')}.`
        : differing.length === 0
          ? `${all}, all with the same outcome.`
          : `${all}, of which ${countOf(differing.length, 'transaction comes', 'transactions come')} out otherwise.`}
      {fitted > 0 && ` ${countOf(fitted, 'transaction')} got a new nonce or fee, and so another hash.`}
      {differing.length > 0 && (
        <ul aria-label="Transactions with another outcome" className="mt-2 flex flex-col gap-1.5">
          {differing.slice(0, LISTED).map((transaction) => (
            <Entry key={transaction.hash} transaction={transaction} />
          ))}
        </ul>
      )}
      {differing.length > LISTED && (
        <span className="text-muted">And {formatInteger(differing.length - LISTED)} more.</span>
      )}
    </>
  );
}

function Entry({ transaction }: { transaction: DifferingTransaction }) {
  const { hash, hashNow, number, differences } = transaction;
  return (
    <li className="border-line border-t pt-1.5">
      <HashView hash={hashNow ?? hash} of="transaction" /> in block {formatInteger(number)}
      {hashNow !== undefined && hashNow !== hash && (
        <span className="text-muted">
          , was <code>{shorten(hash)}</code>
        </span>
      )}
      <ul className="pl-3">
        {differences.map((difference) => (
          <li key={difference.what} className="break-words">
            {wordsOf(difference)}
          </li>
        ))}
      </ul>
    </li>
  );
}

function wordsOf({ what, before, after }: Difference): string {
  switch (what) {
    case 'left out':
      return `Left out: ${after}. It was a ${before} before.`;
    case 'status':
      return `Status: ${before} before, ${after} now.`;
    case 'gas':
      return `Gas used: ${formatInteger(Number(before))} before, ${formatInteger(Number(after))} now.`;
    case 'events':
      return `Events: ${before} before, now ${after}.`;
    case 'output':
      return `Output: ${shorten(before)} before, ${shorten(after)} now.`;
  }
}
