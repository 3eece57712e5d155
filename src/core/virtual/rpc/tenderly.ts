/**
 * Tenderly's methods for simulations and traces (Node RPC, Simulate and Trace JSON-RPC). A node knows no ABI and no prices: logs and
 * calls stand as Tenderly answers those of a contract that it does not know, and fields of prices are left out.
 */
import { bytesToHex, quantityHex } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import type { Log } from '../../chain/transaction';
import { ZERO_ADDRESS } from '../../chain/zero-address';
import { formatUnits } from '../../format/amounts';
import { computeLogsBloom } from '../../proof/receipts';
import type { Replay } from '../../replay/replay';
import type { TouchedAccount } from '../../replay/touched-accounts';
import { decodeDecimals, decodeTokenText, TOKEN_CALLS } from '../../tokens/token-calls';
import { computeTransfers, type Transfer } from '../../trace/transfers';
import { estimateIn, prepareCall, recordCall, runCall, type Scene, sceneAt } from './call';
import { callFrames, type GethFrame } from './call-frames';
import type { Form } from './forms';
import { callRequestOf, hashOf, listOf } from './parameters';
import { type Method, type Params, placed } from './reads';
import { RpcCode, RpcError } from './rpc-error';
import { standingLogs } from './simulated-logs';
import { replayOf } from './tracing';
import type { VirtualNode } from './virtual-node';

function sceneOf(node: VirtualNode, [, block, stateOverrides, blockOverrides]: Params): Promise<Scene> {
  return sceneAt(node, node.positionOf(block ?? 'latest'), stateOverrides, blockOverrides);
}

/** Runs the call in the scene, whose state changes. `gasBefore`: gas of the calls before it in its bundle. */
async function simulateIn(node: VirtualNode, scene: Scene, call: unknown, gasBefore: number): Promise<[Form, number]> {
  const prepared = await prepareCall(node, scene, callRequestOf(call));
  const replay = await recordCall(node, scene, prepared);
  const gasUsed = replay.result?.gasUsed ?? 0;
  const changes = stateChanges(replay.touched());
  const moved = replay.result?.success === true ? computeTransfers(replay.finish()) : [];
  const assets = await assetChanges(node, scene, moved);
  const form = {
    ...executionForm(replay, { number: scene.block.number, type: prepared.input.type, before: gasBefore }),
    ...(assets.length > 0 && { assetChanges: assets, balanceChanges: balanceChanges(moved) }),
    ...(changes.length > 0 && { stateChanges: changes }),
  };
  return [form, gasUsed];
}

/** Returns the fields that simulated and mined executions share. */
function executionForm(
  replay: Replay,
  { number, type, before }: { number: number; type: number; before: number },
): Form {
  const { result } = replay;
  const trace = replay.finish();
  const logs: readonly Log[] = result?.success === true ? standingLogs(trace, 0, false).logs : [];
  return {
    status: result?.success === true,
    gasUsed: quantityHex(result?.gasUsed ?? 0),
    cumulativeGasUsed: quantityHex(before + (result?.gasUsed ?? 0)),
    blockNumber: quantityHex(number),
    type: quantityHex(type),
    logsBloom: computeLogsBloom([...logs]),
    logs: logs.map(({ address, topics, data }) => ({
      name: '',
      anonymous: false,
      inputs: null,
      raw: { address, topics, data },
    })),
    trace: callsOf(callFrames(trace, false), []),
  };
}

/** The calls one after the other, each before those that it makes. Only calls that can send a value have one, and all have an output. */
function callsOf({ calls = [], revertReason, logs: _, value, ...frame }: GethFrame, traceAddress: number[]): Form[] {
  return [
    {
      ...frame,
      ...(value !== undefined && frame.type !== 'DELEGATECALL' && { value }),
      output: frame.output ?? '0x',
      ...(revertReason === undefined ? {} : { errorReason: revertReason }),
      subtraces: calls.length,
      traceAddress,
    },
    ...calls.flatMap((call, at) => callsOf(call, [...traceAddress, at])),
  ];
}

function stateChanges(touched: readonly TouchedAccount[]): Form[] {
  return touched.flatMap(({ address, before, after, storage }) => {
    const change = (previousValue: string, newValue: string) =>
      previousValue === newValue ? undefined : { previousValue, newValue };
    const slots = storage.filter((slot) => slot.before !== slot.after);
    const parts = {
      nonce: change(quantityHex(before.nonce), quantityHex(after.nonce)),
      balance: change(quantityHex(before.balance), quantityHex(after.balance)),
      code: change(bytesToHex(before.code), bytesToHex(after.code)),
      storage:
        slots.length === 0
          ? undefined
          : slots.map((slot) => ({ slot: slot.key, previousValue: slot.before, newValue: slot.after })),
    };
    const changed = Object.entries(parts).filter(([, value]) => value !== undefined);
    return changed.length === 0 ? [] : [{ address, ...Object.fromEntries(changed) }];
  });
}

