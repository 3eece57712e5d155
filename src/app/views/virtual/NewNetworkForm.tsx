/** What a new virtual network is to be. */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { NetworkId } from '../../../core/chain/primitives';
import { howFar, SIMULATED_TEXT } from '../../../core/evm/families/how-far';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import { ownChainId } from '../../../core/virtual/own-chain-id';
import type { NewVirtualNetwork, Sealing } from '../../../workers/virtual/virtual.api';
import { useNearestNetwork } from '../../network-context';
import { listedNetworks } from '../../networks';
import { Combobox } from '../../ui/Combobox';
import { Form } from '../../ui/form/Form';
import { FormField } from '../../ui/form/FormField';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { useDraft } from '../../ui/form/use-draft';
import { Segmented } from '../../ui/Segmented';
import { TextField } from '../../ui/TextField';
import { newJobId } from '../../use-question';
import { useNetworks, useWiring } from '../../wiring';
import { wholeProblem } from './field-problems';

const DAY = 86_400;
const FIRST = { from: 'fork', parent: '', block: '', chainId: '', name: '', sealing: 'transaction', seconds: '12' };

export function NewNetworkForm() {
  const { workers, config, reconfigure } = useWiring();
  const navigate = useNavigate();
  const networks = useNetworks();
  const nearest = useNearestNetwork()?.network;
  const [fields, change, reset] = useDraft('virtual network', FIRST);
  const isFork = fields.from === 'fork';
  const listed = useMemo(
    () => listedNetworks(networks ?? [], new Set<number>(config.networks.map(({ id }) => id))),
    [networks, config],
  );
  const parent = isFork
    ? (networks?.find(({ id }) => String(id) === fields.parent) ?? (fields.parent === '' ? nearest : undefined))
    : undefined;
  const taken = useMemo(() => new Set<number>(networks?.map(({ id }) => id)), [networks]);
  const suggestedId = ownChainId(parent?.id, taken);
  const chainId = fields.chainId === '' ? suggestedId : Number(fields.chainId);
  const simulated = parent && SIMULATED_TEXT[howFar(parent)];
  const parentName = parent && harmlessText(parent.name, 40);
  const suggestedName = parentName === undefined ? 'Empty network' : `${parentName} fork`;
  const name = fields.name.trim() === '' ? suggestedName : fields.name.trim();
  const clash = networks?.find(({ id }) => id === chainId);
  async function make(): Promise<Failure | undefined> {
    const sealing: Sealing =
      fields.sealing === 'interval'
        ? { seconds: Number(fields.seconds) }
        : fields.sealing === 'hand'
          ? 'hand'
          : 'transaction';
    const block = fields.block === '' ? 'latest' : Number(fields.block);
    const wish: NewVirtualNetwork = {
      chainId: chainId as NetworkId,
      name,
      sealing,
      ...(parent === undefined ? {} : { parent: { networkId: parent.id, block } }),
    };
    const made = await workers.virtual.create(newJobId(), wish);
    if (!made.ok) return made.error;
    // Asked for with the first thing that is nowhere else; a refusal changes nothing now.
    void navigator.storage?.persist?.().catch(() => {});
    reset();
    reconfigure();
    void navigate({ to: '/{-$network}/virtual', params: { network: String(made.value) } });
    return undefined;
  }
  return (
    <Form label="New virtual network" className="flex flex-col gap-3 p-3" onSubmit={make}>
      <div>
        <Segmented
          label="How it begins"
          value={isFork ? 'fork' : 'empty'}
          segments={[
            { value: 'fork', label: 'From a network' },
            { value: 'empty', label: 'Empty' },
          ]}
          onChange={(from) => change({ from })}
        />
      </div>
      {isFork && (
        <>
          <FormField label="Network" required empty={parent === undefined}>
            {(control) => (
              <Combobox<number>
                label="Network"
                control={control}
                value={parent?.id}
                options={listed.map(({ id, name }) => ({ value: id, label: harmlessText(name, 60), note: String(id) }))}
                onChange={(id) => change({ parent: String(id) })}
              />
            )}
          </FormField>
          {simulated !== undefined && <p className="text-muted">{simulated}</p>}
          <TextField
            label="Block"
            inputMode="numeric"
            placeholder="latest"
            value={fields.block}
            error={wholeProblem(fields.block, 0, Number.MAX_SAFE_INTEGER)}
            help="Loupe reads the state after it when needed. An older block needs an endpoint that keeps state"
            onChange={(text) => change({ block: text.trim() })}
          />
        </>
      )}
      <TextField
        label="Name"
        placeholder={suggestedName}
        maxLength={60}
        value={fields.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Chain id"
        inputMode="numeric"
        placeholder={String(suggestedId)}
        value={fields.chainId}
        error={
          wholeProblem(fields.chainId, 1, Number.MAX_SAFE_INTEGER) ??
          (fields.chainId !== '' && clash ? `${harmlessText(clash.name, 40)} has this chain id.` : undefined)
        }
        help="Use a unique one, so that its signatures are worth nothing on other chains"
        onChange={(text) => change({ chainId: text.trim() })}
      />
      <FormField label="A block is made" group empty={false}>
        {() => (
          <div>
            <Segmented
              label="A block is made"
              value={fields.sealing}
              segments={[
                { value: 'transaction', label: 'By transaction' },
                { value: 'interval', label: 'Interval' },
                { value: 'hand', label: 'By hand' },
              ]}
              onChange={(sealing) => change({ sealing })}
            />
          </div>
        )}
      </FormField>
      {fields.sealing === 'interval' && (
        <TextField
          label="Seconds between blocks"
          inputMode="numeric"
          required
          value={fields.seconds}
          error={wholeProblem(fields.seconds, 1, DAY)}
          onChange={(text) => change({ seconds: text.trim() })}
        />
      )}
      <p className="text-muted">
        Ten test accounts own 10,000 each. Their keys are known to everybody: use them on no other chain.
      </p>
      <div>
        <SubmitButton busyLabel="Making the network">
          {parentName === undefined ? 'Make an empty network' : `Fork ${parentName}`}
        </SubmitButton>
      </div>
    </Form>
  );
}
