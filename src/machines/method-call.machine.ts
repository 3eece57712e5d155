/**
 * One function of a contract: its fields, the call that follows from them, and
 * what came of it. A function that reads is called by itself once it is open
 * and complete; one that writes is simulated or sent when the reader says so,
 * and simulated before it is sent.
 *
 * The page encodes, calls, simulates and sends; this says what happens next.
 * The picture is in docs/machines.md.
 */
import { assign, fromCallback, not, setup } from 'xstate';
import type { Decoded } from '../core/abi/decoded';
import type { TypedCall } from '../core/abi/encode';
import type { Address, Hash, Hex } from '../core/chain/primitives';
import type { Failure } from '../core/values/failure';
import type { SentDelay, SentOutcome } from '../workers/chain/chain.api';
import type { SafetyReport } from '../workers/trace/safety.api';
import type { AssetChange, TokenView } from '../workers/trace/views.api';

/** Milliseconds without a key press before a complete read is called again: as for searches, so that half a number is not called. */
export const TYPING_PAUSE = 350;

/** What a call is made of: the page adds contract, caller, block and network. */
export type CallRequest = { calldata: Hex; value: bigint };

export type ReadResult = {
  /** Absent where the function does not say what it returns, or the output is something else: `raw` has it. */
  values?: readonly Decoded[];
  /** Why there are no values, one sentence. */
  note?: string;
  raw: Hex;
  blockNumber: number;
  /** Milliseconds since the epoch. */
  at: number;
  /**
   * Where the call ran on state that the reader changed: on an endpoint, or here in this browser, because no endpoint
   * can. Absent for the chain's own state.
   */
  changedState?: 'endpoint' | 'here';
};

/** Why there is no result: the reader's words, the same in short for one line, and what was tried. */
export type CallError = { message: string; shortMessage: string; failure?: Failure };

export type SimulatedCall = {
  success: boolean;
  /** Why the call fails, '' where nothing says. */
  reason: string;
  gasUsed: number;
  blockNumber: number;
  /** Whether it ran on state that the reader changed. */
  onChangedState: boolean;
  /** Net changes of the assets it moves, and what is known of the tokens. */
  changes: readonly AssetChange[];
  tokens: readonly TokenView[];
  /** What it returns, absent where it fails or returns nothing that can be decoded. */
  returned?: readonly Decoded[];
  /** Number of its events, and the first ones in words. */
  events: { count: number; first: readonly { emitter: Address; text: string }[] };
  /** The call that was simulated, which the simulator can run again with its whole trace. */
  made: { from: Address; to: Address; input: Hex; value: bigint };
  /** What the rules of action safety found; absent where they could not be asked. */
  safety?: SafetyReport;
};

/** The amount that is sent along, as it is typed; `wei` is absent while the text is no amount. */
export type Payment = { text: string; unit: string; wei: bigint | undefined };

type Context = {
  /** Called by itself once complete. */
  reads: boolean;
  /** Texts of the fields, by position. */
  args: readonly string[];
  payment: Payment;
  /** The fields encoded, of the texts as they were last. */
  call: TypedCall | undefined;
  /** The last result, and the error of the last call where that failed. */
  result: ReadResult | undefined;
  error: CallError | undefined;
  simulation: SimulatedCall | undefined;
  hash: Hash | undefined;
  outcome: SentOutcome | undefined;
  /** Why the transaction is in no block yet; undefined where nothing is known to delay it. */
  delay: SentDelay | undefined;
};

/** Events that the effects of the machine send, one type for each actor. */
type EncodeEvent = { type: 'call.encoded'; call: TypedCall };
export type ReadEvent = { type: 'call.answered'; result: ReadResult } | { type: 'call.failed'; error: CallError };
export type SimulateEvent =
  | { type: 'simulation.finished'; simulation: SimulatedCall }
  | { type: 'simulation.failed'; error: CallError };
export type SendEvent = { type: 'transaction.created'; hash: Hash } | { type: 'transaction.refused'; error: CallError };
export type FollowEvent =
  | { type: 'transaction.settled'; outcome: SentOutcome }
  | { type: 'transaction.delayed'; delay: SentDelay | undefined }
  | { type: 'transaction.lost'; error: CallError };

