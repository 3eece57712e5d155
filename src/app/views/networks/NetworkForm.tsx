import { type Network, unlistedNetwork } from '../../../core/chain/network';
import type { NetworkId } from '../../../core/chain/primitives';
import { isVirtual } from '../../../core/virtual/virtual-url';
import { readEndpoints, saveEndpoint } from '../../../db/networks/endpoints';
import { saveNetwork } from '../../../db/networks/networks';
import { draftFields } from '../../ui/form/draft-fields';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { useDraft } from '../../ui/form/use-draft';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useWiring } from '../../wiring';
import { endpointName, endpointProblem, listEndpoints } from './endpoint-list';

/** Adds a network that the lists do not know. Adding one that they know gives it an endpoint only, and a virtual network takes none. */
export function NetworkForm({
  chainId,
  networks,
  onSaved,
}: {
  /** Chain id to begin with, '' for none. */
  chainId: string;
  networks: readonly Network[];
  onSaved: (id: number) => void;
}) {
  const { config, reconfigure } = useWiring();
  const kept = useStored(() => readEndpoints(), []);
  const first = { id: /^\d{1,15}$/.test(chainId) ? chainId : '', name: '', symbol: 'ETH', url: '' };
  const [draft, change, reset] = useDraft(`network ${first.id}`, first);
  const { id, name, symbol, url } = draft;
  const number = Number(id);
  const known = networks.find((network) => network.id === number);
  const ownEndpoints = kept?.filter(({ networkId }) => networkId === number) ?? [];
  const problems = {
    id: idProblem(number, known),
    url: endpointProblem(url, known === undefined ? [] : listEndpoints(known, config, ownEndpoints)),
  };
  const field = draftFields(draft, change, problems);

  async function save() {
    const networkId = number as NetworkId;
    const address = url.trim();
    const isKept =
      (known !== undefined || (await saveNetwork(newNetwork(networkId, name.trim(), symbol.trim())))) &&
      (await saveEndpoint({
        networkId,
        url: address,
        name: endpointName(address),
        origin: 'reader',
        enabled: true,
        priority: 0,
      }));
    if (!isKept) {
      toast({ text: 'The browser refuses to keep this network', tone: 'failure' });
      return;
    }
    reset();
    reconfigure();
    onSaved(number);
  }

  return (
    <Form className="grid items-start gap-3 p-3 sm:grid-cols-2" onSubmit={save}>
      <TextField
        label="Chain id"
        inputMode="numeric"
        mono
        value={id}
        onChange={(text) => change({ id: text.trim() })}
        error={problems.id}
        required
        help={known && problems.id === undefined && `This is ${known.name}; it only gets the endpoint.`}
      />
      <TextField label="Endpoint" type="url" mono {...field('url')} placeholder="http://127.0.0.1:8545" required />
      {!known && (
        <>
          <TextField label="Name" maxLength={60} {...field('name')} required />
          <TextField
            label="Symbol of the currency"
            maxLength={12}
            {...field('symbol')}
            required
            help="Its amounts have 18 decimals."
          />
        </>
      )}
      <SubmitButton className="justify-self-start">Add network</SubmitButton>
    </Form>
  );
}

/** What is wrong with a chain id, undefined when nothing is. `known` is the network that has it. */
function idProblem(id: number, known: Network | undefined): string | undefined {
  if (!Number.isSafeInteger(id) || id <= 0) return 'A chain id is a whole number above zero (EIP-155).';
  if (known === undefined || !isVirtual(known)) return undefined;
  return `This is ${known.name}, a virtual network of this browser, which takes no other endpoint.`;
}

function newNetwork(id: NetworkId, name: string, symbol: string): Network {
  return unlistedNetwork(id, name, { name: symbol, symbol, decimals: 18 });
}
