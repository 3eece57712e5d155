/** The watches of a project, or all of them, and what they found. */
import { useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import type { Project } from '../../../core/projects/project';
import { harmlessText } from '../../../core/text/harmless';
import type { Watch } from '../../../core/watch/watch';
import { readProjects } from '../../../db/projects/projects';
import { deleteWatch, readWatches, saveWatch } from '../../../db/watches/watches';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { Switch } from '../../ui/Switch';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useWiring } from '../../wiring';
import { GuardedButton } from '../permissions/GuardedButton';
import { usePermissions } from '../permissions/use-permissions';
import { Finds } from './Finds';
import { startWatching } from './start-watching';
import { WatchDialog } from './WatchDialog';
import { conditionText, scopeText } from './watch-text';

const REFUSED = 'The browser refused storage, so the watch stays as it was.';

type Props = {
  project?: Project;
  networks: readonly Network[];
  /** Whether the form of a new watch is open from the beginning; `onClosed` is called when it is closed. */
  isMaking?: boolean;
  onClosed?: () => void;
};

export function WatchesPanel({ project, networks, isMaking = false, onClosed }: Props) {
  const askPermission = usePermissions();
  const all = useStored(() => readWatches(), []);
  const projects = useStored(readProjects, []);
  const [making, setMaking] = useState(false);
  const [changed, setChanged] = useState<Watch>();
  const watches = all?.filter(({ scope }) => project === undefined || isOf(scope, project));
  const nameOf = ({ scope }: Watch) =>
    scope.of === 'project' ? projects?.find((each) => each.project.uid === scope.project)?.project.name : undefined;
  return (
    <>
      <Panel
        title="Watches"
        aside={watches && watches.length > 0 && formatInteger(watches.length)}
        actions={
          <GuardedButton
            permission={askPermission('create_alert', project)}
            size="s"
            variant="primary"
            onClick={() => setMaking(true)}
          >
            New watch
          </GuardedButton>
        }
      >
        {watches?.length === 0 && (
          <EmptyState title="Nothing is watched yet">
            A watch looks at every new block while Loupe is open in a tab: for transactions that fail, functions that
            are called, events, transfers, balances. Its finds are listed here, with a notification of the browser if
            you like.
          </EmptyState>
        )}
        <ul aria-label="Watches" className="divide-y divide-line">
          {watches?.map((watch) => (
            <Row
              key={watch.id}
              watch={watch}
              project={project}
              onChange={() => setChanged(watch)}
              scope={scopeText(watch, nameOf(watch))}
              network={networks.find(({ id }) => id === watch.networkId)?.name ?? `Chain ${watch.networkId}`}
            />
          ))}
        </ul>
      </Panel>
      {watches !== undefined && watches.length > 0 && <Finds watches={watches} networks={networks} />}
      {changed && (
        <WatchDialog project={project} watch={changed} networks={networks} onClose={() => setChanged(undefined)} />
      )}
      {(making || isMaking) && (
        <WatchDialog
          project={project}
          networks={networks}
          onClose={() => {
            setMaking(false);
            onClosed?.();
          }}
        />
      )}
    </>
  );
}

function isOf(scope: Watch['scope'], { uid }: Project): boolean {
  return scope.of === 'project' && scope.project === uid;
}

function Row({
  watch,
  project,
  onChange,
  scope,
  network,
}: {
  watch: Watch;
  project: Project | undefined;
  onChange: () => void;
  scope: string;
  network: string;
}) {
  const wiring = useWiring();
  const askPermission = usePermissions();
  const name = harmlessText(watch.name, 60);
  const mayChange = askPermission('update_alert', project).allowed;
  async function turn(isOn: boolean) {
    if (await saveWatch({ ...watch, isOn })) await startWatching(wiring);
    else toast({ text: REFUSED, tone: 'failure' });
  }
  async function remove() {
    if (!(await deleteWatch(watch.id))) toast({ text: REFUSED, tone: 'failure' });
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="truncate font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="break-words text-muted text-s">
          {harmlessText(conditionText(watch.condition), 160)}, {harmlessText(scope, 80)} on {harmlessText(network, 40)}
          {watch.webhook !== undefined && `, told to ${harmlessText(watch.webhook, 80)}`}
        </p>
      </div>
      <Switch label={`Watch ${name}`} checked={watch.isOn} disabled={!mayChange} onChange={(isOn) => void turn(isOn)} />
      {mayChange && (
        <Button size="s" variant="quiet" aria-label={`Change the watch ${name}`} onClick={onChange}>
          Change
        </Button>
      )}
      {askPermission('remove_alert', project).allowed && (
        <Button size="s" variant="quiet" aria-label={`Remove the watch ${name}`} onClick={() => void remove()}>
          Remove
        </Button>
      )}
    </li>
  );
}
