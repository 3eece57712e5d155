/** Who signs: the connected wallet and its chain, or how to connect one. */
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { isVirtual } from '../../../core/virtual/virtual-url';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { AddressView } from '../../ui/identity/AddressView';
import { NativeSelect } from '../../ui/NativeSelect';
import { Spinner } from '../../ui/Spinner';
import type { Wallet } from './use-wallet';

export function WalletBar({ wallet }: { wallet: Wallet }) {
  const { connection, snapshot, send, network, isRightChain, reason } = wallet;
  if (connection === undefined)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" size="s" onClick={() => send({ type: 'user.connect' })}>
          Connect wallet
        </Button>
        {snapshot.matches('restoring') && <Spinner label="Asking the wallet of your last visit" />}
      </div>
    );
  const { provider, account, accounts, chainId } = connection;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {accounts.length > 1 && provider.kind === 'node' ? (
          <NativeSelect
            look="small"
            label="Account"
            value={account}
            options={accounts.map((value, index) => ({ value, label: `Account ${index} ${shorten(value)}` }))}
            onChange={(chosen) => send({ type: 'user.account', account: chosen })}
          />
        ) : (
          <AddressView address={account} kind="wallet" />
        )}
        {provider.kind === 'node' ? (
          <Badge tone="pending">Unlocked by the node, no wallet asks</Badge>
        ) : (
          <span className="text-muted">{harmlessText(provider.name, 40)}</span>
        )}
        <Button size="s" onClick={() => send({ type: 'user.disconnect' })}>
          Disconnect
        </Button>
      </div>
      {!isRightChain && isVirtual(network) && (
        <Callout role="alert">
          <b>{harmlessText(network.name, 40)} runs in this browser, where no wallet can reach it.</b> Your wallet would
          sign for chainId: {chainId}, a real chain. Disconnect it, and connect the accounts that the network unlocks.
        </Callout>
      )}
      {!isRightChain && !isVirtual(network) && (
        <Callout
          role="alert"
          actions={
            <Button
              size="s"
              disabled={snapshot.matches({ connected: 'switching' })}
              onClick={() => send({ type: 'user.switchChain' })}
            >
              {snapshot.matches({ connected: 'switching' }) && <Spinner label="Asking the wallet" />}
              Switch to {harmlessText(network.name, 40)}
            </Button>
          }
        >
          <b>Your wallet is connected to chainId: {chainId}</b> Please switch to {harmlessText(network.name, 40)}{' '}
          (chainId: {network.id}){reason !== undefined && <span className="block text-s">{reason}</span>}
        </Callout>
      )}
    </div>
  );
}
