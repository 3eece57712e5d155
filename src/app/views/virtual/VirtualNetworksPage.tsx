/** The virtual networks of this browser, and making one. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import type { KeptVirtualNetwork } from '../../../db/rows/virtual-network-row';
import { readVirtualNetworks } from '../../../db/virtual/virtual-network-lists';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { FileDrop } from '../../ui/FileDrop';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useStored } from '../../use-stored';
import { useTitle } from '../../use-title';
import { useWiring } from '../../wiring';
import { ProjectOfItem } from '../projects/ProjectOfItem';
import { NewNetworkForm } from './NewNetworkForm';
import { ownBlocks } from './use-virtual-network';

export function VirtualNetworksPage() {
  useTitle('Virtual networks');
  const navigate = useNavigate();
  const networks = useStored(readVirtualNetworks, []);
  const open = ({ networkId }: KeptVirtualNetwork) =>
    void navigate({ to: '/{-$network}/virtual', params: { network: String(networkId) } });
  return (
    <div className="flex flex-col gap-3.5">
      <header>
        <h1>Virtual networks</h1>
        <p className="text-muted">
          Chains that run in this browser, to try things on real state. They never send anything to another chain.
        </p>
      </header>
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_420px]">
        <Panel title="In this browser">
          <DataTable
            label="Virtual networks"
            columns={COLUMNS}
            rows={networks}
            loadingRows={3}
            rowKey={({ networkId }) => networkId}
            open={{ href: ({ networkId }) => `/${networkId}/virtual`, onOpen: open }}
            empty={
              <EmptyState title="No virtual networks yet">
                A virtual network continues from a block of another network, or begins empty. Its transactions open like
                any others, with traces and the debugger.
              </EmptyState>
            }
          />
        </Panel>
        <div className="flex flex-col gap-3.5">
          <Panel title="New virtual network">
            <NewNetworkForm />
          </Panel>
          <NetworkFileDrop />
        </div>
      </div>
    </div>
  );
}

const COLUMNS: readonly Column<KeptVirtualNetwork>[] = [
  {
    label: 'Network',
    render: ({ networkId, name }) => (
      <Link to="/{-$network}/virtual" params={{ network: String(networkId) }} className="link font-medium">
        <span aria-hidden className="text-virtual">
          ◆{' '}
        </span>
        <bdi>{harmlessText(name, 60)}</bdi>
      </Link>
    ),
  },
  { label: 'Chain id', render: ({ networkId }) => networkId },
  {
    label: 'Goes on from',
    render: ({ parent }) =>
      parent ? `${harmlessText(parent.name, 40)}, block ${formatInteger(parent.number)}` : 'nothing, it began empty',
  },
  { label: 'Blocks made', numeric: true, render: (kept) => formatInteger(ownBlocks(kept)) },
  { label: 'Made', render: ({ createdAt }) => <TimeView time={createdAt} /> },
  {
    label: 'Project',
    end: true,
    render: ({ networkId, name }) => (
      <ProjectOfItem kind="network" id={String(networkId)} name={harmlessText(name, 60)} />
    ),
  },
];

function NetworkFileDrop() {
  const { workers, reconfigure } = useWiring();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Failure>();
  async function open(file: File) {
    const opened = await workers.virtual.open(new Uint8Array(await file.arrayBuffer()));
    if (!opened.ok) return setFailure(opened.error);
    reconfigure();
    void navigate({ to: '/{-$network}/virtual', params: { network: String(opened.value) } });
  }
  return (
    <Panel title="From a file">
      <div className="flex flex-col gap-2.5 p-3">
        <FileDrop
          label="Network file"
          title="Drop a network file here"
          onPick={({ files: [picked] }) => {
            setFailure(undefined);
            if (picked !== undefined) void open(picked.file);
          }}
        >
          A virtual network as it was saved with its blocks. It keeps its chain id; the chain that it was forked from is
          asked for what is not in the file.
        </FileDrop>
        {failure && <ErrorState compact failure={failure} />}
      </div>
    </Panel>
  );
}
