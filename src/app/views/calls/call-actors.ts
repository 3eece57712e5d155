/** What the method-call machine does: encode, call, simulate and send, made of workers and the wallet. */
import type { Abi, AbiFunction } from 'viem';
import { fromCallback } from 'xstate';
import type { DecodedRevert } from '../../../core/abi/decode';
import type { TypedCall } from '../../../core/abi/encode';
import { callText } from '../../../core/abi/value-text';
import type { NativeCurrency } from '../../../core/chain/network';
import type { Address, Hash, Hex, NetworkId, Selector } from '../../../core/chain/primitives';
import { writeAmount } from '../../../core/format/parse-amount';
import { shorten } from '../../../core/format/shorten';
import type { AccountOverrides } from '../../../core/simulation/overlay';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import { ok } from '../../../core/values/result';
import type {
  CallError,
  CallRequest,
  FollowEvent,
  ReadEvent,
  ReadResult,
  SendEvent,
  SimulateEvent,
} from '../../../machines/method-call.machine';
import type { ContractAnswer, ContractCall, SentDelay } from '../../../workers/chain/chain.api';
import type { Workers } from '../../../workers/client';
import type { EventView } from '../../../workers/trace/views.api';
import { stoppedFailure } from '../../stopped-failure';
import { newJobId } from '../../use-question';
import type { SendTransaction } from '../wallet-connect/send-from-wallet';
import type { BatchedAnswer, CallGround, ReadBatch } from './read-batch';

export type CallPlace = {
  workers: Workers;
  networkId: NetworkId;
  currency: NativeCurrency;
  contract: Address;
  entry: AbiFunction;
  /** Functions that were recovered from bytecode have a known selector, even where their name is unknown. */
  selector: Selector;
  batch: ReadBatch;
  /** ABIs with the errors that the call may end with. More become known while the function stays open. */
  abis: () => readonly Abi[];
  /**
   * Block that calls are made on. Asked for each call, because the reader may change it while the function stays open.
   */
  block: () => number | 'latest';
  /** Account that reads are made as; undefined for nobody in particular. */
  caller: () => Address | undefined;
  /** State overrides of accounts for calls; undefined where calls are made on the chain as it is. */
  accounts: () => AccountOverrides | undefined;
  /** Account that simulations are made as when the reader named none. */
  account: () => Address | undefined;
  send: () => SendTransaction | undefined;
};

/** Events of a simulation that are listed. */
const LISTED_EVENTS = 10;

/** Caller of reads when the reader named none, as in eth_call. */
const NOBODY = `0x${'0'.repeat(40)}` as Address;

type Effect<Input, Event> = { input: Input; sendBack: (event: Event) => void };