const STANDARDS = {
  'ERC-20': 'ERC20',
  'ERC-721': 'ERC721',
  'ERC-1155': 'ERC1155',
  'ERC-6909': 'ERC6909',
  native: 'NativeCurrency',
} as const;

async function assetChanges(node: VirtualNode, scene: Scene, moved: readonly Transfer[]): Promise<Form[]> {
  const infos = new Map<Address | undefined, Form>();
  for (const { token, standard } of moved)
    if (!infos.has(token)) infos.set(token, await assetInfo(node, scene, standard, token));
  return moved.map(({ standard, token, tokenId, from, to, amount }) => {
    const assetInfo = infos.get(token);
    const decimals = standard === 'native' ? 18 : assetInfo?.decimals;
    return {
      assetInfo,
      type: from === ZERO_ADDRESS ? 'Mint' : to === ZERO_ADDRESS ? 'Burn' : 'Transfer',
      ...(from !== ZERO_ADDRESS && { from }),
      ...(to !== ZERO_ADDRESS && { to }),
      ...(tokenId !== undefined && { tokenId: quantityHex(tokenId) }),
      rawAmount: quantityHex(amount),
      ...(typeof decimals === 'number' && { amount: formatUnits(amount, decimals) }),
    };
  });
}

async function assetInfo(
  node: VirtualNode,
  scene: Scene,
  standard: Transfer['standard'],
  token: Address | undefined,
): Promise<Form> {
  if (token === undefined) return { standard: STANDARDS.native, type: 'Native', symbol: 'ETH', decimals: 18 };
  const ask = async (data: Hex) => {
    const own = { ...scene, state: scene.state.copied() };
    const { success, output } = await runCall(node, own, await prepareCall(node, own, { to: token, input: data }));
    return success ? bytesToHex(output) : '0x';
  };
  const symbol = decodeTokenText(await ask(TOKEN_CALLS.symbol));
  const name = decodeTokenText(await ask(TOKEN_CALLS.name));
  const decimals = standard === 'ERC-20' ? decodeDecimals(await ask(TOKEN_CALLS.decimals)) : undefined;
  return {
    standard: STANDARDS[standard],
    type: standard === 'ERC-721' ? 'NonFungible' : 'Fungible',
    contractAddress: token,
    ...(symbol !== undefined && { symbol }),
    ...(name !== undefined && { name }),
    ...(decimals !== undefined && { decimals }),
  };
}

/** Returns for each account the numbers of the asset changes that it takes part in. */
function balanceChanges(moved: readonly Transfer[]): Form[] {
  const places = new Map<Address, number[]>();
  for (const [at, { from, to }] of moved.entries())
    for (const address of new Set([from, to]))
      if (address !== ZERO_ADDRESS) places.set(address, [...(places.get(address) ?? []), at]);
  return Array.from(places, ([address, transfers]) => ({ address, transfers }));
}

/** Estimates the call and runs it, so that one after it finds what it left. */
async function estimate(node: VirtualNode, scene: Scene, call: unknown): Promise<Form> {
  const request = callRequestOf(call);
  const gas = await estimateIn(node, scene, request);
  const { gasUsed } = await runCall(node, scene, await prepareCall(node, scene, { ...request, gas }));
  return { gas: quantityHex(gas), gasUsed: quantityHex(gasUsed) };
}

export const TENDERLY: Readonly<Record<string, Method>> = {
  tenderly_simulateTransaction: async (node, params) =>
    (await simulateIn(node, await sceneOf(node, params), params[0], 0))[0],
  tenderly_simulateBundle: async (node, params) => {
    const scene = await sceneOf(node, params);
    const answers: Form[] = [];
    let gasBefore = 0;
    for (const call of listOf(params[0], 'calls')) {
      const [answer, gasUsed] = await simulateIn(node, scene, call, gasBefore);
      answers.push(answer);
      gasBefore += gasUsed;
    }
    return answers;
  },
  tenderly_estimateGas: async (node, params) => estimate(node, await sceneOf(node, params), params[0]),
  tenderly_estimateGasBundle: async (node, params) => {
    const scene = await sceneOf(node, params);
    const answers: Form[] = [];
    for (const call of listOf(params[0], 'calls')) answers.push(await estimate(node, scene, call));
    return answers;
  },
  tenderly_traceTransaction: async (node, params) => {
    const found = placed(node, hashOf(params[0]));
    if (found === undefined) throw new RpcError(RpcCode.server, 'transaction not found');
    const { sealed, index } = found;
    const { type } = sealed.transactions[index];
    const before = sealed.receipts.slice(0, index).reduce((sum, { gasUsed }) => sum + gasUsed, 0);
    return executionForm(await replayOf(node, sealed, index), { number: sealed.block.number, type, before });
  },
};
