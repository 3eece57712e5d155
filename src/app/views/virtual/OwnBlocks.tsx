/** The newest blocks of a network, down to where it began. */
import { Link } from '@tanstack/react-router';
import { formatGas, formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { readNewestVirtualBlocks } from '../../../db/virtual/virtual-network-lists';
import { DataTable } from '../../ui/DataTable';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { useIdentityLinks } from '../../ui/identity/links';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useStored } from '../../use-stored';
import { ownBlocks, type Steered } from './use-virtual-network';

const SHOWN = 10;

type Row = Awaited<ReturnType<typeof readNewestVirtualBlocks>>[number];

export function OwnBlocks({ kept, segment }: Pick<Steered, 'kept'> & { segment: string | undefined }) {
  const { networkId, parent } = kept;
  const rows = useStored(() => readNewestVirtualBlocks(networkId, SHOWN), [networkId]);
  const own = ownBlocks(kept);
  return (
    <Panel
      title="Newest blocks"
      aside={`${countOf(own, 'block')} made here`}
      actions={
        <Link to="/{-$network}/blocks" params={{ network: segment }} className="link">
          All blocks
        </Link>
      }
    >
      <DataTable
        label="Newest blocks"
        columns={COLUMNS}
        rows={rows}
        loadingRows={3}
        rowKey={({ hash }) => hash}
        empty={null}
      />
      {parent && own < SHOWN && (
        <p className="border-line border-t bg-virtual-soft px-3 py-1.5">
          <b className="text-virtual">◇ Fork point</b> {harmlessText(parent.name, 40)} {formatInteger(parent.number)}{' '}
          <code>{shorten(parent.hash)}</code>. All blocks before it are the parent’s and are only read.
        </p>
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { label: 'Block', render: ({ number }) => <BlockLink number={number} /> },
  { label: 'Transactions', render: ({ transactions }) => <Transactions hashes={transactions} /> },
  {
    label: 'Set by hand',
    wide: true,
    render: ({ byHand }) => byHand > 0 && `${countOf(byHand, 'value')} after it`,
  },
  { label: 'Gas used', numeric: true, render: ({ gasUsed }) => formatGas(gasUsed) },
  { label: 'Age', end: true, render: ({ timestamp }) => <TimeView time={timestamp * 1000} /> },
];

/** The first of a block lead to themselves; the block lists the rest. */
const NAMED = 3;

function Transactions({ hashes }: { hashes: Row['transactions'] }) {
  const links = useIdentityLinks();
  if (hashes.length === 0) return <span className="text-muted">none</span>;
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {hashes.slice(0, NAMED).map((hash) =>
        links ? (
          <Link key={hash} {...links.transaction(hash)} className="link">
            <code>{shorten(hash)}</code>
          </Link>
        ) : (
          <HashView key={hash} hash={hash} of="transaction" />
        ),
      )}
      {hashes.length > NAMED && <span className="text-muted">and {formatInteger(hashes.length - NAMED)} more</span>}
    </span>
  );
}
