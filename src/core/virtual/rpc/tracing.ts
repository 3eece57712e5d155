/** Transactions of the network executed again, in the shapes of go-ethereum's tracers. */

import { hexToBytes } from '../../chain/hex';
import { precompileAddresses } from '../../evm/precompiles/table';
import type { Fork } from '../../evm/rules/forks';
import { toInput } from '../../evm/transaction/chain-input';
import { systemCalls } from '../../evm/transaction/system-calls';
import type { Replay } from '../../replay/replay';
import { toPrestate, toStateDiff } from '../../replay/state-diff';
import type { Run } from '../../simulation/run';
import type { Fields } from '../../values/json-fields';
import { ok } from '../../values/result';
import type { SealedBlock } from '../sealed-block';
import { environmentOf, prepareCall, recordCall, resultOf, runIn, sceneAt } from './call';
import { callFrames, type GethFrame } from './call-frames';
import { flatFrames } from './flat-frames';
import { callRequestOf, fieldsOf, hashOf, isAbsent } from './parameters';
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

/**
 * Executes the block again up to its transaction `last`, and records that one or all. What is asked next of the same
 * transaction or block is answered from the same run.
 */
async function runOf(node: VirtualNode, sealed: SealedBlock, last: number, recorded: 'all' | number): Promise<Run> {
  const { chain } = node;
  const { block, transactions } = sealed;
  const ran = await node.runs.run(`${block.hash} ${recorded}`, async () => {
    const state = chain.stateAfter(block.number - 1);
    const environment = environmentOf(node, { state, block, rules: chain.rulesOf(block) });
    const root = block.parentBeaconBlockRoot;
    const steps = transactions.map((transaction) => ({
      transaction: toInput(transaction, true),
      manner: 'unsigned' as const,
      overlays: [],
      goesOn: true,
    }));
    const calls = systemCalls(environment, hexToBytes(block.parentHash), root && hexToBytes(root));
    return ok(await runIn(node, state, [{ environment, systemCalls: calls, overlays: [], steps }], { recorded, last }));
  });
  if (!ran.ok) throw new Error(ran.error.message);
  return ran.value;
}

export async function replayOf(node: VirtualNode, sealed: SealedBlock, index: number): Promise<Replay> {
  const run = await runOf(node, sealed, index, index);
  resultOf(run, index);
  return run.recordingOf(index) as Replay;
}

/** Returns the replays of all transactions of the block. One that was dropped for those after it is made again. */
export async function* replaysOf(
  node: VirtualNode,
  sealed: SealedBlock,
): AsyncIterable<[index: number, replay: Replay]> {
  const last = sealed.transactions.length - 1;
  const run = last < 0 ? undefined : await runOf(node, sealed, last, 'all');
  for (const index of sealed.transactions.keys())
    yield [index, run?.recordingOf(index) ?? (await replayOf(node, sealed, index))];
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
    case '4byteTracer':
      return countSelectors(callFrames(replay.finish(), false), replay.execution.block.fork);
    case 'noopTracer':
      return {};
    default:
      throw invalid(`there is no tracer ${tracer} here`);
  }
}

async function traceBlock(node: VirtualNode, number: number | undefined, options: Options): Promise<unknown> {
  const sealed = traceable(node, number);
  const traces: unknown[] = [];
  for await (const [index, replay] of replaysOf(node, sealed))
    traces.push({ txHash: sealed.transactions[index].hash, result: traceOf(replay, options) });
  return traces;
}

export function traceable(node: VirtualNode, number: number | undefined): SealedBlock {
  const sealed = number === undefined ? undefined : node.chain.blockAt(number);
  if (sealed === undefined) throw new RpcError(RpcCode.server, 'block not found');
  if (sealed.block.number === node.chain.firstNumber)
    throw new RpcError(
      RpcCode.server,
      node.chain.isFork ? 'the block is of the parent chain' : 'genesis is not traceable',
    );
  return sealed;
}

/** Selectors of calls with the bytes of calldata behind them, each with how often, as geth counts them: neither creations nor precompiles. */
function countSelectors(root: GethFrame, fork: Fork): Record<string, number> {
  const counts: Record<string, number> = {};
  const precompiles = precompileAddresses({ fork });
  const add = ({ type, to, input, calls }: GethFrame) => {
    const bytes = (input.length - 2) / 2;
    if (type.endsWith('CALL') || type === 'CALLCODE') {
      const key = `${input.slice(0, 10)}-${bytes - 4}`;
      if (bytes >= 4 && to !== undefined && !precompiles.includes(BigInt(to))) counts[key] = (counts[key] ?? 0) + 1;
    }
    for (const call of calls ?? []) add(call);
  };
  add(root);
  return counts;
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
};
