import { Link } from '@tanstack/react-router';
import type { RuntimeConfig } from '../../../core/config/runtime-config';
import { DEFAULT_PACKAGES } from '../../../core/contract/verification/package-file';
import type { ProviderId } from '../../../workers/chain/chain.api';
import { Panel } from '../../ui/Panel';
import { Switch } from '../../ui/Switch';
import { toast } from '../../ui/toast';
import { usePreference } from '../../use-preference';

const PROVIDERS: readonly { id: ProviderId; name: string; gives: string; learns: string }[] = [
  {
    id: 'sourcify',
    name: 'Sourcify',
    gives: 'Verified sources and ABIs: names of contracts, functions and arguments.',
    learns: 'the chain and the addresses of contracts in the traces you open, and your IP address',
  },
  {
    id: 'signatures',
    name: 'Signature service',
    gives: 'Names of functions, events and errors from their selectors, for contracts nobody verified.',
    learns: 'the selectors in the traces you open, and your IP address',
  },
  {
    id: 'blockscout',
    name: 'Blockscout',
    gives: 'Verified sources on networks whose explorer is a Blockscout.',
    learns: 'the contracts whose sources you look at, and your IP address',
  },
  {
    id: 'addressLists',
    name: 'Lists of addresses',
    gives:
      'All transactions, internal transactions and token transfers of an address, on networks that have a Blockscout, or with your own key from Etherscan, where they are not indexed here.',
    learns: 'the addresses whose transactions and transfers you look at, and your IP address',
  },
  {
    id: 'compilers',
    name: 'Compilers',
    gives: 'Solidity compilers, which turn verified sources into lines, variables and internal calls of a trace.',
    learns: 'the compiler versions of contracts you look at, and your IP address',
  },
  {
    id: 'prices',
    name: 'Prices',
    gives:
      'Dollar values of assets when a transaction moved them and of holdings now, and the price of a chain’s currency over time.',
    learns:
      'the tokens that transactions you open move, and when, the tokens of wallets you open, the chains you look at, and your IP address',
  },
  {
    id: 'nft',
    name: 'NFT metadata',
    gives: 'Names, attributes and pictures of NFTs whose contracts do not hold these themselves.',
    learns: 'which NFTs you look at, and your IP address',
  },
  {
    id: 'tokenLists',
    name: 'Token lists',
    gives: 'Names, symbols and decimals of tokens, by the lists whose addresses you enter below.',
    learns: 'that you use the list, once a day, and your IP address',
  },
  {
    id: 'tokenLogos',
    name: 'Token logos',
    gives: 'Pictures of the tokens in your token lists.',
    learns: 'which of these tokens you look at, and your IP address',
  },
  {
    id: 'sourceHosts',
    name: 'Sources of imports',
    gives: 'Missing imports of a contract you verify: from npm packages, and from IPFS by their hash.',
    learns: 'which of these files you load, and your IP address',
  },
];

/** The hosted API, which is listed where the deployment has one. */
const HOSTED: (typeof PROVIDERS)[number] = {
  id: 'hosted',
  name: 'Hosted API',
  gives:
    'Verified sources, transactions and values of addresses, deployers of contracts, safety reports, and permissions in projects.',
  learns:
    'the addresses you look at, the names of your projects, the texts you search for where it searches, and your IP address',
};

/** Sets which third parties may be asked. Each is off until the reader allows it, here or where the question comes up. */
export function Providers({ config }: { config: RuntimeConfig }) {
  const [allowed, saveAllowed] = usePreference('providers');
  const [, saveAsked] = usePreference('providersAsked');
  async function allow(provider: ProviderId, on: boolean) {
    if (!allowed) return;
    const kept = await saveAllowed({ ...allowed, [provider]: on });
    if (kept) await saveAsked(true);
    else toast({ text: 'The browser refuses to keep this choice', tone: 'failure' });
  }
  return (
    <Panel title="Third parties" aside="only your endpoint is asked unless you allow more">
      <ul className="divide-y divide-line">
        {[...PROVIDERS, ...(config.hostedApi === undefined ? [] : [HOSTED])].map(({ id, name, gives, learns }) => (
          <li key={id} className="flex items-start gap-3 px-3 py-2.5">
            <span className="pt-0.5">
              <Switch
                label={`Ask ${name}`}
                checked={allowed?.[id] ?? false}
                disabled={allowed === undefined}
                onChange={(on) => void allow(id, on)}
              />
            </span>
            <div className="min-w-0">
              <p className="font-semibold">{name}</p>
              <p>{gives}</p>
              <p className="text-muted">
                It learns {learns}. Asked at <code>{placeOf(config, id)}</code>.
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="border-line border-t px-3 py-2.5">
        <span className="font-semibold">Etherscan</span>{' '}
        <span className="text-muted">
          gives verified sources, and lists of addresses where you allow these, once you enter a key of your own among
          the
        </span>{' '}
        <Link to="/networks" className="link underline">
          networks
        </Link>
        .
      </p>
    </Panel>
  );
}

/** Names the hosts that a provider asks. */
function placeOf({ thirdParties, hostedApi }: RuntimeConfig, id: ProviderId): string {
  if (id === 'hosted') return hostOf(hostedApi?.url ?? '');
  if (id === 'addressLists') return 'the network’s explorer and Etherscan';
  if (id === 'blockscout') return 'the network’s explorer';
  if (id === 'sourceHosts')
    return `${hostOf(thirdParties.packages ?? DEFAULT_PACKAGES)} and ${hostOf(thirdParties.ipfs)}`;
  if (id === 'tokenLists') return 'the address of each list';
  if (id !== 'nft' && id !== 'tokenLogos') return hostOf(thirdParties[id]);
  const named = `the hosts that ${id === 'nft' ? 'contracts' : 'the lists'} name`;
  return `${hostOf(thirdParties.ipfs)}, ${hostOf(thirdParties.arweave)} and ${named}`;
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
