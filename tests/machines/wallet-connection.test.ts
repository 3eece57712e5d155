/** Every way through connecting a wallet, with a wallet the test answers for. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Address } from '../../src/core/chain/primitives';
import {
  type Connection,
  type WalletProvider,
  walletConnectionMachine,
} from '../../src/machines/wallet-connection.machine';

const PROVIDER: WalletProvider = { id: 'test.wallet', name: 'Test', kind: 'announced' };
const ALICE = `0x${'a'.repeat(40)}` as Address;
const BOB = `0x${'b'.repeat(40)}` as Address;
const CONNECTION: Connection = { provider: PROVIDER, account: ALICE, accounts: [ALICE, BOB], chainId: 1 };

type Effect = { name: string; input: unknown; say: (event: never) => void; isStopped: boolean };
let effects: Effect[];
let remembered: (string | undefined)[];
let notices: number;

beforeEach(() => {
  effects = [];
  remembered = [];
  notices = 0;
});

function effect<Event extends { type: string }, Input extends NonNullable<unknown>>(name: string) {
  return fromCallback<Event, Input>(({ input, sendBack }) => {
    const started: Effect = { name, input, say: sendBack as (event: never) => void, isStopped: false };
    effects.push(started);
    return () => {
      started.isStopped = true;
    };
  });
}

function start(input: { accepted: boolean; remembered: string | undefined }) {
  const machine = walletConnectionMachine.provide({
    actors: {
      restore: effect('restore'),
      connect: effect('connect'),
      watch: effect('watch'),
      switchChain: effect('switchChain'),
    },
    actions: {
      remember: (_, { id }) => void remembered.push(id),
      rememberNotice: () => {
        notices++;
      },
    },
  });
  const actor = createActor(machine, { input }).start();
  return { send: actor.send, value: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context };
}

function say(name: string, event: { type: string } & Record<string, unknown>): void {
  const running = effects.findLast((started) => started.name === name && !started.isStopped);
  expect(running).toBeDefined();
  running?.say(event as never);
}

function connected() {
  const wallet = start({ accepted: true, remembered: undefined });
  wallet.send({ type: 'user.connect' });
  wallet.send({ type: 'user.choose', provider: PROVIDER });
  say('connect', { type: 'wallet.connected', connection: CONNECTION });
  return wallet;
}

describe('the dialog', () => {
  test('tells first, then offers, then asks', () => {
    const wallet = start({ accepted: false, remembered: undefined });
    expect(wallet.value()).toEqual({ disconnected: 'closed' });
    wallet.send({ type: 'user.connect' });
    expect(wallet.value()).toEqual({ disconnected: 'notice' });
    wallet.send({ type: 'user.choose', provider: PROVIDER });
    expect(wallet.value()).toEqual({ disconnected: 'notice' });
    wallet.send({ type: 'user.accept' });
    expect(notices).toBe(1);
    wallet.send({ type: 'user.choose', provider: PROVIDER });
    expect(effects).toMatchObject([{ name: 'connect', input: PROVIDER }]);
    say('connect', { type: 'wallet.connected', connection: CONNECTION });
    expect(wallet.value()).toEqual({ connected: 'steady' });
    expect(remembered).toEqual([PROVIDER.id]);
  });

  test('leads back from a wallet that does not answer, and closes', () => {
    const wallet = start({ accepted: true, remembered: undefined });
    wallet.send({ type: 'user.connect' });
    wallet.send({ type: 'user.choose', provider: PROVIDER });
    wallet.send({ type: 'user.back' });
    expect(wallet.value()).toEqual({ disconnected: 'providers' });
    expect(effects[0]?.isStopped).toBe(true);
    wallet.send({ type: 'user.choose', provider: PROVIDER });
    wallet.send({ type: 'user.close' });
    expect(wallet.value()).toEqual({ disconnected: 'closed' });
    expect(effects[1]?.isStopped).toBe(true);
  });

  test('offers to try again after a refusal', () => {
    const wallet = start({ accepted: true, remembered: undefined });
    wallet.send({ type: 'user.connect' });
    wallet.send({ type: 'user.choose', provider: PROVIDER });
    say('connect', { type: 'wallet.refused', reason: 'no' });
    expect(wallet.context().reason).toBe('no');
    wallet.send({ type: 'user.retry' });
    expect(wallet.context().reason).toBeUndefined();
    say('connect', { type: 'wallet.refused', reason: 'no' });
    wallet.send({ type: 'user.back' });
    expect(wallet.value()).toEqual({ disconnected: 'providers' });
    expect(remembered).toEqual([]);
  });
});

describe('the wallet of the last visit', () => {
  test('is connected again without a dialog', () => {
    const wallet = start({ accepted: true, remembered: PROVIDER.id });
    expect(effects).toMatchObject([{ name: 'restore', input: PROVIDER.id }]);
    say('restore', { type: 'wallet.connected', connection: CONNECTION });
    expect(wallet.value()).toEqual({ connected: 'steady' });
  });

  test('gives way where it refuses, or where the reader chooses', () => {
    const refused = start({ accepted: true, remembered: PROVIDER.id });
    say('restore', { type: 'wallet.refused', reason: 'locked' });
    expect(refused.value()).toEqual({ disconnected: 'closed' });
    const impatient = start({ accepted: false, remembered: PROVIDER.id });
    impatient.send({ type: 'user.connect' });
    expect(impatient.value()).toEqual({ disconnected: 'notice' });
  });
});

describe('a connected wallet', () => {
  test('changes account and chain', () => {
    const wallet = connected();
    say('watch', { type: 'wallet.changed', change: { chainId: 5 } });
    expect(wallet.context().connection?.chainId).toBe(5);
    wallet.send({ type: 'user.account', account: BOB });
    expect(wallet.context().connection?.account).toBe(BOB);
    wallet.send({ type: 'user.account', account: `0x${'c'.repeat(40)}` as Address });
    expect(wallet.context().connection?.account).toBe(BOB);
    // Another chain is no reason to write from another account.
    say('watch', { type: 'wallet.changed', change: { chainId: 6 } });
    expect(wallet.context().connection).toMatchObject({ account: BOB, chainId: 6 });
    say('watch', { type: 'wallet.changed', change: { accounts: [ALICE], account: ALICE } });
    expect(wallet.context().connection).toMatchObject({ account: ALICE, chainId: 6 });
  });

  test('is asked for the network of the page', () => {
    const wallet = connected();
    wallet.send({ type: 'user.switchChain' });
    say('switchChain', { type: 'chain.refused', reason: 'no' });
    expect(wallet.context().reason).toBe('no');
    wallet.send({ type: 'user.switchChain' });
    expect(wallet.context().reason).toBeUndefined();
    say('switchChain', { type: 'chain.switched', chainId: 137 });
    expect(wallet.value()).toEqual({ connected: 'steady' });
    expect(wallet.context().connection?.chainId).toBe(137);
  });

  test.each([['user.disconnect'], ['wallet.left']] as const)('is forgotten by %s', (type) => {
    const wallet = connected();
    wallet.send({ type });
    expect(wallet.value()).toEqual({ disconnected: 'closed' });
    expect(wallet.context().connection).toBeUndefined();
    expect(remembered).toEqual([PROVIDER.id, undefined]);
    expect(effects.find(({ name }) => name === 'watch')?.isStopped).toBe(true);
  });
});
