/** Parity's trace module: transactions of the network executed again, and calls, as flat traces and changes of the state. */
import { bytesToHex, quantityHex } from '../../chain/hex';
import type { Hash } from '../../chain/primitives';
import type { Replay } from '../../replay/replay';
import type { AccountValues, TouchedAccount } from '../../replay/touched-accounts';
import type { Fields } from '../../values/json-fields';
import type { SealedBlock } from '../sealed-block';
import { prepareCall, recordCall, type Scene, sceneAt } from './call';
import { callFrames, type GethFrame } from './call-frames';
import { type FlatFrame, flatFrames } from './flat-frames';
import type { Form } from './forms';
import { addressOf, amountOf, callRequestOf, fieldsOf, hashOf, isAbsent, listOf, quantityOf } from './parameters';
import { type Method, placed } from './reads';
import { invalid, RpcCode, RpcError } from './rpc-error';
import { replayOf, replaysOf, traceable } from './tracing';
import type { VirtualNode } from './virtual-node';

/** Blocks that one trace_filter executes at most. */
const MAX_FILTERED = 10_000;

/** Parity's traces of several blocks by who calls whom; a contract that is made counts as called. */
async function filterTraces(node: VirtualNode, filter: Fields): Promise<Form[]> {
  const first = Math.max(
    isAbsent(filter.fromBlock) ? 0 : (node.numberOf(filter.fromBlock) ?? 0),
    node.chain.firstNumber + 1,
  );
  const given = isAbsent(filter.toBlock) ? node.chain.number : (node.numberOf(filter.toBlock) ?? node.chain.number);
  const last = Math.min(given, node.chain.number);
  if (last - first >= MAX_FILTERED) throw invalid(`more than ${MAX_FILTERED} blocks`);
  const addresses = (value: unknown, what: string) =>
    isAbsent(value) ? [] : listOf(value, what).map((address) => addressOf(address));
  const [from, to] = [addresses(filter.fromAddress, 'fromAddress'), addresses(filter.toAddress, 'toAddress')];
  const isIn = (list: readonly unknown[], ...found: readonly unknown[]) => found.some((each) => list.includes(each));
  const isMeant = ({ action, result }: ParityTrace) => {
    const isFrom = isIn(from, action.from, action.address);
    const isTo = isIn(to, action.to, action.refundAddress, result?.address);
    if (from.length === 0 || to.length === 0) return from.length + to.length === 0 || isFrom || isTo;
    return filter.mode === 'intersection' ? isFrom && isTo : isFrom || isTo;
  };
  const after = isAbsent(filter.after) ? 0 : amountOf(filter.after, 'after');
  const end = isAbsent(filter.count) ? Number.POSITIVE_INFINITY : after + amountOf(filter.count, 'count');
  const found: Form[] = [];
  for (let number = first; number <= last && found.length < end; number++) {
    const sealed = node.chain.blockAt(number);
    if (sealed === undefined) continue;
    for await (const [index, replay] of replaysOf(node, sealed))
      found.push(...parityTraces(sealed, index, replay).filter(isMeant));
  }
  return found.slice(after, end);
}

type ParityTrace = Omit<FlatFrame, 'result'> & { result: Form | null };

/** Parity's traces of one transaction, with its place. */
function parityTraces({ block, transactions }: SealedBlock, index: number, replay: Replay): ParityTrace[] {
  return tracesOf(replay).map((trace) => ({
    ...trace,
    blockHash: block.hash,
    blockNumber: block.number,
    transactionHash: transactions[index].hash,
    transactionPosition: index,
  }));
}

/** Gas of the first is that of the execution: what a transaction costs before is not in it. */
function tracesOf(replay: Replay): ParityTrace[] {
  const root = callFrames(replay.finish(), false);
  const spent = replay.result?.spent;
  const executed: GethFrame =
    spent === undefined
      ? root
      : {
          ...root,
          gas: quantityHex(BigInt(root.gas) - BigInt(spent.initial)),
          gasUsed: quantityHex(spent.executed ?? 0),
        };
  const frames = flatFrames(executed, replay.execution.block.fork, {
    precompiles: false,
    parityErrors: true,
  });
  return frames.map((frame) => ({ ...frame, result: parityResult(frame) }));
}

/** A creation that reverted made no contract: what it returned is output, and no code. */
function parityResult({ result, error }: FlatFrame): Form | null {
  if (result === undefined) return null;
  if (error === undefined || result.code === undefined) return result;
  return { gasUsed: result.gasUsed, output: result.code };
}

type Wanted = { trace: boolean; stateDiff: boolean };

function wantedOf(value: unknown): Wanted {
  const types = listOf(value, 'trace types');
  const unknown = types.find((type) => !['trace', 'stateDiff'].includes(String(type)));
  if (unknown !== undefined) throw invalid(`there is no trace type ${String(unknown).slice(0, 40)} here`);
  return { trace: types.includes('trace'), stateDiff: types.includes('stateDiff') };
}

