/** All projects with tests of this browser, and the way to open one. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { type Failure, failure } from '../../../core/values/failure';
import { deleteTestProject, readTestProjects } from '../../../db/reader/test-projects';
import type { TestProjectRow } from '../../../db/rows/test-project-row';
import { canOpenFolders, chooseFolder } from '../../folder-access';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import type { Picked } from '../../ui/dropped-files';
import { ErrorState } from '../../ui/ErrorState';
import { FileDrop } from '../../ui/FileDrop';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import type { Column } from '../../ui/table/column';
import { useStored } from '../../use-stored';
import { useTitle } from '../../use-title';
import { useWiring } from '../../wiring';
import { BUILD_FILES, type BuildFolder, buildOf, projectFolder, readBuildFolder } from './build-folder';
import { openBuild } from './open-build';
import { countResults } from './test-counts';

const NO_BUILD =
  'This folder has no output of a build. Compile the project first (forge build, hardhat compile) and open its folder, or the folder out.';

export function TestsPage() {
  useTitle('Tests');
  const projects = useStored(readTestProjects, []);
  const [closed, setClosed] = useState<TestProjectRow>();
  const { busy, problem, open, openFolder, take } = useOpening();
  return (
    <div className="flex flex-col gap-3.5">
      <header>
        <h1>Tests</h1>
        <p className="text-muted">
          Tests of contracts, run and debugged in this browser from what your compiler wrote. Nothing leaves it.
        </p>
      </header>
      <Panel title="Open a project" aside={busy && <Spinner label="Reading the build" />}>
        <div className="flex flex-col gap-3 p-3">
          <FileDrop
            label="Project folder"
            title="Drop the folder of a project here"
            accept=".json,application/json,.toml"
            multiple
            folders
            choice={{ wanted: BUILD_FILES }}
            onPick={(picked) => void take(picked)}
          >
            Foundry’s <code>out/</code> with <code>foundry.toml</code>, or Hardhat 3’s <code>artifacts/</code>. Only
            these are read, and what tests ask for of the folder. For lines, variables and coverage, build with{' '}
            <code>forge build --build-info</code>.
          </FileDrop>
          {canOpenFolders() && (
            <p className="flex flex-wrap items-center justify-center gap-2 text-muted">
              <Button onClick={() => void openFolder()}>Watch a folder</Button>
              Its tests run again whenever you compile.
            </p>
          )}
          {problem && <ErrorState compact failure={problem} title="The project was not opened" />}
        </div>
      </Panel>
      {projects && projects.length > 0 && (
        <Panel title="Projects" aside={formatInteger(projects.length)}>
          <DataTable
            label="Projects with tests"
            columns={[
              ...COLUMNS,
              {
                label: '',
                end: true,
                render: (project) => (
                  <Button size="s" variant="quiet" onClick={() => setClosed(project)}>
                    Remove<span className="sr-only"> {harmlessText(project.name, 60)}</span>
                  </Button>
                ),
              },
            ]}
            rows={projects}
            rowKey={({ id }) => id}
            open={{ href: ({ id }) => `/tests/${id}`, onOpen: ({ id }) => open(id) }}
          />
        </Panel>
      )}
      <ConfirmDialog
        open={closed !== undefined}
        title="Remove this project?"
        action="Remove"
        onConfirm={() => {
          if (closed) void deleteTestProject(closed.id);
        }}
        onClose={() => setClosed(undefined)}
      >
        Its build output and results are deleted from this browser. The folder on your disk stays as it is.
      </ConfirmDialog>
    </div>
  );
}

function useOpening() {
  const wiring = useWiring();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Failure>();
  const open = (id: string) => void navigate({ to: '/tests/{-$project}', params: { project: id }, search: {} });

  async function opened(build: BuildFolder | undefined, folder?: FileSystemDirectoryHandle) {
    if (build === undefined || build.files.length === 0) return setProblem(failure('unsupported', NO_BUILD));
    setBusy(true);
    setProblem(undefined);
    try {
      const result = await openBuild(wiring, build, folder);
      if (result.ok) open(result.value.id);
      else setProblem(result.error);
    } catch (error) {
      setProblem(failure('badAnswer', 'The folder could not be read.', { raw: String(error).slice(0, 2_000) }));
    }
    setBusy(false);
  }

  return {
    busy,
    problem,
    open,
    async take({ files, folder }: Picked) {
      const build = await buildOf(files);
      await opened(build, build && (await projectFolder(folder, build.root)));
    },
    async openFolder() {
      const folder = await chooseFolder('loupe-tests', 'read');
      if (folder !== undefined) await opened(await readBuildFolder(folder).catch(() => undefined), folder);
    },
  };
}

const COLUMNS: readonly Column<TestProjectRow>[] = [
  {
    label: 'Project',
    render: ({ id, name }) => (
      <Link to="/tests/{-$project}" params={{ project: id }} search={{}} className="link truncate font-medium">
        <bdi>{harmlessText(name, 60)}</bdi>
      </Link>
    ),
  },
  { label: 'Passed', numeric: true, render: ({ results }) => formatInteger(countResults(results).passed) },
  {
    label: 'Failed',
    numeric: true,
    render: ({ results }) => {
      const { failed } = countResults(results);
      return failed === 0 ? '0' : <span className="font-semibold text-failure">{formatInteger(failed)}</span>;
    },
  },
  {
    label: 'Opened',
    end: true,
    render: ({ openedAt }) => <TimeView time={openedAt} focusable={false} />,
  },
];
