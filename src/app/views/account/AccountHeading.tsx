/** What an account is: its name, its address, and what it has. */
import { useRouter } from '@tanstack/react-router';
import { contractsCreated } from '../../../core/chain/contracts-created';
import { hasEns } from '../../../core/chain/ens-networks';
import type { Name } from '../../../core/chain/name';
import type { Address } from '../../../core/chain/primitives';
import { contractKind } from '../../../core/contract/contract-kind';
import { formatBytes, formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Fact, Facts } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { Identicon } from '../../ui/identity/Identicon';
import { NameView, ORIGIN_TEXT } from '../../ui/identity/NameView';
import { lazyPart } from '../../ui/lazy-part';
import { Tooltip } from '../../ui/Tooltip';
import { NO_NAMES, useNames } from '../../use-names';
import { useQuestion } from '../../use-question';
import { HostBalance } from '../hosted/HostBalance';
import { InProjects } from '../projects/lazy';
import { AccountActions } from './AccountActions';
import { CodeBehind } from './CodeBehind';
import { LabelEdit } from './LabelEdit';
import { useAddressVisit } from './use-address-visit';

// Apart, because it reads IndexedDB: the page shows its content before Dexie comes.
const WalletHoldings = lazyPart(async () => (await import('./WalletHoldings')).WalletHoldings);

type Props = { account: AccountSummary; name: Name | undefined };

export function AccountHeading({ account, name }: Props) {
  const { type } = account;
  const { network } = useNetwork();
  useAddressVisit(account);
  return (
    <>
      <Identity account={account} name={name} />
      <Facts label="Account in short">
        <Fact label="Network">
          {harmlessText(network.name, 60)} <span className="font-normal text-muted">{network.id}</span>
        </Fact>
        <Fact label="Balance">
          <Balance account={account} />
        </Fact>
        <HostBalance
          networkId={network.id}
          address={account.address}
          currency={network.nativeCurrency}
          isKnown={account.balance.ok}
        />
        <Fact label={type === 'contract' ? 'Contracts created' : 'Transactions sent'}>
          {formatInteger(type === 'contract' ? contractsCreated(account.nonce) : account.nonce)}{' '}
          <span className="font-normal text-muted">nonce {formatInteger(account.nonce)}</span>
        </Fact>
        {account.codeSize > 0 && (
          <Fact label="Code">
            {countOf(account.codeSize, 'byte')}{' '}
            {account.codeSize >= 1000 && (
              <span className="font-normal text-muted">({formatBytes(account.codeSize)})</span>
            )}
          </Fact>
        )}
        {type === 'wallet' && <WalletHoldings account={account} fallback={<HoldingsOnTheirWay />} />}
        <CodeBehind account={account} />
      </Facts>
    </>
  );
}

function HoldingsOnTheirWay() {
  return ['Token holdings', 'NFT holdings', 'First transaction', 'Last transaction'].map((label) => (
    <Fact key={label} label={label} className="lg:min-w-44">
      <span className="font-normal text-muted">…</span>
    </Fact>
  ));
}

function Balance({ account: { balance } }: { account: AccountSummary }) {
  const { network } = useNetwork();
  const router = useRouter();
  if (balance.ok) return <AmountView wei={balance.value} currency={network.nativeCurrency} />;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Tooltip tip={<span className="block max-w-[48ch]">{balance.error.message}</span>}>
        <span className="text-failure underline decoration-dotted underline-offset-2">Failed to fetch</span>
      </Tooltip>
      <Button size="s" variant="quiet" onClick={() => void router.invalidate()}>
        Retry
      </Button>
    </span>
  );
}

/** Returns the name at the head of the account's page. Lists name a token by its symbol; here is room for its name. */
export function useAccountName({ address, knowledge, token }: AccountSummary): Name | undefined {
  const names = useNames(useNetwork().network.id, [address]);
  const best = names === NO_NAMES ? knowledge.name : names[address];
  const ownName = token?.name ?? token?.symbol;
  return ownName !== undefined && (best === undefined || best.origin === 'token')
    ? { text: ownName, origin: 'token' }
    : best;
}

function Identity({ account: { address, knowledge, token, type }, name }: Props) {
  const { id } = useNetwork().network;
  return (
    <header className="grid grid-cols-[40px_minmax(0,1fr)] items-start gap-3 sm:flex">
      <div>
        <Identicon address={address} size={40} />
      </div>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h1>{name ? <NameView name={name} limit={120} /> : type === 'contract' ? 'Unnamed contract' : 'Wallet'}</h1>
          {(type === 'contract' || name) && <Badge>{type === 'contract' ? contractKind(knowledge) : 'Wallet'}</Badge>}
          {token && <Badge tone="accent">{token.standard}</Badge>}
          {name && <span className="text-muted">name from {ORIGIN_TEXT[name.origin]}</span>}
          <LabelEdit key={`${id} ${address}`} networkId={id} address={address} />
          <InProjects networkId={id} address={address} type={type} />
        </div>
        <span className="flex flex-wrap items-baseline gap-x-3">
          <AddressView address={address} form="full" link={false} icon={false} kind={type} />
          {hasEns(id) && <EnsName address={address} />}
        </span>
      </div>
      <AccountActions address={address} isContract={type === 'contract'} />
    </header>
  );
}

/** What the address calls itself in the network's registry, where that name stands for it. */
function EnsName({ address }: { address: Address }) {
  const { id } = useNetwork().network;
  const found = useQuestion('chain', `ens ${id} ${address}`, (chain, job) => chain.lookUpEns(job, id, address));
  if (found.state !== 'here' || found.value === undefined) return null;
  return (
    <span>
      {harmlessText(found.value, 80)} <span className="text-muted">in ENS</span>
    </span>
  );
}
