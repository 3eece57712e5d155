/** Transactions of the network executed again, in the shapes of go-ethereum's tracers and of Parity's trace module. */

import { bytesToHex } from '../../chain/hex';
import { toInput } from '../../evm/transaction/chain-input';
import type { Replay } from '../../replay/replay';
import { toPrestate, toStateDiff } from '../../replay/state-diff';
import { RowKind } from '../../trace/rows';
import { BlockExecution } from '../block-execution';
import type { SealedBlock } from '../sealed-block';
import { UndoRecord } from '../undo-record';
import { environmentOf, prepareCall, recordCall, type Scene, sceneAt } from './call';
import { callFrames } from './call-frames';
import { type FlatFrame, flatFrames } from './flat-frames';
import { type Form, hex } from './forms';
import { bigQuantityOf, callRequestOf, type Fields, fieldsOf, hashOf, isAbsent } from './parameters';
import { type Method, placed } from './reads';
import { invalid, RpcCode, RpcError } from './rpc-error';
import { structLogs } from './struct-logs';
import type { VirtualNode } from './virtual-node';

type Options = { tracer: string | undefined; config: Fields; steps: Fields };

function optionsOf(value: unknown): Options {
  const steps = isAbsent(value) ? {} : fieldsOf(value, 'options');
  return {
    tracer: typeof steps.tracer === 'string' ? steps.tracer : undefined,
    config: isAbsent(steps.tracerConfig) ? {} : fieldsOf(steps.tracerConfig, 'tracerConfig'),
    steps,
  };
}

/** The state before a transaction of the block, and the block around it. */
async function sceneBefore(node: VirtualNode, { block, transactions }: SealedBlock, index: number): Promise<Scene> {
  const { chain } = node;
  const state = chain.stateAfter(block.number - 1);
  const rules = chain.rulesOf(block);
  const execution = new BlockExecution(block, rules, state, chain.supplier, new UndoRecord(state), () => undefined);
  await execution.begin();
  for (const transaction of transactions.slice(0, index)) await execution.add({ transaction, isUnsigned: true });
  return { state, block, rules };
}

async function replayOf(node: VirtualNode, sealed: SealedBlock, index: number): Promise<Replay> {
  const scene = await sceneBefore(node, sealed, index);
  const input = { ...toInput(sealed.transactions[index], true), isMadeUp: true };
  return recordCall(node, scene, { input, environment: environmentOf(node, scene), unchecked: false });
}

function traceOf(replay: Replay, { tracer, config, steps }: Options): unknown {
  switch (tracer) {
    case undefined:
      return structLogs(replay, steps);
    case 'callTracer': {
      const frame = callFrames(replay.finish(), config.withLog === true);
      if (config.onlyTopCall !== true) return frame;
      const { calls: _, ...top } = frame;
      return top;
    }
    case 'flatCallTracer':
      return flatFrames(callFrames(replay.finish(), false), replay.execution.block.fork, {
        precompiles: config.includePrecompiles === true,
        parityErrors: config.convertParityErrors === true,
      });
    case 'prestateTracer': {
      const options = {
        code: config.disableCode !== true,
        storage: config.disableStorage !== true,
        empty: config.includeEmpty === true,
      };
      const touched = replay.touched();
      return config.diffMode === true ? toStateDiff(touched, undefined, options) : toPrestate(touched, options);
    }
    case 'noopTracer':
      return {};
    default:
      throw invalid(`there is no tracer ${tracer} here`);
  }
}

async function traceBlock(node: VirtualNode, number: number | undefined, options: Options): Promise<unknown> {
  const sealed = traceable(node, number);
  const traces: unknown[] = [];
  for (const [index, { hash }] of sealed.transactions.entries())
    traces.push({ txHash: hash, result: traceOf(await replayOf(node, sealed, index), options) });
  return traces;
}

function traceable(node: VirtualNode, number: number | undefined): SealedBlock {
  const sealed = number === undefined ? undefined : node.chain.blockAt(number);
  if (sealed === undefined) throw new RpcError(RpcCode.server, 'block not found');
  if (sealed.block.number === node.chain.firstNumber)
    throw new RpcError(
      RpcCode.server,
      node.chain.isFork ? 'the block is of the parent chain' : 'genesis is not traceable',
    );
  return sealed;
}

