/**
 * Connecting a wallet: the dialog from the notice to the connection, and what
 * the wallet says afterwards. The page finds wallets and speaks to them; this
 * says what happens next. The picture is in docs/machines.md.
 */
import { assign, fromCallback, setup } from 'xstate';
import type { Address } from '../core/chain/primitives';

/** A wallet or a node that signs. */
export type WalletProvider = {
  /**
   * Id that stays the same over a reload: the name by which the wallet announces itself (EIP-6963 `rdns`), or a name of
   * ours.
   */
  id: string;
  /** Untrusted text. */
  name: string;
  /** A data URL of an image; absent where the wallet shows none. */
  icon?: string;
  /** announced: by EIP-6963 · legacy: window.ethereum · node: accounts that the development node signs for. */
  kind: 'announced' | 'legacy' | 'node';
};

export type Connection = {
  provider: WalletProvider;
  account: Address;
  /** All accounts that the wallet offers, the chosen one among them. */
  accounts: readonly Address[];
  /** The chain that the wallet is connected to. */
  chainId: number;
};

type Context = {
  /** The notice was accepted in this browser. */
  accepted: boolean;
  /** Id of the wallet that was connected before a reload. */
  remembered: string | undefined;
  provider: WalletProvider | undefined;
  connection: Connection | undefined;
  /** Why connecting, or changing the chain, did not work. */
  reason: string | undefined;
};

type ConnectEvent = { type: 'wallet.connected'; connection: Connection } | { type: 'wallet.refused'; reason: string };
/** The part of a connection that changed. The account is the wallet's new choice. */
export type WalletChange = Pick<Connection, 'account' | 'accounts'> | Pick<Connection, 'chainId'>;
type WatchEvent =
  | { type: 'wallet.changed'; change: WalletChange }
  /** The wallet gives no account any more, or went away. */
  | { type: 'wallet.left' };
/** `chainId` is the chain that the wallet says it is on after the change. */
type SwitchEvent = { type: 'chain.switched'; chainId: number } | { type: 'chain.refused'; reason: string };

type WalletEvent =
  | ConnectEvent
  | WatchEvent
  | SwitchEvent
  | { type: 'user.connect' }
  | { type: 'user.accept' }
  | { type: 'user.choose'; provider: WalletProvider }
  | { type: 'user.back' }
  | { type: 'user.retry' }
  | { type: 'user.close' }
  | { type: 'user.account'; account: Address }
  | { type: 'user.switchChain' }
  | { type: 'user.disconnect' };

const NEVER = () => {
  throw new Error('the page provides the actors');
};

export const walletConnectionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as WalletEvent,
    input: {} as { accepted: boolean; remembered: string | undefined },
  },
  actors: {
    /** Connects to a wallet that was connected before, if it is there and still allows it; asks the reader nothing. */
    restore: fromCallback<ConnectEvent, string>(NEVER),
    /** Asks the wallet for its accounts, which the reader may refuse there. */
    connect: fromCallback<ConnectEvent, WalletProvider>(NEVER),
    /** Tells of changes in the wallet. */
    watch: fromCallback<WatchEvent, Connection>(NEVER),
    /** Asks the wallet for the network of the page, and to add it where it does not know it. */
    switchChain: fromCallback<SwitchEvent, Connection>(NEVER),
  },
  actions: {
    /** Keeps which wallet is connected, undefined for none. */
    remember: (_, _wallet: { id: string | undefined }) => {
      throw new Error('the page provides remember');
    },
    rememberNotice: () => {
      throw new Error('the page provides rememberNotice');
    },
  },
  guards: {
    isAccepted: ({ context }) => context.accepted,
    isRemembered: ({ context }) => context.remembered !== undefined,
  },
}).createMachine({
  id: 'walletConnection',
  context: ({ input }) => ({ ...input, provider: undefined, connection: undefined, reason: undefined }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isRemembered', target: 'restoring' }, { target: 'disconnected' }] },
    restoring: {
      description: 'The wallet of the last visit is asked whether it still gives its accounts.',
      invoke: { src: 'restore', input: ({ context: { remembered } }) => remembered ?? '' },
      on: {
        'wallet.connected': { target: 'connected', actions: assign(({ event }) => ({ connection: event.connection })) },
        'wallet.refused': 'disconnected',
        'user.connect': 'disconnected.opening',
      },
    },
    disconnected: {
      initial: 'closed',
      entry: assign({ connection: undefined, reason: undefined }),
      on: { 'user.close': '.closed' },
      states: {
        closed: { on: { 'user.connect': 'opening' } },
        opening: { always: [{ guard: 'isAccepted', target: 'providers' }, { target: 'notice' }] },
        notice: {
          description: 'The reader is told what connecting means, and understands.',
          on: {
            'user.accept': { target: 'providers', actions: [assign({ accepted: true }), 'rememberNotice'] },
          },
        },
        providers: {
          description: 'The wallets that are there are offered.',
          on: {
            'user.choose': { target: 'connecting', actions: assign(({ event }) => ({ provider: event.provider })) },
          },
        },
        connecting: {
          description: 'The wallet asks the reader.',
          entry: assign({ reason: undefined }),
          invoke: {
            src: 'connect',
            input: ({ context: { provider } }) => {
              if (provider === undefined) throw new Error('a wallet is chosen before it is connected');
              return provider;
            },
          },
          on: {
            'wallet.connected': {
              target: '#walletConnection.connected',
              actions: [
                assign(({ event }) => ({ connection: event.connection })),
                { type: 'remember', params: ({ event }) => ({ id: event.connection.provider.id }) },
              ],
            },
            'wallet.refused': { target: 'failed', actions: assign(({ event }) => ({ reason: event.reason })) },
            'user.back': 'providers',
          },
        },
        failed: {
          description: 'The reader or the wallet refused.',
          on: { 'user.retry': 'connecting', 'user.back': 'providers' },
        },
      },
    },
    connected: {
      initial: 'steady',
      invoke: {
        src: 'watch',
        input: ({ context: { connection } }) => {
          if (connection === undefined) throw new Error('a wallet is watched once it is connected');
          return connection;
        },
      },
      on: {
        'wallet.changed': {
          actions: assign(({ context: { connection }, event }) => ({
            connection: connection && { ...connection, ...event.change },
            reason: undefined,
          })),
        },
        'wallet.left': { target: 'disconnected', actions: { type: 'remember', params: { id: undefined } } },
        'user.disconnect': { target: 'disconnected', actions: { type: 'remember', params: { id: undefined } } },
        'user.account': {
          actions: assign(({ context: { connection }, event: { account } }) => ({
            connection: connection?.accounts.includes(account) ? { ...connection, account } : connection,
          })),
        },
      },
      states: {
        steady: { on: { 'user.switchChain': 'switching' } },
        switching: {
          description: 'The wallet is asked for the network of the page.',
          entry: assign({ reason: undefined }),
          invoke: {
            src: 'switchChain',
            input: ({ context: { connection } }) => {
              if (connection === undefined) throw new Error('a connected wallet changes its chain');
              return connection;
            },
          },
          on: {
            'chain.switched': {
              target: 'steady',
              actions: assign(({ context: { connection }, event: { chainId } }) => ({
                connection: connection && { ...connection, chainId },
              })),
            },
            'chain.refused': { target: 'steady', actions: assign(({ event }) => ({ reason: event.reason })) },
          },
        },
      },
    },
  },
});
