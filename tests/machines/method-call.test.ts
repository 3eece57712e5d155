/** Every way through the call of a function, with effects the test answers for. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import type { TypedCall } from '../../src/core/abi/encode';
import type { Address, Hash, Hex } from '../../src/core/chain/primitives';
import {
  type CallRequest,
  methodCallMachine,
  type ReadResult,
  type SimulatedCall,
  TYPING_PAUSE,
} from '../../src/machines/method-call.machine';

type Effect = { name: string; input: unknown; say: (event: never) => void; isStopped: boolean };
let effects: Effect[];
let clock: SimulatedClock;

const CALL: TypedCall = { calldata: '0x12345678' as Hex };
const WRONG: TypedCall = { problems: [{ path: 'to', text: 'is no address' }], summary: 'to: is no address' };
const RESULT: ReadResult = { raw: '0x01' as Hex, blockNumber: 7, at: 1 };
const ERROR = { message: 'The call reverted: Poor()', shortMessage: 'Poor()' };
const HASH = `0x${'ab'.repeat(32)}` as Hash;
const SIMULATION: SimulatedCall = {
  success: true,
  reason: '',
  gasUsed: 21_000,
  onChangedState: false,
  blockNumber: 7,
  changes: [],
  tokens: [],
  events: { count: 0, first: [] },
  made: { from: `0x${'0a'.repeat(20)}` as Address, to: `0x${'0b'.repeat(20)}` as Address, input: '0x', value: 0n },
};
const FREE = { text: '0', unit: 'ETH', wei: 0n };

beforeEach(() => {
  effects = [];
  clock = new SimulatedClock();
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

function start(reads: boolean, args: readonly string[] = ['']) {
  const machine = methodCallMachine.provide({
    actors: {
      encode: effect('encode'),
      read: effect('read'),
      simulate: effect('simulate'),
      send: effect('send'),
      follow: effect('follow'),
    },
  });
  const actor = createActor(machine, { input: { reads, args, payment: FREE }, clock }).start();
  return {
    send: actor.send,
    state: () => JSON.stringify(actor.getSnapshot().value),
    context: () => actor.getSnapshot().context,
    matches: (value: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      actor.getSnapshot().matches(value),
  };
}

/** Answers for the newest effect of that name, which must be under way. */
function say(name: string, event: { type: string } & Record<string, unknown>): void {
  const last = effects.at(-1);
  expect(last).toMatchObject({ name, isStopped: false });
  last?.say(event as never);
}
const encoded = (call: TypedCall) => say('encode', { type: 'call.encoded', call });
const named = (name: string) => effects.filter((started) => started.name === name);

