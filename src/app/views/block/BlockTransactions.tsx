import type { NetworkId, Selector } from '../../../core/chain/primitives';
import type { TransactionSummary } from '../../../core/chain/summaries';
import type { Name } from '../../../core/contract/knowledge';
import { formatGas, formatInteger } from '../../../core/format/counts';
import type { BlockTransaction } from '../../../workers/chain/chain.api';
import type { FunctionNames } from '../../../workers/contracts/contracts.api';
import { useNetwork } from '../../network-context';
import { StatusGlyph } from '../../ui/Badge';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { HashView } from '../../ui/identity/HashView';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useLoaded } from '../../use-loaded';
import { useNames } from '../../use-names';
import { useContractsApi } from '../../wiring';
import { isGuess, nameText, originNote } from '../trace/row-format';

const PER_PAGE = 20;

/** The block's transactions in their order, twenty a page. */
export function BlockTransactions({ transactions, page }: { transactions: readonly BlockTransaction[]; page: number }) {
  const { nativeCurrency, id } = useNetwork().network;
  const pages = Math.max(1, Math.ceil(transactions.length / PER_PAGE));
  const current = Math.min(page, pages);
  const shown = transactions.slice((current - 1) * PER_PAGE, current * PER_PAGE);
  const names = useNames(
    id,
    shown.flatMap(({ summary }) => (summary ? [summary.from, summary.to, summary.contractAddress] : [])),
  );
  const functions = useFunctionNames(id, shown);
  const columns: readonly Column<BlockTransaction>[] = [
    { label: 'Index', numeric: true, render: ({ index }) => formatInteger(index) },
    { label: 'Tx Hash', render: ({ hash }) => <HashView hash={hash} of="transaction" /> },
    ...known([
      { label: 'Status', render: (summary) => <StatusOf summary={summary} /> },
      { label: 'From', render: ({ from }) => <AddressView address={from} name={names[from]} /> },
      { label: 'To', render: (summary) => <Receiver summary={summary} names={names} /> },
      {
        label: 'Function',
        wide: true,
        render: ({ to, selector }) =>
          selector === undefined ? (
            <span className="text-muted">–</span>
          ) : (
            <FunctionOf selector={selector} name={functions[`${to} ${selector}`]} />
          ),
      },
      {
        label: 'Value',
        numeric: true,
        render: ({ value }) => <AmountView wei={value} currency={nativeCurrency} focusable={false} />,
      },
      { label: 'Gas used', numeric: true, render: (summary) => <GasOf summary={summary} /> },
    ]),
  ];
  return (
    <Panel
      title="Transactions"
      aside={formatInteger(transactions.length)}
      actions={<Pager page={current} pages={pages} label="Pages of transactions" />}
    >
      {transactions.length === 0 ? (
        <EmptyState title="No transactions in this block">
          A block may be empty: nobody sent anything in its time.
        </EmptyState>
      ) : (
        <DataTable label="Transactions of the block" columns={columns} rows={shown} rowKey={({ hash }) => hash} />
      )}
    </Panel>
  );
}

/** The function by name; a name that its selector only may stand for is marked as a guess. */
function FunctionOf({ selector, name }: { selector: Selector; name: Name | undefined }) {
  if (name === undefined) return <code>{selector}</code>;
  return (
    <code title={`${originNote(name)}\n${selector}`}>
      <bdi>{nameText(name.text)}</bdi>
      {isGuess(name) && <span className="text-muted">?</span>}
    </code>
  );
}

function useFunctionNames(networkId: NetworkId, shown: readonly BlockTransaction[]): FunctionNames {
  const api = useContractsApi();
  const calls = shown.flatMap(({ summary }) =>
    summary?.selector === undefined ? [] : [{ to: summary.to, selector: summary.selector }],
  );
  const key = calls.map(({ to, selector }) => `${to} ${selector}`).join();
  return (
    useLoaded(calls.length === 0 ? undefined : `${networkId} ${key}`, () => api.functionNames(networkId, calls)) ?? {}
  );
}

/** Columns of what a summary says: nothing where only the hash is kept. */
function known(columns: readonly Column<TransactionSummary>[]): readonly Column<BlockTransaction>[] {
  return columns.map(({ render, csv, ...column }) => ({
    ...column,
    ...(csv && { csv: ({ summary }: BlockTransaction) => (summary === undefined ? undefined : csv(summary)) }),
    render: ({ summary }) => (summary === undefined ? <span className="text-muted">–</span> : render(summary)),
  }));
}

function StatusOf({ summary: { status, blockHash } }: { summary: TransactionSummary }) {
  if (status) return <StatusGlyph status={status} />;
  return blockHash === undefined ? <StatusGlyph status="pending" /> : <span className="text-muted">–</span>;
}

function Receiver({
  summary: { to, contractAddress },
  names,
}: {
  summary: TransactionSummary;
  names: ReturnType<typeof useNames>;
}) {
  if (to) return <AddressView address={to} name={names[to]} />;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="text-create">Contract creation</span>
      {contractAddress && <AddressView address={contractAddress} name={names[contractAddress]} kind="contract" />}
    </span>
  );
}

function GasOf({ summary: { gasUsed, gas } }: { summary: TransactionSummary }) {
  if (gasUsed === undefined) return <span className="text-muted">–</span>;
  return (
    <>
      {formatGas(gasUsed)}
      {gas > 0 && <span className="ml-2 text-muted">{((gasUsed / gas) * 100).toFixed(1)} %</span>}
    </>
  );
}
