/**
 * Finds out what an endpoint really answers, by asking it: methods are tried on
 * a recent transaction that called a contract, since nodes may accept a method
 * and answer with nothing.
 */

import { unknown } from 'valibot';
import type { Capabilities, Endpoint, ProbedMethod, ProbeOutcome } from '../core/chain/network';
import type { Address, Hash } from '../core/chain/primitives';
import type { Transaction } from '../core/chain/transaction';
import { type Failure, failure } from '../core/values/failure';
import { isFields } from '../core/values/json-fields';
import { fail, ok, type Result } from '../core/values/result';
import { fetchClientVersion, fetchCode } from './account-reader';
import { blockParam, fetchBlockNumber, fetchFullBlock } from './chain-reader';
import type { Meter } from './rpc/endpoint';
import type { EndpointStates } from './rpc/endpoint-state';
import type { Lane } from './rpc/lanes';
import { createRpc, type Rpc } from './rpc/rpc';
import { findStateDepth } from './state-depth';

export type ProbeOptions = {
  signal?: AbortSignal | undefined;
  meter?: Meter;
  /** States of endpoints, shared with other clients. */
  states?: EndpointStates;
  /** `screen` unless given. */
  lane?: Lane;
  /** The end of all of it; what was not answered by then is `unknown`. After 30 seconds unless given. */
  deadline?: AbortSignal;
};

/** Blocks that are searched back for a transaction. */
const LOOK_BACK = 24;
/** Recipients that are checked for code at most. */
const MAX_CANDIDATES = 10;
/** Milliseconds for one call. */
const CALL_TIMEOUT = 10_000;
const NOBODY = '0x0000000000000000000000000000000000000000' as Address;

/** Fails only when the endpoint cannot be used at all: no connection, another chain, no JSON-RPC. */
export async function probeEndpoint(
  endpoint: Pick<Endpoint, 'networkId' | 'url'>,
  options: ProbeOptions = {},
): Promise<Result<Capabilities, Failure>> {
  const url = URL.canParse(endpoint.url) ? new URL(endpoint.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return fail(failure('unsupported', 'The URL of an endpoint starts with http:// or https://.'));
  }
  const deadline = options.deadline ?? AbortSignal.timeout(30_000);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const roundTrips: number[] = [];
  const endpointRpc = createRpc({
    networkId: endpoint.networkId,
    ...(options.states === undefined ? {} : { states: options.states }),
    endpoints: [{ ...endpoint, name: url.host, origin: 'reader', enabled: true, priority: 0 }],
    meter(call) {
      roundTrips.push(call.milliseconds);
      options.meter?.(call);
    },
    limits: { rounds: 2, timeout: CALL_TIMEOUT },
  });
  const rpc = endpointRpc.lane(options.lane ?? 'screen');

  const head = await fetchBlockNumber(rpc, { signal });
  if (!head.ok) return options.signal?.aborted || !deadline.aborted ? head : fail(outOfTime(url.host));
  const [client, stateDepth, example] = await Promise.all([
    fetchClientVersion(rpc, { signal }),
    findStateDepth(rpc, head.value, signal),
    findExample(rpc, head.value, signal),
  ]);
  // Before the heavy methods, whose time says little about the connection.
  const latency = median(roundTrips);
  const clientName = client.ok ? client.value : '';
  const methods = await tryMethods(rpc, example, clientName, signal);
  if (options.signal?.aborted) {
    return fail(failure('cancelled', 'Cancelled.'));
  }
  return ok({ chainId: endpoint.networkId, client: clientName, probedAt: Date.now(), latency, stateDepth, methods });
}

function outOfTime(name: string): Failure {
  return failure('timeout', `${name} did not answer in time. Try again, or use another endpoint.`);
}

/** A recent transaction, and whether it ran code. */
type Example = { transaction: Transaction; ranCode: boolean };

/** The cheapest of the recent transactions that called a contract, else any; undefined when the recent blocks are empty. */
async function findExample(rpc: Rpc, head: number, signal: AbortSignal): Promise<Example | undefined> {
  const newestFirst = Array.from({ length: Math.min(LOOK_BACK, head + 1) }, (_, back) => head - back);
  let any: Transaction | undefined;
  for (const numbers of [newestFirst.slice(0, 4), newestFirst.slice(4)]) {
    const blocks = await Promise.all(numbers.map((number) => fetchFullBlock(rpc, number, { signal })));
    const transactions = blocks.flatMap((block) => (block.ok ? block.value.transactions : []));
    any ??= transactions[0];
    const called = await firstWithCode(rpc, transactions, signal);
    if (called) return { transaction: called, ranCode: true };
  }
  return any && { transaction: any, ranCode: false };
}

/** Calldata alone does not tell: it may have been sent to a plain account. */
async function firstWithCode(
  rpc: Rpc,
  transactions: readonly Transaction[],
  signal: AbortSignal,
): Promise<Transaction | undefined> {
  const candidates = transactions
    .filter(({ to, input }) => to !== undefined && input.length > 2)
    .toSorted((a, b) => a.gas - b.gas)
    .slice(0, MAX_CANDIDATES);
  const codes = await Promise.all(candidates.map(({ to }) => fetchCode(rpc, to as Address, 'latest', { signal })));
  return candidates.find((_, index) => {
    const code = codes[index];
    return code?.ok && code.value !== '0x';
  });
}

/** `judge` says what a result is worth; it only sees results, never errors. */
type Trial = {
  method: string;
  params: (example: Transaction) => readonly unknown[];
  needs: 'code' | 'transaction' | 'nothing';
  judge(result: unknown, client: string): ProbeOutcome;
};