export function callActors(place: CallPlace) {
  const { workers, entry, contract, networkId } = place;
  return {
    encode: fromCallback<{ type: 'call.encoded'; call: TypedCall }, readonly string[]>(
      ({ input, sendBack }: Effect<readonly string[], { type: 'call.encoded'; call: TypedCall }>) =>
        settled(workers.abi.encodeTypedCall(entry, input), (answer) =>
          sendBack({
            type: 'call.encoded',
            call: answer.ok ? withSelector(answer.value, place.selector) : stoppedCall(answer.error),
          }),
        ),
    ),

    read: fromCallback<ReadEvent, CallRequest>(({ input, sendBack }: Effect<CallRequest, ReadEvent>) => {
      let isWanted = true;
      const say = (event: ReadEvent) => isWanted && sendBack(event);
      const from = place.caller();
      const call = {
        to: contract,
        data: input.calldata,
        ...(from && { from }),
        ...(input.value > 0n && { value: input.value }),
      };
      const on: CallGround = { at: place.block(), accounts: place.accounts() };
      const job = newJobId();
      let isHere = false;
      const settle = (answered: BatchedAnswer, changedState: ReadResult['changedState']) => {
        if (!answered.ok) return say({ type: 'call.failed', error: errorOf(answered.error) });
        const { answer, blockNumber } = answered.value;
        resultOf(place, answer, { blockNumber, ...(on.accounts && changedState && { changedState }) }).then(
          say,
          stopped,
        );
      };
      const stopped = (error: unknown) => say({ type: 'call.failed', error: errorOf(stoppedFailure(error)) });
      const stop = place.batch(call, on, (answered) => {
        if (on.accounts === undefined || answered.ok || answered.error.code !== 'unsupported')
          return settle(answered, 'endpoint');
        isHere = true;
        callHere(place, job, call, on).then((done) => settle(done, 'here'), stopped);
      });
      return () => {
        isWanted = false;
        stop();
        if (isHere) workers.trace.cancel(job).catch(() => {}); // a worker that died has nothing left to cancel
      };
    }),

    simulate: fromCallback<SimulateEvent, CallRequest>(({ input, sendBack }: Effect<CallRequest, SimulateEvent>) => {
      const job = newJobId();
      const stop = settled(simulateCall(place, job, input), (answer) =>
        sendBack(answer.ok ? answer.value : { type: 'simulation.failed', error: errorOf(answer.error) }),
      );
      return () => {
        stop();
        workers.trace.cancel(job).catch(() => {}); // a worker that died has nothing left to cancel
      };
    }),

    send: fromCallback<SendEvent, CallRequest>(({ input, sendBack }: Effect<CallRequest, SendEvent>) => {
      const send = place.send();
      if (send === undefined) {
        sendBack({ type: 'transaction.refused', error: plainError('The wallet is no longer connected.') });
        return;
      }
      return settled(send({ to: contract, data: input.calldata, value: input.value }), (answer) => {
        if (!answer.ok) sendBack({ type: 'transaction.refused', error: errorOf(answer.error) });
        else if (answer.value.ok) sendBack({ type: 'transaction.created', hash: answer.value.value });
        else sendBack({ type: 'transaction.refused', error: plainError(answer.value.error) });
      });
    }),

    follow: fromCallback<FollowEvent, Hash>(({ input, sendBack }: Effect<Hash, FollowEvent>) => {
      const job = newJobId();
      const onDelay = (delay: SentDelay | undefined) => sendBack({ type: 'transaction.delayed', delay });
      const stop = settled(workers.chain.waitForTransaction(job, networkId, input, onDelay), (answer) => {
        if (answer.ok && answer.value.ok) sendBack({ type: 'transaction.settled', outcome: answer.value.value });
        else if (answer.ok && !answer.value.ok)
          sendBack({ type: 'transaction.lost', error: errorOf(answer.value.error) });
        else if (!answer.ok) sendBack({ type: 'transaction.lost', error: errorOf(answer.error) });
      });
      return () => {
        stop();
        workers.chain.cancel(job).catch(() => {}); // as above
      };
    }),
  };
}

/** Hands on what a promise gives until it is stopped. A worker that ended on the way is a failure. */
function settled<T>(
  promise: Promise<T>,
  settle: (answer: { ok: true; value: T } | { ok: false; error: Failure }) => void,
): () => void {
  let isWanted = true;
  promise.then(
    (value) => isWanted && settle({ ok: true, value }),
    (error: unknown) => isWanted && settle({ ok: false, error: stoppedFailure(error) }),
  );
  return () => {
    isWanted = false;
  };
}

/** Output decoded, or why the call failed. */
async function resultOf(
  place: CallPlace,
  answer: ContractAnswer,
  where: Pick<ReadResult, 'blockNumber' | 'changedState'>,
): Promise<ReadEvent> {
  const { abi, contracts } = place.workers;
  if (answer.reverted) {
    const { data } = answer;
    const revert = await abi.decodeRevert(place.abis(), data);
    // A contract that it called may have an error of its own.
    const [reason] =
      revert !== undefined || data === '0x'
        ? [revert && revertText(revert)]
        : await contracts.revertReasons(place.networkId, [{ to: place.contract, data }]);
    return { type: 'call.failed', error: revertError(reason, data, answer.message) };
  }
  const result = { ...where, raw: answer.data, at: Date.now() };
  if (place.entry.outputs.length === 0) return { type: 'call.answered', result };
  const decoded = await abi.decodeOutput(place.entry, answer.data);
  return {
    type: 'call.answered',
    result: decoded.ok ? { ...result, values: decoded.value } : { ...result, note: decoded.error },
  };
}

/** A call on changed state, executed by the engine. */
async function callHere(
  { workers, networkId }: CallPlace,
  job: ReturnType<typeof newJobId>,
  { to, data, from = NOBODY, value = 0n }: ContractCall,
  { at, accounts }: CallGround,
): Promise<BatchedAnswer> {
  const ran = await workers.trace.simulate(job, {
    networkId,
    at,
    transaction: { from, to, input: data, value },
    ...(accounts && { accounts }),
  });
  if (!ran.ok) return ran;
  const { trace, success, output, error = '', block } = ran.value;
  workers.trace.closeTrace(trace.handle).catch(() => {}); // it is gone with its worker
  const answer: ContractAnswer = success
    ? { reverted: false, data: output }
    : { reverted: true, data: output, message: error };
  return ok({ answer, blockNumber: block.number ?? 0 });
}

