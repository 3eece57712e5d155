/** What is known of a network; the reader's own can be changed and removed. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ExplorerLink, Network } from '../../../core/chain/network';
import { HOW_FAR_TEXT, howFar } from '../../../core/evm/families/how-far';
import { knownDifference } from '../../../core/evm/families/known-differences';
import { harmlessText } from '../../../core/text/harmless';
import { saveNetwork } from '../../../db/networks/networks';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Field, FieldList } from '../../ui/Facts';
import { draftFields } from '../../ui/form/draft-fields';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { useDraft } from '../../ui/form/use-draft';
import { Panel } from '../../ui/Panel';
import { Switch } from '../../ui/Switch';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { useWiring } from '../../wiring';
import { explorersOf, webProblem } from './own-network';

type Props = { network: Network; isOwn: boolean; onRemove: () => void };

export function NetworkDetails({ network, isOwn, onRemove }: Props) {
  const { config } = useWiring();
  const [isEdited, setEdited] = useState(false);
  const [isGoing, setGoing] = useState(false);
  const given = config.networks.some(({ id }) => id === network.id) ? 'configured by this site' : 'a known network';
  return (
    <Panel
      title={harmlessText(network.name, 60)}
      aside={isOwn ? 'you added it' : given}
      actions={
        <>
          {isOwn && (
            <Button size="s" aria-expanded={isEdited} onClick={() => setEdited(!isEdited)}>
              {isEdited ? 'Cancel' : 'Edit'}
            </Button>
          )}
          {isOwn && (
            <Button size="s" variant="danger" onClick={() => setGoing(true)}>
              Remove this network
            </Button>
          )}
        </>
      }
    >
      {isEdited ? <EditForm network={network} onSaved={() => setEdited(false)} /> : <Details network={network} />}
      <ConfirmDialog
        open={isGoing}
        title={`Remove ${harmlessText(network.name, 60)}?`}
        action="Remove"
        onConfirm={onRemove}
        onClose={() => setGoing(false)}
      >
        Your endpoints of it are removed too. Its transactions in this browser stay.
      </ConfirmDialog>
    </Panel>
  );
}

function Details({ network }: { network: Network }) {
  const { name, symbol, decimals } = network.nativeCurrency;
  const { config } = useWiring();
  return (
    <FieldList label="Network">
      <Field label="Chain id">
        <span className="mono">{network.id}</span>
      </Field>
      <Field label="Currency">
        {harmlessText(name, 60)} ({harmlessText(symbol, 20)}), {decimals} decimals
      </Field>
      {config.variant === 'workbench' && (
        <Field label="Address of its pages">
          <Link to="/{-$network}" params={{ network: network.route }} className="link mono">
            /{network.route}
          </Link>
        </Field>
      )}
      <Field label="Explorers">
        {network.explorers.length === 0 ? (
          <span className="text-muted">none known</span>
        ) : (
          network.explorers.map(({ name: title, url, apiUrl }) => (
            <span key={url} className="block break-all">
              {harmlessText(title, 40)} <span className="mono text-muted">{harmlessText(url, 120)}</span>
              {apiUrl !== undefined && <span className="text-muted"> · has the API of Blockscout</span>}
            </span>
          ))
        )}
      </Field>
      <Field label="Transactions">
        {HOW_FAR_TEXT[howFar(network)]} {knownDifference(network.id)}
      </Field>
      {network.testnet && <Field label="Kind">a test network</Field>}
    </FieldList>
  );
}

function EditForm({ network, onSaved }: { network: Network; onSaved: () => void }) {
  const { reconfigure } = useWiring();
  const [explorer] = network.explorers;
  const first = {
    name: network.name,
    symbol: network.nativeCurrency.symbol,
    explorer: explorer?.url ?? '',
    api: explorer?.apiUrl ?? '',
    testnet: network.testnet ? 'yes' : 'no',
  };
  const [draft, change, reset] = useDraft(`edit network ${network.id}`, first);
  const problems = { explorer: webProblem(draft.explorer), api: webProblem(draft.api) };
  const field = draftFields(draft, change, problems);
  async function save() {
    if (problems.explorer !== undefined || problems.api !== undefined) return;
    const symbol = draft.symbol.trim();
    const explorers: readonly ExplorerLink[] = explorersOf(draft.explorer, draft.api);
    const nativeCurrency = { ...network.nativeCurrency, name: symbol, symbol };
    const kept = await saveNetwork({
      ...network,
      name: draft.name.trim(),
      nativeCurrency,
      explorers: [...explorers, ...network.explorers.slice(1)],
      testnet: draft.testnet === 'yes',
    });
    if (!kept) {
      toast({ text: 'The browser refuses to keep this change', tone: 'failure' });
      return;
    }
    reset();
    reconfigure();
    onSaved();
  }
  return (
    <Form label="Edit the network" className="grid items-start gap-3 p-3 sm:grid-cols-2" onSubmit={save}>
      <TextField label="Name" maxLength={60} {...field('name')} required />
      <TextField label="Symbol of the currency" maxLength={12} {...field('symbol')} required />
      <TextField
        label="Explorer"
        type="url"
        mono
        {...field('explorer')}
        placeholder="https://…"
        help="Optional. Links lead there."
      />
      <TextField
        label="API of Blockscout"
        type="url"
        mono
        {...field('api')}
        placeholder="https://…"
        help="Optional. Asked for sources and lists once you allow Blockscout in the settings."
      />
      <span className="flex items-center gap-2">
        <Switch
          label="A test network"
          checked={draft.testnet === 'yes'}
          onChange={(testnet) => change({ testnet: testnet ? 'yes' : 'no' })}
        />
        <span aria-hidden>A test network</span>
      </span>
      <SubmitButton className="justify-self-start">Save</SubmitButton>
    </Form>
  );
}