const YES: ProbeOutcome = { answers: 'yes', detail: '' };
const no = (detail: string): ProbeOutcome => ({ answers: 'no', detail });

const TRIALS: Readonly<Record<ProbedMethod, Trial>> = {
  callTracer: {
    method: 'debug_traceTransaction',
    params: ({ hash }) => [hash, { tracer: 'callTracer', tracerConfig: { withLog: true }, timeout: '10s' }],
    needs: 'transaction',
    judge: (result) => (isFields(result) && 'from' in result && 'type' in result ? YES : no('answers without a call')),
  },
  prestateTracer: {
    method: 'debug_traceTransaction',
    params: ({ hash }) => [hash, { tracer: 'prestateTracer', timeout: '10s' }],
    needs: 'transaction',
    judge: (result) => (isFields(result) && Object.keys(result).length > 0 ? YES : no('answers without accounts')),
  },
  structLogs: {
    method: 'debug_traceTransaction',
    params: ({ hash }) => [hash, { disableStack: true, disableStorage: true, enableMemory: false, timeout: '10s' }],
    needs: 'code',
    judge(result, client) {
      const steps = isFields(result) ? result.structLogs : undefined;
      if (!Array.isArray(steps)) return no('answers without struct logs');
      if (steps.length > 0) return YES;
      const advice = /anvil/i.test(client) ? '; start Anvil with --steps-tracing' : '';
      return no(`answers with empty struct logs${advice}`);
    },
  },
  trace_transaction: {
    method: 'trace_transaction',
    params: ({ hash }) => [hash],
    needs: 'transaction',
    judge: (result) => (isFilledList(result) ? YES : no('answers without actions')),
  },
  trace_replayTransaction: {
    method: 'trace_replayTransaction',
    params: ({ hash }) => [hash, ['trace', 'stateDiff']],
    needs: 'transaction',
    judge: (result) => (isFields(result) && isFilledList(result.trace) ? YES : no('answers without actions')),
  },
  ots_traceTransaction: {
    method: 'ots_traceTransaction',
    params: ({ hash }) => [hash],
    needs: 'code',
    judge: (result) => (isFilledList(result) ? YES : no('answers without calls')),
  },
  eth_getBlockReceipts: {
    method: 'eth_getBlockReceipts',
    params: ({ blockNumber }) => [blockParam(blockNumber ?? 0)],
    needs: 'transaction',
    judge: (result) => (isFilledList(result) ? YES : no('answers without receipts')),
  },
  eth_createAccessList: {
    method: 'eth_createAccessList',
    params: () => [{ from: NOBODY, to: NOBODY, data: '0x' }, 'latest'],
    needs: 'nothing',
    judge: (result) =>
      isFields(result) && Array.isArray(result.accessList) ? YES : no('answers without an access list'),
  },
  eth_getBlockAccessList: {
    method: 'eth_getBlockAccessList',
    params: ({ blockHash }) => [blockHash ?? NO_EXAMPLE.hash],
    needs: 'transaction',
    judge: (result) => (isFilledList(result) ? YES : no('answers without accounts')),
  },
  eth_simulateV1: {
    method: 'eth_simulateV1',
    params: () => [{ blockStateCalls: [{ calls: [{ from: NOBODY, to: NOBODY, data: '0x' }] }] }, 'latest'],
    needs: 'nothing',
    judge: (result) => (isFilledList(result) ? YES : no('answers without a block')),
  },
  eth_feeHistory: {
    method: 'eth_feeHistory',
    params: () => ['0x4', 'latest', [50]],
    needs: 'nothing',
    judge: (result) => (isFields(result) && isFilledList(result.baseFeePerGas) ? YES : no('answers without base fees')),
  },
};

async function tryMethods(
  rpc: Rpc,
  example: Example | undefined,
  client: string,
  signal: AbortSignal,
): Promise<Capabilities['methods']> {
  const names = Object.keys(TRIALS) as ProbedMethod[];
  const outcomes = await Promise.all(names.map((name) => tryMethod(rpc, TRIALS[name], example, client, signal)));
  return Object.fromEntries(names.map((name, index) => [name, outcomes[index]])) as Capabilities['methods'];
}

async function tryMethod(
  rpc: Rpc,
  trial: Trial,
  example: Example | undefined,
  client: string,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  if (trial.needs !== 'nothing' && !example) {
    return { answers: 'unknown', detail: `no transaction in the last ${LOOK_BACK} blocks to try it on` };
  }
  if (trial.needs === 'code' && !example?.ranCode) {
    return { answers: 'unknown', detail: `no contract call in the last ${LOOK_BACK} blocks to try it on` };
  }
  const params = trial.params(example?.transaction ?? NO_EXAMPLE);
  const answer = await rpc.request(trial.method, params, unknown(), { signal, timeout: CALL_TIMEOUT });
  return answer.ok ? trial.judge(answer.value, client) : outcomeOfFailure(answer.error);
}

/** Stands where a trial needs no transaction. */
const NO_EXAMPLE = { hash: `0x${'0'.repeat(64)}` as Hash } as Transaction;

function outcomeOfFailure(failure: Failure): ProbeOutcome {
  const outcome = failure.attempts.at(-1)?.outcome ?? failure.message;
  switch (failure.code) {
    case 'tooLarge':
      return { answers: 'yes', detail: outcome };
    case 'unsupported':
    case 'badAnswer':
    case 'stateUnavailable':
      return no(failure.raw === undefined ? outcome : `${outcome}: ${failure.raw.slice(0, 200)}`);
    case 'cancelled':
      return { answers: 'unknown', detail: 'no answer in time' };
    default:
      return { answers: 'unknown', detail: outcome };
  }
}

function isFilledList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
