/** A new watch: what of, when, and who is told. */
import { useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { parseAddressLines } from '../../../core/projects/address-lines';
import { type Project, tidyName } from '../../../core/projects/project';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import { failure } from '../../../core/values/failure';
import type { ConditionKind, WatchId, WatchScope } from '../../../core/watch/watch';
import { webhookProblem } from '../../../core/watch/webhook';
import { readSimulation, readSimulations } from '../../../db/simulations';
import { saveWatch } from '../../../db/watches';
import { useNearestNetwork } from '../../network-context';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { useDraft } from '../../ui/form/use-draft';
import { NativeSelect } from '../../ui/NativeSelect';
import { Segmented } from '../../ui/Segmented';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useWiring } from '../../wiring';
import { ConditionFields } from './ConditionFields';
import { conditionOf, FIRST_FIELDS } from './condition-fields';
import { startWatching } from './start-watching';
import { CONDITIONS, conditionWords } from './watch-words';

const MAX_NAME = 60;
/** Saved simulations that are offered, the last ones. */
const MAX_SIMULATIONS = 200;

type Props = { project?: Project | undefined; networks: readonly Network[]; onClose: () => void };

export function WatchDialog({ project, networks, onClose }: Props) {
  const wiring = useWiring();
  const here = useNearestNetwork();
  const [fields, change, reset] = useDraft(`watch ${project?.uid ?? ''}`, FIRST_FIELDS);
  const [on, setOn] = useState<ConditionKind>('failed');
  const [of, setOf] = useState<WatchScope['of']>(project === undefined ? 'addresses' : 'project');
  const [networkId, setNetworkId] = useState<number>();
  const [notifies, setNotifies] = useState(false);
  const network = networks.find(({ id }) => id === networkId) ?? here?.network ?? networks[0];
  const simulations = useStored(() => readSimulations(MAX_SIMULATIONS), [])?.filter(
    (each) => each.networkId === network?.id,
  );
  const chosen = (simulations?.find(({ id }) => id === fields.simulation) ?? simulations?.[0])?.id;
  const draft = useStored(
    async () => (chosen === undefined ? undefined : (await readSimulation(chosen as SimulationId))?.draft),
    [chosen],
  );
  const condition = conditionOf(on, fields, draft);
  const isReading = on === 'simulation' && draft === undefined;
  const lines = parseAddressLines(fields.addresses);
  const ofState = on === 'balance' || on === 'stateVariable';
  const scopes = [
    ...(project === undefined ? [] : [{ value: 'project' as const, label: 'The project' }]),
    ...(on === 'simulation' ? [] : [{ value: 'addresses' as const, label: 'Addresses' }]),
    ...(ofState ? [] : [{ value: 'network' as const, label: 'The whole network' }]),
  ];
  const scoped = scopes.find(({ value }) => value === of)?.value ?? scopes[0]?.value ?? 'addresses';
  const webhook = fields.webhook.trim();

  function scopeOf(): WatchScope | undefined {
    if (scoped === 'network') return { of: scoped };
    if (scoped === 'project') return project && { of: scoped, project: project.uid };
    return lines.ok ? { of: scoped, addresses: lines.value.map(({ address }) => address) } : undefined;
  }

  async function keep() {
    const scope = scopeOf();
    if (!condition.ok) return failure('unsupported', condition.error);
    if (network === undefined || scope === undefined) return undefined;
    const kept = await saveWatch({
      id: crypto.getRandomValues(new Uint32Array(4)).join('-') as WatchId,
      name: tidyName(fields.name).slice(0, MAX_NAME) || conditionWords(condition.value).slice(0, MAX_NAME),
      networkId: network.id,
      scope,
      condition: condition.value,
      isOn: true,
      notifies,
      ...(webhook !== '' && { webhook }),
      createdAt: Date.now(),
    });
    if (!kept) {
      toast({ text: 'The browser refused storage, so nothing is watched.', tone: 'failure' });
      return undefined;
    }
    reset();
    onClose();
    await startWatching(wiring);
    return undefined;
  }

  return (
    <Dialog
      open
      title="New watch"
      description="It looks at every block from now on, while Loupe is open."
      onClose={onClose}
    >
      <Form className="flex flex-col gap-3 p-4" onSubmit={keep}>
        <div className="flex flex-wrap items-center gap-2">
          <NativeSelect label="Condition" value={on} options={CONDITIONS} onChange={setOn} />
          <span className="text-muted">on</span>
          <NativeSelect
            label="Network"
            value={network && String(network.id)}
            options={networks.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => setNetworkId(Number(id))}
          />
        </div>
        <ConditionFields
          on={on}
          fields={fields}
          change={change}
          problem={condition.ok || isReading ? undefined : condition.error}
          simulations={simulations}
          simulation={chosen}
        />
        <div>
          <Segmented label="Watched" value={scoped} segments={scopes} onChange={setOf} />
        </div>
        {scoped === 'addresses' && (
          <TextArea
            label="Watched addresses"
            mono
            required
            value={fields.addresses}
            onChange={(event) => change({ addresses: event.target.value })}
            error={fields.addresses.trim() === '' || lines.ok ? undefined : lines.error}
            help="One a line."
          />
        )}
        <TextField
          label="Name"
          value={fields.name}
          onChange={(event) => change({ name: event.target.value })}
          help="The name in notifications; the condition if empty."
        />
        <NotifyChoice checked={notifies} onChange={setNotifies} />
        <TextField
          label="Webhook"
          mono
          value={fields.webhook}
          onChange={(event) => change({ webhook: event.target.value })}
          error={webhook === '' ? undefined : webhookProblem(webhook)}
          help="Optional. Each find is sent there by POST: the watch’s name, the network, the transaction and the match, and nothing else."
        />
        <div>
          <SubmitButton>Watch</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** The browser asks for its permission when the box is ticked; what it refuses is said. */
function NotifyChoice({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : ('unsupported' as const),
  );
  async function choose(wanted: boolean) {
    if (wanted && permission === 'default') {
      const answer = await Notification.requestPermission();
      setPermission(answer);
      onChange(answer === 'granted');
      return;
    }
    onChange(wanted);
  }
  const closed = permission === 'denied' || permission === 'unsupported';
  return (
    <Checkbox
      checked={checked && !closed}
      disabled={closed}
      onChange={(wanted) => void choose(wanted)}
      note={closed ? 'This browser does not allow this page to notify you. The finds are still listed.' : undefined}
    >
      Notify me
    </Checkbox>
  );
}