describe('a function that reads', () => {
  test('is called by itself once it is open and complete', () => {
    const call = start(true);
    expect(effects).toEqual([]);
    call.send({ type: 'user.opened' });
    encoded(CALL);
    expect(named('read').at(-1)?.input).toEqual({
      calldata: CALL.calldata,
      value: 0n,
    } satisfies CallRequest);
    say('read', { type: 'call.answered', result: RESULT });
    expect(call.matches({ editing: 'ready' })).toBe(true);
    expect(call.context().result).toEqual(RESULT);
    call.send({ type: 'user.opened' });
    expect(named('read')).toHaveLength(1);
  });

  test('waits for its inputs, and for the end of typing', () => {
    const call = start(true, ['', '1']);
    call.send({ type: 'user.opened' });
    encoded(WRONG);
    expect(call.matches({ editing: 'incomplete' })).toBe(true);
    call.send({ type: 'user.typed', position: 0, text: 'a' });
    call.send({ type: 'user.typed', position: 0, text: 'ab' });
    expect(effects.map(({ input, isStopped }) => [input, isStopped])).toEqual([
      [['', '1'], true],
      [['a', '1'], true],
      [['ab', '1'], false],
    ]);
    encoded(CALL);
    clock.increment(TYPING_PAUSE - 1);
    expect(named('read')).toEqual([]);
    clock.increment(1);
    expect(named('read')).toHaveLength(1);
  });

  test('a key press stops what is being read, and the result before it stays', () => {
    const call = start(true);
    call.send({ type: 'user.opened' });
    encoded(CALL);
    say('read', { type: 'call.answered', result: RESULT });
    call.send({ type: 'user.readAgain' });
    call.send({ type: 'user.typed', position: 0, text: 'x' });
    expect(named('read').map(({ isStopped }) => isStopped)).toEqual([true, true]);
    encoded(WRONG);
    expect(call.context()).toMatchObject({ result: RESULT, call: WRONG });
  });

  test('an error keeps the last result, and goes with the next call', () => {
    const call = start(true);
    call.send({ type: 'user.opened' });
    encoded(CALL);
    say('read', { type: 'call.answered', result: RESULT });
    call.send({ type: 'block.changed' });
    say('read', { type: 'call.failed', error: ERROR });
    expect(call.context()).toMatchObject({ error: ERROR, result: RESULT });
    call.send({ type: 'user.readAgain' });
    expect(call.context().error).toBeUndefined();
    call.send({ type: 'block.changed' });
    expect(named('read').map(({ isStopped }) => isStopped)).toEqual([true, true, true, false]);
  });

  test('another caller is another call once it was looked at; calldata fills all fields', () => {
    const call = start(true, ['1', '2']);
    call.send({ type: 'terms.changed' });
    call.send({ type: 'block.changed' });
    expect(effects).toEqual([]);
    call.send({ type: 'user.opened' });
    encoded(CALL);
    call.send({ type: 'terms.changed' });
    say('read', { type: 'call.answered', result: RESULT });
    call.send({ type: 'terms.changed' });
    expect(named('read').map(({ isStopped }) => isStopped)).toEqual([true, true, false]);
    // A read is made as nobody in particular, whichever account is connected.
    call.send({ type: 'account.changed' });
    expect(named('read')).toHaveLength(3);
    call.send({ type: 'user.filled', args: ['3', '4'] });
    expect(effects.at(-1)?.input).toEqual(['3', '4']);
  });
});