/** Parity's traces of one transaction. */
async function parityTraces(node: VirtualNode, sealed: SealedBlock, index: number): Promise<Form[]> {
  const replay = await replayOf(node, sealed, index);
  const frames = flatFrames(callFrames(replay.finish(), false), replay.execution.block.fork, {
    precompiles: false,
    parityErrors: true,
  });
  const { block, transactions } = sealed;
  return frames.map((frame) => ({
    ...frame,
    result: parityResult(frame),
    blockHash: block.hash,
    blockNumber: block.number,
    transactionHash: transactions[index].hash,
    transactionPosition: index,
  }));
}

/** A creation that reverted made no contract: what it returned is output, and no code. */
function parityResult({ result, error }: FlatFrame): Form | null {
  if (result === undefined) return null;
  if (error === undefined || result.code === undefined) return result;
  return { gasUsed: result.gasUsed, output: result.code };
}

export const TRACING: Readonly<Record<string, Method>> = {
  debug_traceTransaction: async (node, params) => {
    const hash = hashOf(params[0]);
    const found = placed(node, hash);
    if (found) return traceOf(await replayOf(node, found.sealed, found.index), optionsOf(params[1]));
    if ((await node.readParentsTransaction('eth_getTransactionByHash', hash)) === null)
      throw new RpcError(RpcCode.server, 'transaction not found');
    return node.readParent('debug_traceTransaction', params);
  },
  debug_traceBlockByNumber: (node, params) => traceBlock(node, node.numberOf(params[0]), optionsOf(params[1])),
  debug_traceBlockByHash: (node, params) =>
    traceBlock(node, node.chain.numberOf(hashOf(params[0])), optionsOf(params[1])),
  debug_traceCall: async (node, params) => {
    const options = optionsOf(params[2]);
    const { stateOverrides, blockOverrides } = options.steps;
    const scene = await sceneAt(node, node.positionOf(params[1]), stateOverrides, blockOverrides);
    return traceOf(await recordCall(node, scene, await prepareCall(node, scene, callRequestOf(params[0]))), options);
  },
  trace_transaction: async (node, params) => {
    const found = placed(node, hashOf(params[0]));
    return found ? parityTraces(node, found.sealed, found.index) : null;
  },
  trace_block: async (node, params) => {
    const sealed = traceable(node, node.numberOf(params[0]));
    const traces: Form[] = [];
    for (const index of sealed.transactions.keys()) traces.push(...(await parityTraces(node, sealed, index)));
    return traces;
  },
  ots_getApiLevel: () => 8,
  ots_getTransactionError: async (node, params) => {
    const found = placed(node, hashOf(params[0]));
    if (found === undefined) return '0x';
    const { result } = await replayOf(node, found.sealed, found.index);
    return result && !result.success ? bytesToHex(result.output) : '0x';
  },
  ots_traceTransaction: async (node, params) => {
    const found = placed(node, hashOf(params[0]));
    if (found === undefined) return null;
    const trace = (await replayOf(node, found.sealed, found.index)).finish();
    const { rows, addresses, words, payload } = trace;
    const entries: Form[] = [];
    const depths: number[] = [];
    for (let row = 0; row < rows.length; row++) {
      const type = OTTERSCAN_TYPES[rows.kind[row]];
      depths[row] = row === 0 ? 0 : depths[rows.parent[row]] + 1;
      if (type === undefined) continue;
      const [input, output] = [rows.inputStart[row], rows.outputStart[row]];
      entries.push({
        type,
        depth: depths[row],
        from: addresses[rows.from[row]],
        to: addresses[rows.to[row]] ?? null,
        value:
          type === 'DELEGATECALL' || type === 'STATICCALL'
            ? null
            : hex(bigQuantityOf(words[rows.value[row]] ?? '0x0', 'value')),
        input: bytesToHex(payload.subarray(input, input + rows.inputLength[row])),
        output: bytesToHex(payload.subarray(output, output + rows.outputLength[row])),
      });
    }
    return entries;
  },
};

const OTTERSCAN_TYPES: Readonly<Record<number, string>> = {
  [RowKind.call]: 'CALL',
  [RowKind.staticcall]: 'STATICCALL',
  [RowKind.delegatecall]: 'DELEGATECALL',
  [RowKind.callcode]: 'CALLCODE',
  [RowKind.create]: 'CREATE',
  [RowKind.create2]: 'CREATE2',
  [RowKind.selfdestruct]: 'SELFDESTRUCT',
};
