/** A new watch, or one that is changed: what of, when, and who is told. */
import { useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { NetworkId } from '../../../core/chain/primitives';
import { parseAddressLines } from '../../../core/projects/address-lines';
import { type Project, tidyName } from '../../../core/projects/project';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import { failure } from '../../../core/values/failure';
import { fail } from '../../../core/values/result';
import type { ConditionKind, Watch, WatchId, WatchScope } from '../../../core/watch/watch';
import { WEBHOOK_FORMATS, type WebhookFormat, webhookProblem } from '../../../core/watch/webhook';
import { readSimulation, readSimulations } from '../../../db/reader/simulations';
import { saveWatch } from '../../../db/watches/watches';
import { useNearestNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import { draftFields } from '../../ui/form/draft-fields';
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
import { NetworkChoice } from '../network/NetworkChoice';
import { ConditionFields } from './ConditionFields';
import { conditionOf, FIRST_FIELDS, fieldsOf } from './condition-fields';
import { startWatching } from './start-watching';
import { CONDITIONS, conditionText } from './watch-text';

const MAX_NAME = 60;
/** Saved simulations that are offered, the last ones. */
const MAX_SIMULATIONS = 200;

type Props = {
  project?: Project | undefined;
  /** The watch to change; absent for a new one. */
  watch?: Watch;
  networks: readonly Network[];
  onClose: () => void;
};

export function WatchDialog({ project, watch, networks, onClose }: Props) {
  const wiring = useWiring();
  const here = useNearestNetwork();
  const [fields, change, reset] = useDraft(
    `watch ${watch?.id ?? project?.uid ?? ''}`,
    watch === undefined ? FIRST_FIELDS : fieldsOf(watch),
  );
  const field = draftFields(fields, change);
  const [on, setOn] = useState<ConditionKind>(watch?.condition.on ?? 'failed');
  const projectUid = watch?.scope.of === 'project' ? watch.scope.project : project?.uid;
  const [of, setOf] = useState<WatchScope['of']>(
    watch?.scope.of ?? (projectUid === undefined ? 'addresses' : 'project'),
  );
  const [networkId, setNetworkId] = useState<number | undefined>(watch?.networkId);
  const [notifies, setNotifies] = useState(watch?.notifies ?? false);
  const network = networks.find(({ id }) => id === networkId) ?? here?.network ?? networks[0];
  const simulations = useStored(() => readSimulations(MAX_SIMULATIONS), [])?.filter(
    (each) => each.networkId === network?.id,
  );
  const chosen = (simulations?.find(({ id }) => id === fields.simulation) ?? simulations?.[0])?.id;
  const saved = useStored(
    async () => (chosen === undefined ? undefined : (await readSimulation(chosen as SimulationId))?.draft),
    [chosen],
  );
  // The watch has its own request of a simulation, which may be deleted since; it stays unless another one is chosen.
  const own = watch?.condition.on === 'simulation' && fields.simulation === '' ? watch.condition.draft : undefined;
  const draft = own ?? saved;
  const condition = conditionOf(on, fields, draft);
  const isReading = on === 'simulation' && draft === undefined;
  const lines = parseAddressLines(fields.addresses);
  const ofState = on === 'balance' || on === 'stateVariable';
  const scopes = [
    ...(projectUid === undefined ? [] : [{ value: 'project' as const, label: 'The project' }]),
    ...(on === 'simulation' ? [] : [{ value: 'addresses' as const, label: 'Addresses' }]),
    ...(ofState ? [] : [{ value: 'network' as const, label: 'The whole network' }]),
  ];
  const scoped = scopes.find(({ value }) => value === of)?.value ?? scopes[0]?.value ?? 'addresses';
  const webhook = fields.webhook.trim();
  const format = WEBHOOK_FORMATS.find((each) => each === fields.webhookFormat) ?? 'json';
  const name = () =>
    tidyName(fields.name).slice(0, MAX_NAME) ||
    (condition.ok ? conditionText(condition.value).slice(0, MAX_NAME) : 'A watch');

  function scopeOf(): WatchScope | undefined {
    if (scoped === 'network') return { of: scoped };
    if (scoped === 'project') return projectUid === undefined ? undefined : { of: scoped, project: projectUid };
    return lines.ok ? { of: scoped, addresses: lines.value.map(({ address }) => address) } : undefined;
  }

  async function keep() {
    const scope = scopeOf();
    if (!condition.ok) return failure('unsupported', condition.error);
    if (network === undefined || scope === undefined) return undefined;
    const kept = await saveWatch({
      id: watch?.id ?? (crypto.getRandomValues(new Uint32Array(4)).join('-') as WatchId),
      name: name(),
      networkId: network.id,
      scope,
      condition: condition.value,
      isOn: watch?.isOn ?? true,
      notifies,
      ...(webhook !== '' && { webhook, ...(format !== 'json' && { webhookFormat: format }) }),
      createdAt: watch?.createdAt ?? Date.now(),
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
      title={watch === undefined ? 'New watch' : 'Change the watch'}
      description="It looks at every block from now on, while Loupe is open."
      onClose={onClose}
    >
      <Form className="flex flex-col gap-3 p-4" onSubmit={keep}>
        <div className="flex flex-wrap items-center gap-2">
          <NativeSelect label="Condition" value={on} options={CONDITIONS} onChange={setOn} />
          <span className="text-muted">on</span>
          <NetworkChoice networks={networks} value={network?.id} onChange={setNetworkId} />
        </div>
        <ConditionFields
          on={on}
          fields={fields}
          change={change}
          problem={condition.ok || isReading ? undefined : condition.error}
          simulations={simulations}
          simulation={own === undefined ? chosen : undefined}
        />
        <div>
          <Segmented label="Watched" value={scoped} segments={scopes} onChange={setOf} />
        </div>
        {scoped === 'addresses' && (
          <TextArea
            label="Watched addresses"
            mono
            required
            {...field('addresses')}
            error={fields.addresses.trim() === '' || lines.ok ? undefined : lines.error}
            help="One a line."
          />
        )}
        <TextField label="Name" {...field('name')} help="The name in notifications; the condition if empty." />
        <NotifyChoice checked={notifies} onChange={setNotifies} />
        <TextField
          label="Webhook"
          mono
          {...field('webhook')}
          error={webhook === '' ? undefined : webhookProblem(webhook)}
          help="Optional. Each find is sent there by POST: the watch’s name, the network, the block, the transaction, the match and a link to its page here, and nothing else."
        />
        {webhook !== '' && webhookProblem(webhook) === undefined && network !== undefined && (
          <div className="flex flex-wrap items-center gap-2">
            <Segmented
              label="Form of the message"
              size="s"
              value={format}
              segments={FORMATS}
              onChange={(webhookFormat) => change({ webhookFormat })}
            />
            <TestButton url={webhook} format={format} test={{ networkId: network.id, name: name(), what: 'A test' }} />
          </div>
        )}
        <div>
          <SubmitButton>{watch === undefined ? 'Watch' : 'Save'}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

const FORMATS = [
  { value: 'json', label: 'JSON' },
  { value: 'slack', label: 'Slack' },
  { value: 'discord', label: 'Discord' },
] as const;

type TestProps = { url: string; format: WebhookFormat; test: { networkId: NetworkId; name: string; what: string } };

/** Sends the webhook a find that says that it is a test, and says how that went. */
function TestButton({ url, format, test }: TestProps) {
  const { workers } = useWiring();
  const [said, setSaid] = useState('');
  async function send() {
    setSaid('Sending…');
    const sent = await workers.watch.testWebhook(url, format, test).catch(() => fail('The worker stopped.'));
    setSaid(sent.ok ? 'It was told.' : sent.error);
  }
  return (
    <>
      <Button size="s" onClick={() => void send()}>
        Send a test
      </Button>
      <span role="status" className="text-muted text-s">
        {said}
      </span>
    </>
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