describe('a function that writes', () => {
  function ready() {
    const call = start(false);
    call.send({ type: 'user.opened' });
    encoded(CALL);
    expect(call.matches({ editing: 'ready' })).toBe(true);
    return call;
  }

  test('does nothing by itself; an amount that is none keeps it from being called', () => {
    const call = ready();
    call.send({ type: 'user.readAgain' });
    call.send({ type: 'block.changed' });
    call.send({ type: 'user.paid', payment: { text: 'x', unit: 'ETH', wei: undefined } });
    encoded(CALL);
    call.send({ type: 'user.simulate' });
    call.send({ type: 'user.send' });
    expect(call.matches({ editing: 'incomplete' })).toBe(true);
    call.send({ type: 'user.paid', payment: { text: '1', unit: 'Wei', wei: 1n } });
    encoded(CALL);
    call.send({ type: 'user.simulate' });
    expect(effects.at(-1)).toMatchObject({ name: 'simulate', input: { value: 1n } });
  });

  test('is simulated, and what that said goes when a field changes', () => {
    const call = ready();
    call.send({ type: 'user.simulate' });
    say('simulate', { type: 'simulation.finished', simulation: SIMULATION });
    expect(call.context().simulation).toEqual(SIMULATION);
    call.send({ type: 'user.simulate' });
    say('simulate', { type: 'simulation.failed', error: ERROR });
    expect(call.context()).toMatchObject({ simulation: undefined, error: ERROR });
    call.send({ type: 'user.simulate' });
    call.send({ type: 'user.typed', position: 0, text: '1' });
    expect(named('simulate').at(-1)?.isStopped).toBe(true);
    encoded(CALL);
    clock.increment(TYPING_PAUSE);
    call.send({ type: 'user.simulate' });
    call.send({ type: 'terms.changed' });
    say('simulate', { type: 'simulation.finished', simulation: SIMULATION });
    call.send({ type: 'terms.changed' });
    expect(call.context().simulation).toBeUndefined();
    expect(call.context().error).toBeUndefined();
  });

  test('is simulated anew as another account, and what was said of the former one goes', () => {
    const call = ready();
    call.send({ type: 'user.simulate' });
    call.send({ type: 'account.changed' });
    expect(named('simulate').map(({ isStopped }) => isStopped)).toEqual([true, false]);
    say('simulate', { type: 'simulation.finished', simulation: SIMULATION });
    call.send({ type: 'account.changed' });
    expect(call.context().simulation).toBeUndefined();
    expect(call.matches({ editing: 'ready' })).toBe(true);
  });

  test('refused after another account was chosen in the wallet, it has no simulation as the former one', () => {
    const call = ready();
    call.send({ type: 'user.simulate' });
    say('simulate', { type: 'simulation.finished', simulation: SIMULATION });
    call.send({ type: 'user.send' });
    call.send({ type: 'account.changed' });
    say('send', { type: 'transaction.refused', error: ERROR });
    expect(call.matches({ editing: 'ready' })).toBe(true);
    expect(call.context()).toMatchObject({ simulation: undefined, error: ERROR });
  });

  /** Presses Write; the simulation before it does well. */
  function send(call: ReturnType<typeof ready>) {
    call.send({ type: 'user.send' });
    say('simulate', { type: 'simulation.finished', simulation: SIMULATION });
  }

  test('is sent and followed into a block', () => {
    const call = ready();
    send(call);
    expect(call.matches('sending')).toBe(true);
    call.send({ type: 'user.typed', position: 0, text: 'late' });
    expect(call.context().args).toEqual(['']);
    say('send', { type: 'transaction.created', hash: HASH });
    expect(effects.at(-1)).toMatchObject({ name: 'follow', input: HASH });
    say('follow', { type: 'transaction.delayed', delay: { why: 'gap', nonce: 4, missing: 2 } });
    expect(call.context().delay).toEqual({ why: 'gap', nonce: 4, missing: 2 });
    expect(call.matches('pending')).toBe(true);
    const outcome = { state: 'mined', success: true, blockNumber: 8, gasUsed: 1 };
    say('follow', { type: 'transaction.settled', outcome });
    expect(call.matches('settled')).toBe(true);
    expect(call.context()).toMatchObject({ hash: HASH, outcome });
    call.send({ type: 'user.callAgain' });
    encoded(CALL);
    expect(call.matches({ editing: 'ready' })).toBe(true);
  });

  test('a refusal leads back to the fields', () => {
    const call = ready();
    send(call);
    say('send', { type: 'transaction.refused', error: ERROR });
    expect(call.matches({ editing: 'ready' })).toBe(true);
    expect(call.context().error).toEqual(ERROR);
  });

  test('one whose wallet never answers is let go, and a late answer says nothing', () => {
    const call = ready();
    send(call);
    const sent = effects.at(-1);
    call.send({ type: 'user.callAgain' });
    expect(sent?.isStopped).toBe(true);
    expect(call.matches({ editing: 'encoding' })).toBe(true);
  });

  test('a receipt that cannot be had is looked for again', () => {
    const call = ready();
    send(call);
    say('send', { type: 'transaction.created', hash: HASH });
    say('follow', { type: 'transaction.lost', error: ERROR });
    expect(call.matches('unknown')).toBe(true);
    call.send({ type: 'user.retry' });
    say('follow', { type: 'transaction.settled', outcome: { state: 'replaced' } });
    expect(call.context().outcome).toEqual({ state: 'replaced' });
  });

  test('is simulated before it is sent, and one that would fail is sent only when it is asked for again', () => {
    const call = ready();
    call.send({ type: 'user.send' });
    expect(call.matches({ editing: 'checking' })).toBe(true);
    say('simulate', { type: 'simulation.finished', simulation: { ...SIMULATION, success: false } });
    expect(call.matches({ editing: 'ready' })).toBe(true);
    expect(named('send')).toEqual([]);
    call.send({ type: 'user.send' });
    expect(call.matches('sending')).toBe(true);
  });

  test('is sent where it cannot be simulated, and not as another account than it was simulated for', () => {
    const call = ready();
    call.send({ type: 'user.send' });
    call.send({ type: 'account.changed' });
    expect(call.matches({ editing: 'ready' })).toBe(true);
    call.send({ type: 'user.send' });
    say('simulate', { type: 'simulation.failed', error: ERROR });
    expect(call.matches('sending')).toBe(true);
  });
});