type MethodCallEvent =
  | EncodeEvent
  | ReadEvent
  | SimulateEvent
  | SendEvent
  | FollowEvent
  | { type: 'user.opened' }
  | { type: 'user.typed'; position: number; text: string }
  /** All fields at once, from calldata. */
  | { type: 'user.filled'; args: readonly string[] }
  | { type: 'user.paid'; payment: Payment }
  | { type: 'user.readAgain' }
  | { type: 'user.simulate' }
  | { type: 'user.send' }
  | { type: 'user.retry' }
  | { type: 'user.callAgain' }
  /** Another block was chosen, or the chain moved by what the reader sent. */
  | { type: 'block.changed' }
  /** The caller, or the changed state that calls run on, is another. */
  | { type: 'terms.changed' }
  /** The connected account is another: simulations without a named caller run as that account, which also sends. */
  | { type: 'account.changed' };

const NEVER = () => {
  throw new Error('the page provides the actors');
};

/** What each effect of the machine takes and says. An effect that is stopped cancels its job. */
export const methodCallMachine = setup({
  types: {
    context: {} as Context,
    events: {} as MethodCallEvent,
    input: {} as { reads: boolean; args: readonly string[]; payment: Payment },
  },
  actors: {
    encode: fromCallback<EncodeEvent, readonly string[]>(NEVER),
    read: fromCallback<ReadEvent, CallRequest>(NEVER),
    simulate: fromCallback<SimulateEvent, CallRequest>(NEVER),
    /** A transaction that was sent is not taken back when the effect is stopped. */
    send: fromCallback<SendEvent, CallRequest>(NEVER),
    /** Waits for the receipt. */
    follow: fromCallback<FollowEvent, Hash>(NEVER),
  },
  delays: { typingPause: TYPING_PAUSE },
  guards: {
    isComplete: ({ context }, { call }: { call: TypedCall }) =>
      call.calldata !== undefined && context.payment.wei !== undefined,
    reads: ({ context }) => context.reads,
    isSimulated: ({ context }) => context.simulation !== undefined,
  },
}).createMachine({
  id: 'methodCall',
  context: ({ input }) => ({
    ...input,
    call: undefined,
    result: undefined,
    error: undefined,
    simulation: undefined,
    hash: undefined,
    outcome: undefined,
    delay: undefined,
  }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'closed',
      on: {
        'user.typed': {
          target: '.encoding.typing',
          actions: assign(({ context, event }) => ({
            args: context.args.map((text, position) => (position === event.position ? event.text : text)),
          })),
        },
        'user.filled': { target: '.encoding.typing', actions: assign(({ event }) => ({ args: event.args })) },
        'user.paid': { target: '.encoding.typing', actions: assign(({ event }) => ({ payment: event.payment })) },
      },
      states: {
        closed: {
          description: 'Nobody has looked at the function yet.',
          on: { 'user.opened': 'encoding' },
        },
        encoding: {
          description: 'The fields are encoded.',
          // What a simulation or an error said is of other values from now on; a result says which block it is of, and stays.
          entry: assign({ simulation: undefined, error: undefined }),
          invoke: { src: 'encode', input: ({ context }) => context.args },
          initial: 'opening',
          states: {
            opening: {
              on: {
                'call.encoded': [
                  {
                    guard: { type: 'isComplete', params: ({ event }) => ({ call: event.call }) },
                    target: '#methodCall.editing.complete',
                    actions: assign(({ event }) => ({ call: event.call })),
                  },
                  { target: '#methodCall.editing.incomplete', actions: assign(({ event }) => ({ call: event.call })) },
                ],
              },
            },
            typing: {
              on: {
                'call.encoded': [
                  {
                    guard: { type: 'isComplete', params: ({ event }) => ({ call: event.call }) },
                    target: '#methodCall.editing.settling',
                    actions: assign(({ event }) => ({ call: event.call })),
                  },
                  { target: '#methodCall.editing.incomplete', actions: assign(({ event }) => ({ call: event.call })) },
                ],
              },
            },
          },
        },
        incomplete: { description: 'A field is missing or wrong.' },
        settling: {
          description: 'The reader may be typing on.',
          always: { guard: ({ context }) => !context.reads, target: 'ready' },
          after: { typingPause: 'complete' },
        },
        complete: {
          always: [{ guard: 'reads', target: 'reading' }, { target: 'ready' }],
        },
        reading: {
          description: 'The call is made; the result before it stays.',
          entry: assign({ error: undefined }),
          invoke: { src: 'read', input: ({ context }) => requestOf(context) },
          on: {
            'call.answered': {
              target: 'ready',
              actions: assign(({ event }) => ({ result: event.result, error: undefined })),
            },
            'call.failed': { target: 'ready', actions: assign(({ event }) => ({ error: event.error })) },
            'block.changed': { target: 'reading', reenter: true },
            'terms.changed': { target: 'reading', reenter: true },
          },
        },
        ready: {
          description: 'The call can be made; a result, an error or a simulation may be there.',
          on: {
            'user.readAgain': { guard: 'reads', target: 'reading' },
            'block.changed': { guard: 'reads', target: 'reading' },
            'terms.changed': [
              { guard: 'reads', target: 'reading' },
              { actions: assign({ simulation: undefined, error: undefined }) },
            ],
            'account.changed': {
              guard: not('reads'),
              actions: assign({ simulation: undefined, error: undefined }),
            },
            'user.simulate': 'simulating',
            // What would fail is sent when the reader says so again.
            'user.send': [{ guard: 'isSimulated', target: '#methodCall.sending' }, { target: 'checking' }],
          },
        },
        simulating: {
          description: 'The call is executed here, and nothing is sent.',
          entry: assign({ simulation: undefined, error: undefined }),
          invoke: { src: 'simulate', input: ({ context }) => requestOf(context) },
          on: {
            'simulation.finished': {
              target: 'ready',
              actions: assign(({ event }) => ({ simulation: event.simulation })),
            },
            'simulation.failed': { target: 'ready', actions: assign(({ event }) => ({ error: event.error })) },
            'terms.changed': { target: 'simulating', reenter: true },
            'account.changed': { target: 'simulating', reenter: true },
          },
        },
        checking: {
          description:
            'The call is executed here before it is sent. One that would fail is not sent unless the reader asks again.',
          entry: assign({ simulation: undefined, error: undefined }),
          invoke: { src: 'simulate', input: ({ context }) => requestOf(context) },
          on: {
            'simulation.finished': [
              {
                guard: ({ event }) => event.simulation.success,
                target: '#methodCall.sending',
                actions: assign(({ event }) => ({ simulation: event.simulation })),
              },
              { target: 'ready', actions: assign(({ event }) => ({ simulation: event.simulation })) },
            ],
            // Nothing is known of it then; a wallet estimates by itself.
            'simulation.failed': '#methodCall.sending',
            'terms.changed': 'ready',
            'account.changed': 'ready',
          },
        },
      },
    },
    sending: {
      description: 'A wallet or the node is asked to sign and send. The fields stay as they are.',
      entry: assign({ error: undefined, hash: undefined, outcome: undefined }),
      invoke: { src: 'send', input: ({ context }) => requestOf(context) },
      on: {
        'transaction.created': { target: 'pending', actions: assign(({ event }) => ({ hash: event.hash })) },
        /** The wallet may still send it: it is not asked again. */
        'user.callAgain': 'editing.encoding',
        'transaction.refused': { target: 'editing.ready', actions: assign(({ event }) => ({ error: event.error })) },
        // What was simulated is of others, also where the wallet refuses after that.
        'terms.changed': { actions: assign({ simulation: undefined }) },
        'account.changed': { actions: assign({ simulation: undefined }) },
      },
    },
    pending: {
      description: 'The transaction is created, and in no block yet.',
      entry: assign({ error: undefined, delay: undefined }),
      invoke: {
        src: 'follow',
        input: ({ context: { hash } }) => {
          if (hash === undefined) throw new Error('a transaction is followed once it is created');
          return hash;
        },
      },
      on: {
        'transaction.settled': { target: 'settled', actions: assign(({ event }) => ({ outcome: event.outcome })) },
        'transaction.delayed': { actions: assign(({ event }) => ({ delay: event.delay })) },
        'transaction.lost': { target: 'unknown', actions: assign(({ event }) => ({ error: event.error })) },
        'user.callAgain': 'editing.encoding',
      },
    },
    unknown: {
      description: 'Its receipt could not be waited for; it may be in a block all the same.',
      on: { 'user.retry': 'pending', 'user.callAgain': 'editing.encoding' },
    },
    settled: {
      description: 'It is in a block, or another transaction took its place.',
      on: { 'user.callAgain': 'editing.encoding' },
    },
  },
});

/** A call of what is encoded. */
function requestOf({ call, payment }: Context): CallRequest {
  if (call?.calldata === undefined || payment.wei === undefined) throw new Error('a call is made once it is complete');
  return { calldata: call.calldata, value: payment.wei };
}
