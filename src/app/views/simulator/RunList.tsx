/** Simulations that were run and kept, newest first, with their names and notes. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { harmlessText } from '../../../core/text/harmless';
import {
  deleteSimulation,
  readSimulations,
  renameSimulation,
  type SimulationEntry,
} from '../../../db/reader/simulations';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { EmptyState } from '../../ui/EmptyState';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import { TextField } from '../../ui/TextField';
import { useStored } from '../../use-stored';
import { ProjectOfItem } from '../projects/ProjectOfItem';

/** Runs that are listed; older ones stay until they are deleted. */
const SHOWN = 100;

export function RunList() {
  const runs = useStored(() => readSimulations(SHOWN), []);
  const [deleted, setDeleted] = useState<SimulationEntry>();
  return (
    <Panel title="Runs" aside="kept in this browser only">
      {runs?.length === 0 && (
        <EmptyState title="Nothing was simulated yet">
          Your runs are kept here with the state they read, so that they run again without a request.
        </EmptyState>
      )}
      <ul aria-label="Runs">
        {runs?.map((run) => (
          <Run key={run.id} run={run} onDelete={() => setDeleted(run)} />
        ))}
      </ul>
      <ConfirmDialog
        open={deleted !== undefined}
        title="Delete this simulation?"
        action="Delete"
        onConfirm={() => {
          if (deleted) void deleteSimulation(deleted.id);
        }}
        onClose={() => setDeleted(undefined)}
      >
        Its request and the state it read are deleted from this browser. A link or file of it still opens.
      </ConfirmDialog>
    </Panel>
  );
}

function Run({ run, onDelete }: { run: SimulationEntry; onDelete: () => void }) {
  const { network } = useNetwork();
  const [isEdited, setEdited] = useState(false);
  const title = harmlessText(run.name, 120) || (run.steps === 1 ? 'One step' : `${run.steps} steps`);
  return (
    <li className="flex flex-col gap-2 border-line border-b px-3 py-2 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={run.success ? 'success' : 'failure'} glyph={run.success ? '✓' : '✕'}>
          {run.success ? 'Success' : 'Failed'}
        </Badge>
        <Link
          to="/{-$network}/simulator/new"
          params={run.networkId === network.id ? (params) => params : { network: String(run.networkId) }}
          search={{ run: run.id }}
          className="min-w-0 break-words font-medium text-accent"
        >
          {title}
        </Link>
        <span className="min-w-0 break-words text-muted">{harmlessText(run.summary, 200)}</span>
        <span className="text-muted text-s">
          {run.networkId !== network.id && <>chain {run.networkId} · </>}
          <TimeView time={run.createdAt} />
        </span>
        <span className="ml-auto flex flex-wrap gap-1.5">
          <ProjectOfItem kind="simulation" id={run.id} name={title} />
          <Button size="s" aria-expanded={isEdited} onClick={() => setEdited(!isEdited)}>
            Name<span className="sr-only"> of {title}</span>
          </Button>
          <Button size="s" onClick={onDelete}>
            Delete<span className="sr-only"> {title}</span>
          </Button>
        </span>
      </div>
      {run.note !== '' && <p className="break-words text-muted text-s">{harmlessText(run.note, 500)}</p>}
      {isEdited && <Naming run={run} onDone={() => setEdited(false)} />}
    </li>
  );
}

function Naming({ run, onDone }: { run: SimulationEntry; onDone: () => void }) {
  const [name, setName] = useState(run.name);
  const [note, setNote] = useState(run.note);
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void renameSimulation(run.id, name.slice(0, 200), note.slice(0, 2_000)).then(onDone);
      }}
    >
      <TextField label="Name" value={name} onChange={setName} />
      <TextField label="Note" value={note} onChange={setNote} className="grow" />
      <Button type="submit" variant="primary">
        Save
      </Button>
    </form>
  );
}