/** Returns output, trace and state diff of an execution, as far as they are wanted. */
function tracedOf(replay: Replay, { trace, stateDiff }: Wanted): Form {
  return {
    output: bytesToHex(replay.result?.output ?? new Uint8Array(0)),
    stateDiff: stateDiff ? stateDiffOf(replay.touched()) : null,
    trace: trace ? tracesOf(replay) : [],
    vmTrace: null,
  };
}

/** Accounts that changed: `=` where a part is the same, `+` and `-` where the account began or ended, else `*`. */
function stateDiffOf(touched: readonly TouchedAccount[]): Form {
  const diff: Record<string, Form> = {};
  for (const { address, before, after, storage } of touched) {
    const changed = storage.filter((slot) => slot.before !== slot.after);
    const part = (of: (values: AccountValues) => string) => partOf(before, after, of);
    const parts = {
      balance: part(({ balance }) => quantityHex(balance)),
      code: part(({ code }) => bytesToHex(code)),
      nonce: part(({ nonce }) => quantityHex(nonce)),
    };
    if (changed.length === 0 && Object.values(parts).every((each) => each === '=')) continue;
    const slots = changed.map((slot) => [
      slot.key,
      before.exists ? { '*': { from: slot.before, to: slot.after } } : { '+': slot.after },
    ]);
    diff[address] = { ...parts, storage: Object.fromEntries(slots) };
  }
  return diff;
}

function partOf(before: AccountValues, after: AccountValues, of: (values: AccountValues) => string): unknown {
  if (!before.exists && after.exists) return { '+': of(after) };
  if (before.exists && !after.exists) return { '-': of(before) };
  const [from, to] = [of(before), of(after)];
  return from === to ? '=' : { '*': { from, to } };
}

async function traceCallIn(node: VirtualNode, scene: Scene, call: unknown, types: unknown): Promise<Form> {
  const wanted = wantedOf(types);
  return tracedOf(await recordCall(node, scene, await prepareCall(node, scene, callRequestOf(call))), wanted);
}

function placedOrRefuse(node: VirtualNode, hash: Hash): NonNullable<ReturnType<typeof placed>> {
  const found = placed(node, hash);
  if (found === undefined) throw new RpcError(RpcCode.server, 'transaction not found');
  return found;
}

export const PARITY: Readonly<Record<string, Method>> = {
  trace_transaction: async (node, params) => {
    const found = placed(node, hashOf(params[0]));
    if (found === undefined) return null;
    const { sealed, index } = found;
    return parityTraces(sealed, index, await replayOf(node, sealed, index));
  },
  trace_get: async (node, params) => {
    const found = placed(node, hashOf(params[0]));
    if (found === undefined) return null;
    const { sealed, index } = found;
    const path = listOf(params[1], 'indices').map((each) => quantityOf(each, 'index'));
    const traces = parityTraces(sealed, index, await replayOf(node, sealed, index));
    return traces.find(({ traceAddress }) => String(traceAddress) === String(path));
  },
  trace_block: async (node, params) => {
    const sealed = traceable(node, node.numberOf(params[0]));
    const traces: ParityTrace[] = [];
    for await (const [index, replay] of replaysOf(node, sealed)) traces.push(...parityTraces(sealed, index, replay));
    return traces;
  },
  trace_filter: (node, params) => filterTraces(node, isAbsent(params[0]) ? {} : fieldsOf(params[0], 'filter')),
  trace_call: async (node, params) => {
    const scene = await sceneAt(node, node.positionOf(params[2] ?? 'latest'));
    return traceCallIn(node, scene, params[0], params[1]);
  },
  trace_callMany: async (node, params) => {
    const scene = await sceneAt(node, node.positionOf(params[1] ?? 'latest'));
    const answers: Form[] = [];
    for (const each of listOf(params[0], 'calls')) {
      const [call, types] = listOf(each, 'call');
      answers.push(await traceCallIn(node, scene, call, types));
    }
    return answers;
  },
  trace_replayTransaction: async (node, params) => {
    const hash = hashOf(params[0]);
    const { sealed, index } = placedOrRefuse(node, hash);
    return { ...tracedOf(await replayOf(node, sealed, index), wantedOf(params[1])), transactionHash: hash };
  },
  trace_replayBlockTransactions: async (node, params) => {
    const sealed = traceable(node, node.numberOf(params[0]));
    const wanted = wantedOf(params[1]);
    const answers: Form[] = [];
    for await (const [index, replay] of replaysOf(node, sealed))
      answers.push({ ...tracedOf(replay, wanted), transactionHash: sealed.transactions[index].hash });
    return answers;
  },
};
