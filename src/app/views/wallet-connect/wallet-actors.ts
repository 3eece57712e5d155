/** What the wallet-connection machine does: ask wallets and the development node, and listen to them. */
import { fromCallback } from 'xstate';
import type { Network } from '../../../core/chain/network';
import { fail, ok, type Result } from '../../../core/values/result';
import type { Connection, WalletChange, WalletProvider } from '../../../machines/wallet-connection.machine';
import type { Workers } from '../../../workers/client';
import { askWallet, type Eip1193, readAccounts, readChainId } from './ask-wallet';

export const NODE_WALLET: WalletProvider = { id: 'node', name: 'Development node', kind: 'node' };

/** `walletOf` finds a wallet by the id of its provider; one that announces itself late is found once it did. */
export type WalletPlace = {
  chain: Workers['chain'];
  network: Network;
  walletOf: (id: string) => Promise<{ provider: WalletProvider; wallet: Eip1193 } | undefined>;
};

type ConnectEvent = { type: 'wallet.connected'; connection: Connection } | { type: 'wallet.refused'; reason: string };
type WatchEvent = { type: 'wallet.changed'; change: WalletChange } | { type: 'wallet.left' };
type SwitchEvent = { type: 'chain.switched'; chainId: number } | { type: 'chain.refused'; reason: string };
type Effect<Input, Event> = { input: Input; sendBack: (event: Event) => void };

export function walletActors(place: WalletPlace) {
  return {
    restore: fromCallback<ConnectEvent, string>(({ input, sendBack }: Effect<string, ConnectEvent>) =>
      whileWanted(connectTo(place, input, 'eth_accounts'), (answer) => sendBack(connectEvent(answer))),
    ),

    connect: fromCallback<ConnectEvent, WalletProvider>(({ input, sendBack }: Effect<WalletProvider, ConnectEvent>) =>
      whileWanted(connectTo(place, input.id, 'eth_requestAccounts'), (answer) => sendBack(connectEvent(answer))),
    ),

    watch: fromCallback<WatchEvent, Connection>(({ input, sendBack }: Effect<Connection, WatchEvent>) => {
      let stop = () => {};
      let isWanted = true;
      const change = (part: WalletChange) => sendBack({ type: 'wallet.changed', change: part });
      const onAccounts = (answer: unknown) => {
        const accounts = readAccounts(answer);
        const [account] = accounts ?? [];
        if (accounts === undefined || account === undefined) sendBack({ type: 'wallet.left' });
        else change({ accounts, account });
      };
      const onChain = (answer: unknown) => {
        const chainId = readChainId(answer);
        if (chainId !== undefined) change({ chainId });
      };
      void place.walletOf(input.provider.id).then((found) => {
        const { wallet } = found ?? {};
        if (!isWanted || wallet?.on === undefined) return;
        wallet.on('accountsChanged', onAccounts);
        wallet.on('chainChanged', onChain);
        stop = () => {
          wallet.removeListener?.('accountsChanged', onAccounts);
          wallet.removeListener?.('chainChanged', onChain);
        };
      });
      return () => {
        isWanted = false;
        stop();
      };
    }),

    switchChain: fromCallback<SwitchEvent, Connection>(({ input, sendBack }: Effect<Connection, SwitchEvent>) =>
      whileWanted(switchChain(place, input), (answer) =>
        sendBack(
          answer.ok
            ? { type: 'chain.switched', chainId: answer.value }
            : { type: 'chain.refused', reason: answer.error },
        ),
      ),
    ),
  };
}

function whileWanted<T>(promise: Promise<T>, settle: (value: T) => void): () => void {
  let isWanted = true;
  void promise.then((value) => isWanted && settle(value));
  return () => {
    isWanted = false;
  };
}

function connectEvent(answer: Result<Connection, string>): ConnectEvent {
  return answer.ok
    ? { type: 'wallet.connected', connection: answer.value }
    : { type: 'wallet.refused', reason: answer.error };
}

async function connectTo(
  { chain, network, walletOf }: WalletPlace,
  id: string,
  method: 'eth_accounts' | 'eth_requestAccounts',
): Promise<Result<Connection, string>> {
  if (id === NODE_WALLET.id) return connectToNode(chain, network);
  const found = await walletOf(id);
  if (found === undefined) return fail('The wallet is no longer in this browser.');
  const { provider, wallet } = found;
  const answered = await askWallet(wallet, method);
  if (!answered.ok) return fail(answered.error.message);
  const accounts = readAccounts(answered.value);
  const [account] = accounts ?? [];
  if (accounts === undefined || account === undefined) return fail('Your wallet gave no account.');
  const stated = await askWallet(wallet, 'eth_chainId');
  const chainId = stated.ok ? readChainId(stated.value) : undefined;
  if (chainId === undefined) return fail('Your wallet does not say which chain it is connected to.');
  return ok({ provider, account, accounts, chainId });
}

async function connectToNode(chain: Workers['chain'], network: Network): Promise<Result<Connection, string>> {
  const answer = await chain.nodeAccounts(network.id).catch(() => undefined);
  if (!answer?.ok) return fail(answer?.error.message ?? 'The engine stopped before it finished. Try again.');
  const [account] = answer.value;
  if (account === undefined) return fail('The node signs for no account.');
  return ok({ provider: NODE_WALLET, account, accounts: answer.value, chainId: network.id });
}

/** EIP-3326: a wallet that does not know the chain. */
const UNKNOWN_CHAIN = 4902;

/** The chain that the wallet is on afterwards: not every wallet tells of the change, and not every one makes it. */
async function switchChain(
  { network, walletOf }: WalletPlace,
  { provider }: Connection,
): Promise<Result<number, string>> {
  const found = await walletOf(provider.id);
  if (found === undefined) return fail('The wallet is no longer in this browser.');
  const { wallet } = found;
  const chainId = `0x${network.id.toString(16)}`;
  const switched = await askWallet(wallet, 'wallet_switchEthereumChain', [{ chainId }]);
  if (switched.ok) return chainAfter(wallet);
  // Some wallets say that they do not know the chain inside another error.
  if (
    switched.error.code !== UNKNOWN_CHAIN &&
    !/unrecognized chain|unknown chain|add.*chain/i.test(switched.error.message)
  )
    return fail(switched.error.message);
  const { name: chainName, nativeCurrency, rpcUrls, explorers } = network;
  if (rpcUrls.length === 0)
    return fail(`Your wallet does not have ${chainName}, and Loupe has no endpoint of it to add it.`);
  // Wallets refuse an empty list of explorers, and explorers without HTTPS.
  const explorerUrls = explorers.map(({ url }) => url).filter((url) => url.startsWith('https://'));
  const added = await askWallet(wallet, 'wallet_addEthereumChain', [
    {
      chainId,
      chainName,
      nativeCurrency,
      rpcUrls,
      ...(explorerUrls.length > 0 && { blockExplorerUrls: explorerUrls }),
    },
  ]);
  return added.ok ? chainAfter(wallet) : fail(added.error.message);
}

async function chainAfter(wallet: Eip1193): Promise<Result<number, string>> {
  const stated = await askWallet(wallet, 'eth_chainId');
  const chainId = stated.ok ? readChainId(stated.value) : undefined;
  return chainId === undefined ? fail('Your wallet does not say which chain it is connected to.') : ok(chainId);
}
