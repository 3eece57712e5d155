import { formatGas, formatInteger } from '../../../core/format/counts';
import type { BlockTransaction } from '../../../workers/chain/chain.api';
import { useNetwork } from '../../network-context';
import { StatusGlyph } from '../../ui/Badge';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { HashView } from '../../ui/identity/HashView';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import { useNames } from '../../use-names';

const PER_PAGE = 20; // spec §9

/** The block's transactions in their order, twenty a page. */
export function BlockTransactions({ transactions, page }: { transactions: readonly BlockTransaction[]; page: number }) {
  const { nativeCurrency, id } = useNetwork().network;
  const pages = Math.max(1, Math.ceil(transactions.length / PER_PAGE));
  const current = Math.min(page, pages);
  const shown = transactions.slice((current - 1) * PER_PAGE, current * PER_PAGE);
  const names = useNames(
    id,
    shown.flatMap(({ from, to, receipt }) => [from, to, receipt?.contractAddress]),
  );
  const columns: readonly Column<BlockTransaction>[] = [
    { label: 'Index', numeric: true, render: ({ index }) => (index === undefined ? '–' : formatInteger(index)) },
    { label: 'Tx Hash', render: ({ hash }) => <HashView hash={hash} of="transaction" /> },
    { label: 'Status', render: (transaction) => <StatusOf transaction={transaction} /> },
    { label: 'From', render: ({ from }) => <AddressView address={from} name={names[from]} /> },
    { label: 'To', render: (transaction) => <Receiver transaction={transaction} names={names} /> },
    {
      label: 'Function',
      wide: true,
      render: ({ input, to }) =>
        to === undefined || input === '0x' ? <span className="text-muted">–</span> : <code>{input.slice(0, 10)}</code>,
    },
    {
      label: 'Value',
      numeric: true,
      render: ({ value }) => <AmountView wei={value} currency={nativeCurrency} focusable={false} />,
    },
    { label: 'Gas used', numeric: true, render: (transaction) => <GasOf transaction={transaction} /> },
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

function StatusOf({ transaction: { receipt, blockHash } }: { transaction: BlockTransaction }) {
  if (receipt?.status) return <StatusGlyph status={receipt.status} />;
  return blockHash === undefined ? <StatusGlyph status="pending" /> : <span className="text-muted">–</span>;
}

function Receiver({
  transaction: { to, receipt },
  names,
}: {
  transaction: BlockTransaction;
  names: ReturnType<typeof useNames>;
}) {
  if (to) return <AddressView address={to} name={names[to]} />;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="text-create">Contract creation</span>
      {receipt?.contractAddress && (
        <AddressView address={receipt.contractAddress} name={names[receipt.contractAddress]} kind="contract" />
      )}
    </span>
  );
}

function GasOf({ transaction: { receipt, gas } }: { transaction: BlockTransaction }) {
  if (!receipt) return <span className="text-muted">–</span>;
  return (
    <>
      {formatGas(receipt.gasUsed)}
      {gas > 0 && <span className="ml-2 text-muted">{((receipt.gasUsed / gas) * 100).toFixed(1)} %</span>}
    </>
  );
}
