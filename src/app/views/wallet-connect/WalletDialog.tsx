/** Choosing a wallet: the notice, the wallets that are there, and the one that is asked. */

import { harmlessText } from '../../../core/text/harmless';
import { isVirtual } from '../../../core/virtual/virtual-url';
import type { WalletProvider } from '../../../machines/wallet-connection.machine';
import { Badge } from '../../ui/Badge';
import { Button, buttonClass } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Dialog } from '../../ui/Dialog';
import { Spinner } from '../../ui/Spinner';
import type { Wallet } from './use-wallet';

/** Wallets that are offered to install where they did not announce themselves. */
const KNOWN = [
  { id: 'io.metamask', name: 'MetaMask', url: 'https://metamask.io/download' },
  { id: 'io.rabby', name: 'Rabby', url: 'https://rabby.io' },
  { id: 'com.coinbase.wallet', name: 'Coinbase Wallet', url: 'https://www.coinbase.com/wallet/downloads' },
];

export function WalletDialog({ wallet }: { wallet: Wallet }) {
  const { snapshot, send } = wallet;
  const at = (state: 'notice' | 'providers' | 'connecting' | 'failed') => snapshot.matches({ disconnected: state });
  const isOpen = at('notice') || at('providers') || at('connecting') || at('failed');
  return (
    <Dialog open={isOpen} title="Connect wallet" width="s" onClose={() => send({ type: 'user.close' })}>
      <div className="flex flex-col gap-3 p-4">
        {at('notice') && <Notice onAccept={() => send({ type: 'user.accept' })} />}
        {at('providers') && <Providers wallet={wallet} />}
        {at('connecting') && <Connecting wallet={wallet} />}
        {at('failed') && <Refused wallet={wallet} />}
      </div>
    </Dialog>
  );
}

function Notice({ onAccept }: { onAccept: () => void }) {
  return (
    <>
      <p>
        Connecting a wallet is a beta feature. Your wallet tells this page your addresses and the chain it is connected
        to. Nothing is sent before you sign it there.
      </p>
      <p>
        You alone decide what you sign. A simulation shows the likely outcome, but the chain may have changed by the
        time the transaction is in a block. A sent transaction cannot be undone.
      </p>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onAccept}>
          I Understand
        </Button>
      </div>
    </>
  );
}

function Providers({ wallet: { wallets, node, network, send } }: { wallet: Wallet }) {
  const missing = KNOWN.filter(({ id }) => !wallets.some(({ provider }) => provider.id === id));
  const providers = [
    ...wallets.map(({ provider }) => provider),
    ...(node ? [isVirtual(network) ? { ...node, name: 'Accounts of this network' } : node] : []),
  ];
  return (
    <>
      {isVirtual(network) && (
        <Callout>
          This network runs in this browser. Wallets cannot reach it: choose one of its unlocked accounts.
        </Callout>
      )}
      {wallets.length === 0 && <p className="text-muted">No wallet is installed in this browser.</p>}
      <ul className="flex flex-col gap-1.5">
        {providers.map((provider) => (
          <li key={provider.id}>
            <button
              type="button"
              className="flex w-full items-center gap-2.5 rounded-m border border-line px-3 py-2 text-left font-medium hover:bg-hover"
              onClick={() => send({ type: 'user.choose', provider })}
            >
              <ProviderName provider={provider} />
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2 text-muted text-s">
        Install
        {missing.map(({ id, name, url }) => (
          <a key={id} href={url} target="_blank" rel="noreferrer" className={buttonClass({ size: 's' })}>
            {name} ↗
          </a>
        ))}
      </div>
    </>
  );
}

export function ProviderName({ provider }: { provider: WalletProvider }) {
  return (
    <>
      {provider.icon !== undefined && <img src={provider.icon} alt="" width={20} height={20} className="size-5" />}
      <bdi>{harmlessText(provider.name, 40)}</bdi>
      {provider.kind === 'node' && <Badge tone="pending">Unlocked by the node, no wallet asks</Badge>}
    </>
  );
}

function Connecting({ wallet: { chosen, send } }: { wallet: Wallet }) {
  return (
    <>
      <p role="status" className="flex items-center gap-2">
        <Spinner label="Connecting" />
        Connecting to {harmlessText(chosen?.name ?? 'the wallet', 40)}: answer in your wallet.
      </p>
      <div>
        <Button onClick={() => send({ type: 'user.back' })}>Back</Button>
      </div>
    </>
  );
}

function Refused({ wallet: { reason, send } }: { wallet: Wallet }) {
  return (
    <>
      <Callout tone="failure" role="alert">
        {reason ?? 'The wallet refused.'}
      </Callout>
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => send({ type: 'user.retry' })}>
          Retry
        </Button>
        <Button onClick={() => send({ type: 'user.back' })}>Back</Button>
      </div>
    </>
  );
}
