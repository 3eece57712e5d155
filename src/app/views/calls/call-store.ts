/** The calls of a page, one machine per function, kept while the reader looks at others. */
import { useEffect, useRef } from 'react';
import type { AbiFunction } from 'viem';
import { type Actor, createActor } from 'xstate';
import { compileTypes } from '../../../core/abi/abi-type';
import { defaultArgument } from '../../../core/abi/argument-text';
import type { CallableFunction } from '../../../core/contract/functions/callable-functions';
import { methodCallMachine } from '../../../machines/method-call.machine';
import { type CallPlace, callActors } from './call-actors';

export type MethodCall = Actor<typeof methodCallMachine>;

export type CallStore = {
  /**
   * The call of a function, begun with the values its fields begin with. `key` tells it from all others of the page. Where
   * its ABI says other than before, as one that becomes known later may, it is begun anew with what was typed.
   */
  call: (key: string, listed: CallableFunction) => MethodCall;
  /** Sends an event to all calls. */
  tell: (event: Parameters<MethodCall['send']>[0]) => void;
  stop: () => void;
};

export type CallSurroundings = Omit<CallPlace, 'entry' | 'selector'>;

export function createCallStore(place: CallSurroundings): CallStore {
  const calls = new Map<string, { call: MethodCall; entry: AbiFunction }>();
  const store: CallStore = {
    call(key, { entry, selector, reads }) {
      const known = calls.get(key);
      if (known !== undefined && isSame(known.entry, entry)) return known.call;
      const typed = known?.call.getSnapshot().context;
      known?.call.stop();
      const machine = methodCallMachine.provide({ actors: callActors({ ...place, entry, selector }) });
      const args = typed?.args ?? compileTypes(entry.inputs)?.map(defaultArgument) ?? entry.inputs.map(() => '');
      const payment = typed?.payment ?? { text: '0', unit: place.currency.symbol, wei: 0n };
      const call = createActor(machine, { input: { reads, args, payment } }).start();
      calls.set(key, { call, entry });
      let isSettled = false;
      call.subscribe((snapshot) => {
        // What the reader sent is in a block: other functions may return something else now.
        if (snapshot.matches('settled') && !isSettled) store.tell({ type: 'block.changed' });
        isSettled = snapshot.matches('settled');
      });
      return call;
    },
    tell(event) {
      for (const { call } of calls.values()) call.send(event);
    },
    stop() {
      for (const { call } of calls.values()) call.stop();
      calls.clear();
    },
  };
  return store;
}

/** An account that is loaded again has other objects of the same ABI. */
function isSame(a: AbiFunction, b: AbiFunction): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Returns a store for as long as the component is on the page. */
export function useCallStore(make: () => CallStore): CallStore {
  const store = useRef<CallStore>(undefined);
  store.current ??= make();
  const kept = store.current;
  useEffect(() => () => kept.stop(), [kept]);
  return kept;
}
