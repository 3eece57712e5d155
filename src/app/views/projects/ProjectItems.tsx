/** What belongs to a project beside its addresses: simulations and virtual networks, and private verifications. */
import { Link } from '@tanstack/react-router';
import { formatInteger } from '../../../core/format/counts';
import type { Project } from '../../../core/projects/project';
import { harmlessText } from '../../../core/text/harmless';
import type { VerificationEntry } from '../../../db/contracts/artifacts';
import { readItemEntries } from '../../../db/projects/project-items';
import type { SimulationEntry } from '../../../db/reader/simulations';
import type { KeptVirtualNetwork } from '../../../db/rows/virtual-network-row';
import { Badge } from '../../ui/Badge';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useStored } from '../../use-stored';
import { ProjectOfItem } from './ProjectOfItem';

export function ProjectItems({ project }: { project: Project }) {
  const entries = useStored(() => readItemEntries(project.uid), [project.uid]);
  return (
    <>
      <Panel title="Simulations">
        <DataTable
          label="Simulations of the project"
          columns={SIMULATIONS}
          rows={entries?.simulations}
          loadingRows={2}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No simulations yet">
              Put one into the project in the list of runs of the simulator.
            </EmptyState>
          }
        />
      </Panel>
      <Panel title="Virtual networks">
        <DataTable
          label="Virtual networks of the project"
          columns={NETWORKS}
          rows={entries?.networks}
          loadingRows={2}
          rowKey={({ networkId }) => networkId}
          empty={
            <EmptyState title="No virtual networks yet">
              Put one into the project in the list of virtual networks.
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}

/** Shows the private verifications of a project; nothing where it has none. */
export function ProjectVerifications({ project }: { project: Project }) {
  const verifications = useStored(() => readItemEntries(project.uid), [project.uid])?.verifications ?? [];
  if (verifications.length === 0) return null;
  return (
    <Panel title="Verified privately" aside="sources and ABI travel in the project’s file">
      <DataTable
        label="Private verifications of the project"
        columns={VERIFICATIONS}
        rows={verifications}
        rowKey={({ id }) => id}
      />
    </Panel>
  );
}

function titleOf({ name, steps }: SimulationEntry): string {
  return harmlessText(name, 120) || (steps === 1 ? 'One step' : `${formatInteger(steps)} steps`);
}

const SIMULATIONS: readonly Column<SimulationEntry>[] = [
  {
    label: 'Simulation',
    render: (run) => (
      <Link
        to="/{-$network}/simulator/new"
        params={{ network: String(run.networkId) }}
        search={{ run: run.id }}
        className="link font-medium"
      >
        <bdi>{titleOf(run)}</bdi>
      </Link>
    ),
  },
  {
    label: 'Status',
    render: ({ success }) => (
      <Badge tone={success ? 'success' : 'failure'} glyph={success ? '✓' : '✕'}>
        {success ? 'Success' : 'Failed'}
      </Badge>
    ),
  },
  { label: 'Result', render: ({ summary }) => <bdi>{harmlessText(summary, 160)}</bdi> },
  { label: 'Chain id', render: ({ networkId }) => networkId },
  { label: 'Run', render: ({ createdAt }) => <TimeView time={createdAt} focusable={false} /> },
  { label: 'Project', end: true, render: (run) => <ProjectOfItem kind="simulation" id={run.id} name={titleOf(run)} /> },
];

const NETWORKS: readonly Column<KeptVirtualNetwork>[] = [
  {
    label: 'Network',
    render: ({ networkId, name }) => (
      <Link to="/{-$network}/virtual" params={{ network: String(networkId) }} className="link font-medium">
        <bdi>{harmlessText(name, 60)}</bdi>
      </Link>
    ),
  },
  { label: 'Chain id', render: ({ networkId }) => networkId },
  { label: 'Head', numeric: true, render: ({ head }) => formatInteger(head.number) },
  { label: 'Made', render: ({ createdAt }) => <TimeView time={createdAt} focusable={false} /> },
  {
    label: 'Project',
    end: true,
    render: ({ networkId, name }) => (
      <ProjectOfItem kind="network" id={String(networkId)} name={harmlessText(name, 60)} />
    ),
  },
];

const VERIFICATIONS: readonly Column<VerificationEntry>[] = [
  {
    label: 'Contract',
    render: ({ name }) => <bdi className="break-all font-medium">{harmlessText(name, 120)}</bdi>,
  },
  { label: 'Compiler', render: ({ compilerVersion }) => <code>{harmlessText(compilerVersion ?? '–', 60)}</code> },
  { label: 'Files', numeric: true, render: ({ files }) => formatInteger(files) },
  { label: 'Kept', render: ({ keptAt }) => <TimeView time={keptAt} focusable={false} /> },
  {
    label: 'Project',
    end: true,
    render: ({ id, name }) => <ProjectOfItem kind="verification" id={id} name={harmlessText(name, 120)} />,
  },
];
