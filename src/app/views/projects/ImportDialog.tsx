/** A project from a file: what it brings, and where it differs from what is here, before anything is taken. */
import { useState } from 'react';
import { formatBytes, formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import {
  compareProjects,
  type Difference,
  mergeProblem,
  mergeProjects,
  type Side,
} from '../../../core/projects/merge-projects';
import { type Project, projectId } from '../../../core/projects/project';
import { MAX_PROJECT_FILE, type ProjectContent, parseProjectFile } from '../../../core/projects/project-file';
import { CARRIED_KINDS, type CarriedKind } from '../../../core/projects/project-items';
import { harmlessText } from '../../../core/text/harmless';
import { readContentHere, takeContent } from '../../../db/projects/project-content';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import { Loading } from '../../ui/Loading';
import { Segmented } from '../../ui/Segmented';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useContractsApi, useNetworks, useWiring } from '../../wiring';
import { usePermissions } from '../permissions/use-permissions';
import { NoteText } from './NoteText';

/** Reads the project in a file, or returns one sentence on why there is none. */
export async function readProjectFile(file: File): Promise<ReturnType<typeof parseProjectFile>> {
  if (file.size > MAX_PROJECT_FILE) {
    const most = formatBytes(MAX_PROJECT_FILE);
    return { ok: false, error: `The file has ${formatBytes(file.size)}; a project has at most ${most}.` };
  }
  try {
    return parseProjectFile(await file.text());
  } catch {
    return { ok: false, error: 'The file could not be read.' };
  }
}

/** Reads the project that the app comes with (public/demo-project.json), or returns one sentence on why there is none. */
export async function readDemoProject(): Promise<ReturnType<typeof parseProjectFile>> {
  try {
    const answer = await fetch('/demo-project.json');
    if (answer.ok) return parseProjectFile(await answer.text());
    return { ok: false, error: 'This site comes without a demo project.' };
  } catch {
    return { ok: false, error: 'The demo project could not be loaded. Try again once there is a connection.' };
  }
}

type Props = { file: ProjectContent; onClose: () => void; onTaken: (project: Project) => void };

export function ImportDialog({ file, onClose, onTaken }: Props) {
  const here = useStored(() => readContentHere(file.project.uid, file), [file]);
  const isNew = here?.project === undefined;
  const askPermission = usePermissions();
  const closed = askPermission(isNew ? 'create_project' : 'update_project', here?.project);
  return (
    <Dialog
      open
      width="l"
      title={harmlessText(file.project.name, 60)}
      description={`${projectId(file.project)}, ${countOf(file.accounts.length, 'address', 'addresses')} in the file`}
      onClose={onClose}
    >
      {here === undefined ? (
        <Loading label="Comparing it with what is here" />
      ) : closed.allowed ? (
        <Versions here={here} file={file} onClose={onClose} onTaken={onTaken} />
      ) : (
        <div className="p-4">
          <Callout>{closed.reason}</Callout>
        </div>
      )}
    </Dialog>
  );
}

/** Differences that are listed; the others are counted and go as proposed. */
const SHOWN = 200;