async function simulateCall(
  { workers, networkId, currency, contract, entry, caller, account, accounts, abis }: CallPlace,
  job: ReturnType<typeof newJobId>,
  { calldata, value }: CallRequest,
): Promise<SimulateEvent> {
  const sender = caller() ?? account();
  const made = { from: sender ?? NOBODY, to: contract, input: calldata, value };
  const changed = accounts();
  const answer = await workers.trace.simulate(job, {
    networkId,
    at: 'latest',
    transaction: made,
    manner: 'paid',
    ...(changed && { accounts: changed }),
  });
  if (!answer.ok) return { type: 'simulation.failed', error: errorOf(answer.error) };
  const { trace, success, gasUsed, block, output, lacks } = answer.value;
  // What it lacks was lent to it, which no chain does. Nobody in particular has to have it.
  const isShort = lacks !== undefined && sender !== undefined;
  try {
    const hasOutput = success && entry.outputs.length > 0;
    const [outcome, moved, safety, events, returned] = await Promise.all([
      workers.trace.outcome(trace.handle),
      workers.trace.settledTransfers(trace.handle),
      success ? workers.trace.checkSafety(job, trace.handle) : undefined,
      workers.trace.events(trace.handle, {}, 0, LISTED_EVENTS),
      hasOutput ? workers.abi.decodeOutput(entry, output) : undefined,
    ]);
    const revert = success ? undefined : await workers.abi.decodeRevert(abis(), output);
    const reason = outcome.failing?.reason ?? (revert ? revertText(revert) : (answer.value.error ?? ''));
    const { changes, tokens } = moved;
    return {
      type: 'simulation.finished',
      simulation: {
        success: success && !isShort,
        reason: !success
          ? reason
          : isShort
            ? `The sender lacks ${writeAmount(lacks, currency.decimals)} ${currency.symbol} for the value and the gas.`
            : '',
        gasUsed,
        blockNumber: block.number ?? 0,
        onChangedState: changed !== undefined,
        changes: success ? changes : [],
        tokens,
        events: {
          count: events.emitted,
          first: events.events.map((event) => ({ emitter: event.from, text: eventText(event) })),
        },
        made,
        ...(returned?.ok && { returned: returned.value }),
        ...(safety?.ok && { safety: safety.value }),
      },
    };
  } finally {
    workers.trace.closeTrace(trace.handle).catch(() => {}); // it is gone with its worker
  }
}

/** `Moved(0x…, 7)`, or the topic of an event that is not known. */
function eventText({ functionName, inputs, topics }: EventView): string {
  if (functionName !== undefined && inputs !== undefined) return callText(functionName.text, inputs, 300);
  return topics[0] === undefined ? 'An event without a topic' : `Unknown event ${shorten(topics[0])}`;
}

/** `Poor(0x…, 7)`, a revert string, or the meaning of a panic. */
function revertText({ name, args, reason, malformed }: DecodedRevert): string {
  if (reason !== undefined) return harmlessText(reason, 500);
  return malformed ?? callText(name, args ?? [], 500);
}

/** The words of a failed call without `execution reverted:`, which the page says itself. */
function revertError(reason: string | undefined, data: Hex, message: string): CallError {
  const words = message.replace(/^.*?execution reverted:?\s*/i, '').trim();
  const text = harmlessText(reason ?? (data === '0x' ? words : `unknown error ${data.slice(0, 74)}`), 500);
  return {
    message: text === '' ? 'The call reverted without a reason.' : `The call reverted: ${text}`,
    shortMessage: text === '' ? 'reverted' : text,
  };
}

function errorOf(failure: Failure): CallError {
  return { message: failure.message, shortMessage: 'Request has failed', failure };
}

function plainError(message: string): CallError {
  return { message: harmlessText(message, 500), shortMessage: 'not sent' };
}

function withSelector(call: TypedCall, selector: Selector): TypedCall {
  const { calldata } = call;
  return calldata === undefined ? call : { calldata: `${selector}${calldata.slice(10)}` as Hex };
}

function stoppedCall({ message }: Failure): TypedCall {
  return { problems: [], summary: `Encode function call failed: ${message}` };
}
