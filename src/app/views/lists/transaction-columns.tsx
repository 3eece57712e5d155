/** The columns of every list of transactions. */
import type { NativeCurrency } from '../../../core/chain/network';
import { pseudoTransaction } from '../../../core/chain/pseudo-transaction';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { formatUnits } from '../../../core/format/amounts';
import { formatGas, formatInteger } from '../../../core/format/counts';
import { formatUtc } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import { Badge, StatusGlyph } from '../../ui/Badge';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { TimeView } from '../../ui/identity/TimeView';
import type { Column } from '../../ui/table/column';
import type { FailureReasons } from '../../use-failure-reasons';
import type { FunctionNames } from '../../use-function-names';
import type { Names } from '../../use-names';

/** UTF-16 units of a function's name. */
const FUNCTION_LENGTH = 30;
/** UTF-16 units of what a transaction reverted with. */
const REASON_LENGTH = 48;

export function transactionColumns(
  names: Names,
  functionName: FunctionNames,
  reasons: FailureReasons,
  currency: NativeCurrency,
): readonly Column<TransactionSummary>[] {
  return [
    { label: 'Tx Hash', csv: ({ hash }) => hash, render: ({ hash }) => <HashView hash={hash} of="transaction" /> },
    { label: 'Status', csv: (summary) => statusOf(summary), render: (summary) => <Status summary={summary} /> },
    {
      label: 'From',
      csv: ({ from }) => from,
      render: ({ from }) => <AddressView address={from} name={names[from]} form="name" />,
    },
    {
      label: 'To',
      csv: ({ to, gas }) => to ?? (gas > 0 ? 'Contract creation' : undefined),
      render: ({ to, gas }) =>
        to ? (
          <AddressView address={to} name={names[to]} form="name" />
        ) : (
          gas > 0 && <span className="text-create">Contract creation</span>
        ),
    },
    {
      label: 'Function',
      fills: true,
      csv: (summary) => functionName(summary)?.text ?? summary.selector ?? pseudoTransaction(summary)?.name,
      inFile: [
        { label: `Value (${currency.symbol})`, csv: ({ value }) => formatUnits(value, currency.decimals) },
        {
          label: `Gas fee (${currency.symbol})`,
          csv: ({ fee }) => (fee === undefined ? undefined : formatUnits(fee, currency.decimals)),
        },
      ],
      render: (summary) => (
        <FunctionOf summary={summary} functionName={functionName} reason={reasons[summary.hash]} currency={currency} />
      ),
    },
    {
      label: 'Block',
      numeric: true,
      csv: ({ blockNumber }) => blockNumber,
      render: ({ blockNumber }) => (blockNumber === undefined ? '–' : <BlockLink number={blockNumber} />),
    },
    {
      label: 'Index',
      numeric: true,
      wide: true,
      csv: ({ index }) => index,
      render: ({ index }) => (index === undefined ? '–' : formatInteger(index)),
    },
    {
      label: 'Gas Used',
      numeric: true,
      csv: ({ gasUsed }) => gasUsed,
      render: (summary) => <GasOf summary={summary} />,
    },
    {
      label: 'When',
      end: true,
      render: ({ timestamp }) =>
        timestamp === undefined ? '–' : <TimeView time={timestamp * 1_000} focusable={false} />,
    },
    {
      label: 'UTC Timestamp',
      end: true,
      widest: true,
      csv: ({ timestamp }) => (timestamp === undefined ? undefined : new Date(timestamp * 1_000).toISOString()),
      render: ({ timestamp }) => (timestamp === undefined ? '–' : formatUtc(timestamp * 1_000).replace(' UTC', '')),
    },
  ];
}

export function toneOfTransaction(summary: TransactionSummary): 'failure' | 'pending' | undefined {
  if (summary.blockNumber === undefined) return 'pending';
  return summary.status === 'failed' ? 'failure' : undefined;
}

function statusOf({ status, blockNumber }: TransactionSummary): string {
  return blockNumber === undefined ? 'pending' : (status ?? 'unknown');
}

/** Success is the usual: a table says it only aloud; a card has a label for it, and shows it. */
function Status({ summary }: { summary: TransactionSummary }) {
  const { status, blockNumber } = summary;
  if (blockNumber === undefined) return <Said status="pending" word="Pending" />;
  if (status === 'failed') return <Said status="failed" word="Failed" />;
  if (status === 'success') return <span className="text-muted md:sr-only">Success</span>;
  return <span className="text-muted">–</span>;
}

function Said({ status, word }: { status: 'pending' | 'failed'; word: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <StatusGlyph status={status} />
      <span aria-hidden className={status === 'failed' ? 'text-failure' : 'text-pending'}>
        {word}
      </span>
    </span>
  );
}

/**
 * What was called; of a plain payment how much was paid; of a failure why, as far as a list knows: that it took all its
 * gas, which INVALID does too, or what a call on the state before the block reverts with, which another transaction of
 * the block may have changed.
 */
function FunctionOf({
  summary,
  functionName,
  reason,
  currency,
}: {
  summary: TransactionSummary;
  functionName: FunctionNames;
  reason: string | undefined;
  currency: NativeCurrency;
}) {
  const { to, selector, value, status, gas, gasUsed } = summary;
  const name = functionName(summary);
  const pseudo = pseudoTransaction(summary);
  return (
    <span className="inline-flex max-w-full items-baseline gap-1.5">
      {pseudo && <Badge title={pseudo.sentence}>{pseudo.name}</Badge>}
      {to === undefined ? (
        <code>constructor</code>
      ) : selector === undefined ? (
        pseudo === undefined && <span>Transfer</span>
      ) : (
        <code className="truncate" title={selector}>
          {name ? harmlessText(name.text, FUNCTION_LENGTH) : selector}
        </code>
      )}
      {value > 0n && (
        <span className="text-muted">
          <AmountView wei={value} currency={currency} focusable={false} />
        </span>
      )}
      {status === 'failed' && (gasUsed === gas || reason !== undefined) && (
        <span
          className="shrink-4 truncate text-failure"
          title={
            gasUsed === gas
              ? undefined
              : `${harmlessText(reason ?? '', 200)}: what a call on the state before the block reverts with`
          }
        >
          {gasUsed === gas
            ? 'used all its gas'
            : `${summary.index === 0 ? '' : 'likely '}${harmlessText(reason ?? '', REASON_LENGTH)}`}
        </span>
      )}
    </span>
  );
}

function GasOf({ summary: { gas, gasUsed } }: { summary: TransactionSummary }) {
  if (gasUsed === undefined) return <>–</>;
  return (
    <span className="whitespace-nowrap">
      {formatGas(gasUsed, true)}{' '}
      <span className="text-muted md:hidden lg:inline">
        {gas === 0 ? '' : `${((gasUsed / gas) * 100).toFixed(1)} %`}
      </span>
    </span>
  );
}
