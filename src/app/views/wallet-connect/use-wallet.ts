/** The wallet of a page: its connection, and what can be asked of it. */
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { type Connection, walletConnectionMachine } from '../../../machines/wallet-connection.machine';
import { useNetwork } from '../../network-context';
import { useStore } from '../../ui/store';
import { useQuestion } from '../../use-question';
import { useWiring } from '../../wiring';
import { type FoundWallet, foundWallets, walletsOf } from './find-wallets';
import { type SendTransaction, sendFromWallet } from './send-from-wallet';
import { NODE_WALLET, walletActors } from './wallet-actors';

const CONNECTED = 'loupe.wallet';
const NOTICE = 'loupe.wallet-notice';
/** Milliseconds that a wallet of the last visit has to announce itself: extensions do so while the page loads. */
const ANNOUNCED_LATE = 3_000;

export type Wallet = ReturnType<typeof useWallet>;

export function useWallet() {
  const { chain } = useWiring().workers;
  const { network } = useNetwork();
  const announced = useStore(foundWallets);
  const nodeAccounts = useQuestion('chain', `node accounts ${network.id}`, (api) => api.nodeAccounts(network.id));
  const signsHere = nodeAccounts.last !== undefined && nodeAccounts.last.length > 0;

  const place = useMemo(() => ({ chain, network, walletOf }), [chain, network]);
  const machine = useMemo(
    () =>
      walletConnectionMachine.provide({
        actors: walletActors(place),
        actions: {
          remember: (_, { id }) => keep(CONNECTED, id),
          rememberNotice: () => keep(NOTICE, 'accepted'),
        },
      }),
    [place],
  );
  const [snapshot, send] = useMachine(machine, {
    input: { accepted: kept(NOTICE) !== undefined, remembered: kept(CONNECTED) },
  });
  const { connection, reason, provider } = snapshot.context;
  const connected = snapshot.matches('connected') ? connection : undefined;
  const latest = useRef<Connection>(undefined);
  useEffect(() => {
    latest.current = connected;
  }, [connected]);

  const sending = useMemo<SendTransaction>(
    () => (transaction) => sendFromWallet(place, latest.current, transaction),
    [place],
  );
  return {
    snapshot,
    send,
    network,
    connection: connected,
    reason,
    chosen: provider,
    wallets: walletsOf(announced),
    node: signsHere ? NODE_WALLET : undefined,
    sending,
    isRightChain: connected !== undefined && connected.chainId === network.id,
    account: () => latest.current?.account,
  };
}

/** A wallet by its id; one that is not there yet is waited for a moment. */
function walletOf(id: string): Promise<FoundWallet | undefined> {
  const find = () => walletsOf(foundWallets.get()).find(({ provider }) => provider.id === id);
  const found = find();
  if (found !== undefined) return Promise.resolve(found);
  return new Promise((resolve) => {
    const stop = foundWallets.subscribe(() => {
      const late = find();
      if (late !== undefined) end(late);
    });
    const timer = setTimeout(() => end(find()), ANNOUNCED_LATE);
    function end(wallet: FoundWallet | undefined) {
      clearTimeout(timer);
      stop();
      resolve(wallet);
    }
  });
}

function kept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined; // storage is refused
  }
}

function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is refused: the wallet is asked for again after a reload.
  }
}
