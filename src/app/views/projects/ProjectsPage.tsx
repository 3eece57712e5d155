/** All projects of this browser. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { type Project, projectId } from '../../../core/projects/project';
import type { ProjectContent } from '../../../core/projects/project-file';
import { harmlessText } from '../../../core/text/harmless';
import { type ProjectSummary, readProjects } from '../../../db/projects/projects';
import { ALL_PROJECTS, projectLink } from '../../project-link';
import { Badge } from '../../ui/Badge';
import { Callout } from '../../ui/Callout';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { FileButton } from '../../ui/FileDrop';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useStored } from '../../use-stored';
import { useTitle } from '../../use-title';
import { useNetworks } from '../../wiring';
import { GuardedButton } from '../permissions/GuardedButton';
import { useAskHost, usePermissions } from '../permissions/use-permissions';
import { WatchesPanel } from '../watch/WatchesPanel';
import { ImportDialog, readDemoProject, readProjectFile } from './ImportDialog';
import { ProjectDialog } from './ProjectDialog';
import { VISIBILITY_TEXT } from './visibility-text';

/** `tab` says what is being made: `new-project` or `new-watch`. */
export function ProjectsPage({ tab }: { tab: string | undefined }) {
  useTitle('Projects');
  const navigate = useNavigate();
  const projects = useStored(readProjects, []);
  const networks = useNetworks();
  const making = tab === 'new-project';
  const begin = (started?: 'new-project') =>
    navigate({ ...ALL_PROJECTS, search: started === undefined ? {} : { tab: started }, replace: true });
  const [opened, setOpened] = useState<ProjectContent>();
  const [problem, setProblem] = useState<string>();
  const permission = usePermissions()('create_project');
  useAskHost(projects?.map(({ project }) => project));
  const open = (project: Project) => void navigate(projectLink(project));
  async function read(picked: File) {
    const parsed = await readProjectFile(picked);
    setProblem(parsed.ok ? undefined : parsed.error);
    setOpened(parsed.ok ? parsed.value : undefined);
  }
  async function readDemo() {
    const parsed = await readDemoProject();
    setProblem(parsed.ok ? undefined : parsed.error);
    setOpened(parsed.ok ? parsed.value : undefined);
  }
  return (
    <div className="flex flex-col gap-3.5">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div>
          <h1>Projects</h1>
          <p className="text-muted">
            Contracts and wallets that belong together, with your tags and notes. They are kept in this browser.
          </p>
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <FileButton
            label="File of a project"
            accept=".json,application/json"
            onPick={({ files: [picked] }) => picked && void read(picked.file)}
          >
            Open a file
          </FileButton>
          <GuardedButton permission={permission} variant="primary" onClick={() => void begin('new-project')}>
            New project
          </GuardedButton>
        </div>
      </header>
      {problem !== undefined && (
        <Callout tone="failure" role="alert">
          Nothing was imported. {harmlessText(problem, 300)}
        </Callout>
      )}
      <Panel title="All projects" aside={projects && projects.length > 0 && formatInteger(projects.length)}>
        <DataTable
          label="Projects"
          columns={COLUMNS}
          rows={projects}
          loadingRows={3}
          rowKey={({ project }) => project.uid}
          open={{
            href: ({ project }) => `/projects/${project.owner.username}/${project.slug}`,
            onOpen: ({ project }) => open(project),
          }}
          empty={
            <EmptyState
              title="No projects yet"
              action={
                <GuardedButton permission={permission} onClick={() => void readDemo()}>
                  Open the demo project
                </GuardedButton>
              }
            >
              A project groups contracts and wallets of any network: one list has all their transactions, and your notes
              are saved with them.
            </EmptyState>
          }
        />
      </Panel>
      {networks && <WatchesPanel networks={networks} isMaking={tab === 'new-watch'} onClosed={() => void begin()} />}
      {making && <ProjectDialog owner={projects?.[0]?.project.owner} onClose={() => void begin()} onKept={open} />}
      {opened && <ImportDialog file={opened} onClose={() => setOpened(undefined)} onTaken={open} />}
    </div>
  );
}

const COLUMNS: readonly Column<ProjectSummary>[] = [
  {
    label: 'Project',
    render: ({ project }) => (
      <span className="inline-flex min-w-0 max-w-full flex-wrap items-baseline gap-x-2">
        <Link {...projectLink(project)} className="link truncate font-medium">
          <bdi>{harmlessText(project.name, 60)}</bdi>
        </Link>
        <span className="mono text-muted">{projectId(project)}</span>
      </span>
    ),
  },
  {
    label: 'Visibility',
    render: ({ project: { visibility } }) => {
      const { label, note } = VISIBILITY_TEXT[visibility];
      return <Badge title={note}>{label}</Badge>;
    },
  },
  { label: 'Contracts', numeric: true, render: ({ contracts }) => formatInteger(contracts) },
  { label: 'Wallets', numeric: true, render: ({ wallets }) => formatInteger(wallets) },
  { label: 'Networks', numeric: true, wide: true, render: ({ networks }) => formatInteger(networks) },
  {
    label: 'Changed',
    end: true,
    render: ({ project: { changedAt } }) => <TimeView time={changedAt} focusable={false} />,
  },
];