function Versions({ here, file, onClose, onTaken }: Props & { here: Parameters<typeof compareProjects>[0] }) {
  const api = useContractsApi();
  const { reconfigure } = useWiring();
  const networks = useNetworks();
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const [withEndpoints, setWithEndpoints] = useState(false);
  const { differences, same, onlyHere } = compareProjects(here, file);
  const added = differences.filter(({ state }) => state === 'added');
  const differing = differences.filter(({ state }) => state === 'differing');
  const sideOf = ({ key, newer }: Difference) => chosen[key] ?? newer;
  const problem = mergeProblem(here, file);
  const unknown = file.networks.filter(({ id }) => networks?.every((network) => network.id !== id));

  async function take() {
    const merged = mergeProjects(here, file, sideOf, Date.now());
    const taken = await takeContent(merged, withEndpoints, {
      run: async (run) => (await api.importRun(run)).ok,
      abi: async (abi) => (await api.importAbi(abi)).ok,
    });
    if (taken === undefined) {
      toast({ text: 'The browser refused storage, so the project was imported only in part.', tone: 'failure' });
      return;
    }
    await api.labelsChanged();
    if (withEndpoints || file.items.some(({ kind }) => kind === 'network')) reconfigure();
    if (taken.left.length > 0) {
      const names = taken.left.slice(0, 5).map((name) => harmlessText(name, 40));
      toast({
        text: `Not imported, because damaged or in conflict with another entry: ${names.join(', ')}.`,
        tone: 'failure',
        lasting: true,
      });
    }
    onTaken(taken.project);
  }

  return (
    <div className="flex flex-col gap-3 p-4">
      <p>
        {here.project === undefined ? (
          'This project is new here. The file adds:'
        ) : (
          <>
            Your version is <b>{projectId(here.project)}</b>. {countOf(same, 'entry is', 'entries are')} the same,{' '}
            {countOf(onlyHere, 'address is only here and stays', 'addresses are only here and stay')}. The file adds:
          </>
        )}
      </p>
      <ul className="list-disc pl-5">
        {(['account', 'label'] as const).map((of) => {
          const count = added.filter((each) => each.of === of).length;
          return (
            <li key={of}>
              {of === 'account' ? countOf(count, 'new address', 'new addresses') : countOf(count, 'new label')}
            </li>
          );
        })}
        {CARRIED_KINDS.map((kind) => {
          const count = file.items.filter((item) => item.kind === kind).length;
          if (count === 0) return null;
          return (
            <li key={kind}>
              {countOf(count, ...ITEM_TEXT[kind])}; what is here of them stays as it is
              {kind === 'watch' && ', for the addresses of the project and switched off after the import'}
            </li>
          );
        })}
      </ul>
      {unknown.length > 0 && (
        <Callout>
          {unknown.map(({ id, name }) => `${harmlessText(name, 40)} (chain ${id})`).join(', ')}: not known here. Add{' '}
          {unknown.length === 1 ? 'it' : 'them'} in the settings to open the addresses.
        </Callout>
      )}
      {differing.length > 0 && (
        <section aria-label="What differs" className="flex flex-col gap-1">
          <p className="font-semibold">
            {countOf(differing.length, 'entry differs', 'entries differ')}; the one changed last is proposed
          </p>
          <ul className="divide-y divide-line rounded-l border border-line">
            {differing.slice(0, SHOWN).map((difference) => (
              <Choice
                key={difference.key}
                difference={difference}
                side={sideOf(difference)}
                onChoose={(side) => setChosen({ ...chosen, [difference.key]: side })}
              />
            ))}
          </ul>
          {differing.length > SHOWN && (
            <p className="text-muted">{formatInteger(differing.length - SHOWN)} more are merged as proposed.</p>
          )}
        </section>
      )}
      {file.endpoints.length > 0 && (
        <Checkbox
          checked={withEndpoints}
          onChange={setWithEndpoints}
          note={file.endpoints.map(({ url }) => harmlessText(url, 80)).join(', ')}
        >
          Take {countOf(file.endpoints.length, 'endpoint')}, which will then be asked
        </Checkbox>
      )}
      {problem !== undefined && <Callout tone="failure">{problem}</Callout>}
      <div className="flex gap-2">
        <Button variant="primary" disabled={problem !== undefined} onClick={() => void take()}>
          {here.project === undefined ? 'Import the project' : 'Merge'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}

const ITEM_TEXT: Readonly<Record<CarriedKind, [one: string, many: string]>> = {
  simulation: ['simulation', 'simulations'],
  network: ['virtual network', 'virtual networks'],
  verification: ['private verification', 'private verifications'],
  watch: ['watch', 'watches'],
};

const SIDES = [
  { value: 'here', label: 'Here' },
  { value: 'file', label: 'File' },
] as const;

function Choice({
  difference: { of, account, here, file },
  side,
  onChoose,
}: {
  difference: Difference;
  side: Side;
  onChoose: (side: Side) => void;
}) {
  const what =
    of === 'project'
      ? 'Name and visibility'
      : `${of === 'label' ? 'Label' : 'Notes'} of ${shorten(account?.address ?? '')}`;
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{what}</span>
        <span className="ml-auto">
          <Segmented label={`Version of: ${what}`} size="s" value={side} segments={SIDES} onChange={onChoose} />
        </span>
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        <Lines title="Here" lines={here} />
        <Lines title="File" lines={file} />
      </div>
    </li>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className="min-w-0">
      <p className="text-muted text-s">{title}</p>
      <NoteText text={lines.join('\n')} />
    </div>
  );
}
