/** Calls that leave nothing behind: run on a copy of the state after a block, with whatever is overridden in it. */

import { bytesToAddress, bytesToHex, hexToBytes } from '../../chain/hex';
import type { Address, Hash, Hex } from '../../chain/primitives';
import { type Block, gasLimitOf, transactionOf } from '../../chain/transaction';
import { ZERO_HASH } from '../../chain/zero-hash';
import type { BlockEnvironment } from '../../evm/environment';
import type { ChainRules } from '../../evm/families/family';
import { Halt, haltText } from '../../evm/frames/halt';
import { type MovedPrecompiles, precompileAddresses } from '../../evm/precompiles/table';
import type { Fork } from '../../evm/rules/forks';
import type { State } from '../../evm/state/state';
import { toEnvironment, toInput } from '../../evm/transaction/chain-input';
import type { TransactionInput } from '../../evm/transaction/transaction-input';
import type { TransactionResult } from '../../evm/transaction/transaction-result';
import { maxGasLimit } from '../../evm/transaction/validity';
import { LIMBS, toBigInt } from '../../evm/words/words';
import type { Replay } from '../../replay/replay';
import { findLeastGas } from '../../simulation/least-gas';
import { layOver } from '../../simulation/overlay';
import { USUAL_TIP } from '../../simulation/prices';
import { Run, type RunBlock, type RunOptions, runOfOne } from '../../simulation/run';
import type { Fields } from '../../values/json-fields';
import { executePending } from '../pending-block';
import { knownAccount, runSupplied } from '../state-source';
import {
  addressOf,
  bigQuantityOf,
  bytesOf,
  type CallRequest,
  fieldsOf,
  hashOf,
  isAbsent,
  quantityOf,
  wordOf,
} from './parameters';
import { invalid, RpcCode, RpcError, reverted } from './rpc-error';
import type { Position, VirtualNode } from './virtual-node';

/** Where a call runs: a state of its own, and the block around it. */
export type Scene = {
  state: State;
  block: Block & { number: number };
  rules: ChainRules;
  movedPrecompiles?: MovedPrecompiles;
  /** Wei per blob gas, where it is overridden. */
  blobBaseFee?: bigint | undefined;
};

const NOT_MOVED: MovedPrecompiles = new Map();

const NO_HASH = new Uint8Array(32);

/**
 * Gas of a call at most, whatever is asked for: a call that loops is over in seconds. Some chains state a gas limit of
 * 2^50 in their blocks, and go-ethereum, too, gives a call less than it asks for.
 */
const MAX_CALL_GAS = 500_000_000;

const NOBODY = `0x${'0'.repeat(40)}` as Address;

/** Returns the state after the block, and the block itself, with overrides of both (as go-ethereum takes them). */
export async function sceneAt(
  node: VirtualNode,
  position: Position,
  stateOverrides?: unknown,
  blockOverrides?: unknown,
): Promise<Scene> {
  const { chain } = node;
  const given = blockOverridesOf(blockOverrides);
  for (const name of ['withdrawals', 'beaconRoot'])
    if (!isAbsent(given[name])) throw invalid(`block override '${name}' is not supported here, only by eth_simulateV1`);
  const pending = position.isPending && (await executePending(chain));
  const state = pending ? pending.state : chain.stateAfter(position.number);
  const block = overriddenBlock(pending ? pending.block : position.block, given);
  const rules = chain.rulesOf(block);
  const movedPrecompiles = await overrideState(node, state, stateOverrides, rules.fork);
  return { state, block, rules, movedPrecompiles, blobBaseFee: overriddenBlobBaseFee(given) };
}

/**
 * Returns the scene's block as code in it sees it. Its number may be overridden: hashes of earlier blocks are the
 * chain's own, and none is added to them. Blocks that are not there yet have the hash zero.
 */
export function environmentOf(
  { chain }: VirtualNode,
  { block, rules, movedPrecompiles = NOT_MOVED, blobBaseFee }: Scene,
): BlockEnvironment {
  const environment = {
    ...toEnvironment(block, rules, new Map()),
    blockHash: (number: number) => (number > chain.number ? NO_HASH : chain.supplier.hashes.get(number)),
    ...(blobBaseFee === undefined ? {} : { blobBaseFee }),
  };
  return movedPrecompiles.size === 0 ? environment : { ...environment, movedPrecompiles };
}

/**
 * Sets what an object of overrides names, by address: balance, nonce, code,
 * `state` instead of all storage, `stateDiff` in it. A precompile that is
 * overridden is gone from its address, to where it is moved if that is said;
 * of two that are moved to one address, the second counts.
 */
export async function overrideState(
  node: VirtualNode,
  state: State,
  overrides: unknown,
  fork: Fork,
): Promise<MovedPrecompiles> {
  const moved = new Map<bigint, bigint | undefined>();
  if (isAbsent(overrides)) return moved;
  const byAddress = Object.entries(fieldsOf(overrides, 'state overrides'))
    .map(([key, value]) => [addressOf(key), key, value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const overridden = new Set(byAddress.map(([address]) => BigInt(address)));
  for (const [address, key, value] of byAddress) {
    const given = fieldsOf(value, `overrides of ${key}`);
    const precompile = precompileAddresses({ fork }).find((each) => each === BigInt(address));
    if (!isAbsent(given.movePrecompileToAddress)) {
      const to = BigInt(addressOf(given.movePrecompileToAddress));
      if (precompile === undefined) throw new RpcError(RpcCode.server, `account ${address} is not a precompile`);
      if (overridden.has(to))
        throw new RpcError(RpcCode.server, `account ${given.movePrecompileToAddress} is already overridden`);
      moved.set(to, precompile);
    }
    if (precompile !== undefined) moved.set(BigInt(address), moved.get(BigInt(address)));
    await knownAccount(state, node.chain.supplier, hexToBytes(address));
    if (!isAbsent(given.state) && !isAbsent(given.stateDiff))
      throw invalid(`account ${address} has both 'state' and 'stateDiff'`);
    layOver(state, {
      address,
      override: {
        ...(isAbsent(given.balance) ? {} : { balance: bigQuantityOf(given.balance, 'balance') }),
        ...(isAbsent(given.nonce) ? {} : { nonce: quantityOf(given.nonce, 'nonce') }),
        ...(isAbsent(given.code) ? {} : { code: bytesOf(given.code, 'code') }),
        ...(isAbsent(given.state) ? {} : { state: slotsOf(given.state) }),
        ...(isAbsent(given.stateDiff) ? {} : { stateDiff: slotsOf(given.stateDiff) }),
      },
    });
  }
  return moved;
}

function slotsOf(value: unknown): Record<Hash, Hash> {
  const slots: Record<Hash, Hash> = {};
  for (const [slot, word] of Object.entries(fieldsOf(value, 'storage overrides')))
    slots[wordOf(slot, 'slot')] = wordOf(word, 'value');
  return slots;
}

export function blockOverridesOf(value: unknown): Fields {
  return isAbsent(value) ? {} : fieldsOf(value, 'block overrides');
}

/** Returns the overridden price of blob gas, wei; no header states it. */
export function overriddenBlobBaseFee({ blobBaseFee }: Fields): bigint | undefined {
  return isAbsent(blobBaseFee) ? undefined : bigQuantityOf(blobBaseFee, 'blobBaseFee');
}

/** Returns the block with the fields that are overridden; both names that nodes use are taken. */
export function overriddenBlock(block: Block & { number: number }, given: Fields): Block & { number: number } {
  const pick = <T>(names: readonly string[], read: (value: unknown, name: string) => T, otherwise: T): T => {
    const name = names.find((each) => !isAbsent(given[each]));
    return name === undefined ? otherwise : read(given[name], name);
  };
  return {
    ...block,
    number: pick(['number'], quantityOf, block.number),
    timestamp: pick(['time', 'timestamp'], quantityOf, block.timestamp),
    gasLimit: pick(['gasLimit'], quantityOf, gasLimitOf(block)),
    miner: pick(['feeRecipient', 'coinbase'], addressOf, block.miner),
    mixHash: pick(['prevRandao', 'random'], hashOf, block.mixHash ?? ZERO_HASH),
    difficulty: pick(['difficulty'], bigQuantityOf, block.difficulty ?? 0n),
    ...(block.baseFeePerGas === undefined
      ? {}
      : { baseFeePerGas: pick(['baseFeePerGas', 'baseFee'], bigQuantityOf, block.baseFeePerGas) }),
  };
}

/** A call ready for a machine. `unchecked`: it runs without fees. */
export type PreparedCall = { input: TransactionInput; environment: BlockEnvironment; unchecked: boolean };

/** Returns the call with its open fields filled in. Without a price it pays nothing, and the base fee is zero for it. */
export async function prepareCall(
  node: VirtualNode,
  scene: Scene,
  request: CallRequest,
  defaultGas = gasLimitOf(scene.block),
): Promise<PreparedCall> {
  const { state } = scene;
  const from = request.from ?? NOBODY;
  const account = await knownAccount(state, node.chain.supplier, hexToBytes(from));
  if (request.gasPrice !== undefined && request.maxFeePerGas !== undefined)
    throw invalid('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified');
  const type = typeOf(request);
  const inToken = request.feeCurrency !== undefined;
  if (inToken) checkFeeCurrency(scene);
  // What would pay in a token is charged nothing, as long as it is no transaction.
  const price = inToken ? 0n : (request.gasPrice ?? request.maxFeePerGas ?? 0n);
  const transaction = transactionOf({
    networkId: node.chain.networkId,
    hash: ZERO_HASH,
    type,
    from,
    ...(request.to === undefined ? {} : { to: request.to }),
    nonce: Number(state.nonce[account]),
    value: request.value ?? 0n,
    input: request.input ?? '0x',
    gas: Math.min(request.gas ?? defaultGas, MAX_CALL_GAS),
    gasPrice: price,
    maxFeePerGas: price,
    maxPriorityFeePerGas: inToken ? 0n : (request.gasPrice ?? request.maxPriorityFeePerGas ?? 0n),
    accessList: request.accessList ?? [],
    maxFeePerBlobGas: request.maxFeePerBlobGas ?? 0n,
    blobVersionedHashes: request.blobVersionedHashes ?? [],
    authorizationList: request.authorizationList ?? [],
  });
  const environment = environmentOf(node, scene);
  const isFree = price === 0n;
  return {
    input: { ...toInput(transaction, true), isMadeUp: true },
    environment: isFree ? { ...environment, baseFee: 0n } : environment,
    unchecked: isFree,
  };
}

function typeOf(request: CallRequest): number {
  if (request.type !== undefined) return request.type;
  if (request.authorizationList !== undefined) return 4;
  if (request.blobVersionedHashes !== undefined) return 3;
  if (request.gasPrice === undefined) return 2;
  return request.accessList === undefined ? 0 : 1;
}

/** Steps of a recorded call at most: what a trace of one may hold in memory. */
const STEP_LIMIT = 5_000_000;

/** Runs in the scene, whose state changes. Gas bounds the steps of what is not recorded. */
export async function runIn(
  { chain: { supplier } }: VirtualNode,
  state: State,
  blocks: readonly RunBlock[],
  options: RunOptions = {},
): Promise<Run> {
  const run = new Run(state, blocks, { stepLimit: Number.POSITIVE_INFINITY, recordedLimit: STEP_LIMIT, ...options });
  await runSupplied(run, state, supplier);
  return run;
}

function runOfCall({ input, environment, unchecked }: PreparedCall): readonly RunBlock[] {
  return runOfOne(environment, input, unchecked ? 'free' : 'unsigned');
}

/** Executes the call in the scene, whose state changes. Throws what forbids it. */
export async function runCall(node: VirtualNode, { state }: Scene, call: PreparedCall): Promise<TransactionResult> {
  return resultOf(await runIn(node, state, runOfCall(call)), 0);
}

/** Records the call. Throws where it is too long to be recorded. */
export async function recordCall(node: VirtualNode, { state }: Scene, call: PreparedCall): Promise<Replay> {
  const run = await runIn(node, state, runOfCall(call), { recorded: 0 });
  resultOf(run, 0);
  return run.recordingOf(0) as Replay;
}

/** Throws where the step has no result. */
export function resultOf(run: Run, step: number): TransactionResult {
  const result = run.results.get(step);
  if (result !== undefined) return result;
  const outcome = run.outcomes[step];
  throw new RpcError(
    RpcCode.server,
    outcome?.state === 'invalid' ? `err: ${outcome.reason}` : 'the call has too many steps',
  );
}

/** Returns the output of the call; throws where it failed. */
export function outputOf(result: TransactionResult): Hex {
  const output = bytesToHex(result.output);
  if (result.success) return output;
  if (result.halt === Halt.revert) throw reverted(output);
  throw new RpcError(RpcCode.server, haltText(result.halt, result.haltDetail));
}

/** Throws where no transaction of the block can pay in a token. */
export function checkFeeCurrency({ rules }: Pick<Scene, 'rules'>): void {
  if (rules.protocol?.feeContract === undefined) throw invalid('fees in a token (feeCurrency) are not taken here');
}

/** Returns what the token asks for gas in the block (CIP-64): the base fee in it, and the gas of its own calls. Throws where it pays for none. */
export async function feeTermsOf(
  node: VirtualNode,
  scene: Scene,
  token: Address,
): Promise<{ baseFee: bigint; intrinsic: number }> {
  checkFeeCurrency(scene);
  const { input } = await prepareCall(node, scene, {});
  const environment = environmentOf(node, scene);
  const paying = { ...input, maxFeePerGas: 2n ** 256n, feeToken: { address: hexToBytes(token) } };
  const contract = scene.rules.protocol?.feeContract?.(paying, environment);
  const answers: (Uint8Array | undefined)[] = [];
  for (const { from, to, input: data, gas } of contract?.questions ?? []) {
    const call = { from: bytesToAddress(from), to: bytesToAddress(to), input: bytesToHex(data), gas };
    const { success, output } = await runCall(node, scene, await prepareCall(node, scene, call));
    answers.push(success ? output : undefined);
  }
  const terms = contract?.terms(answers) ?? 'fee currency not registered';
  if (typeof terms === 'string') throw new RpcError(RpcCode.server, terms);
  return terms;
}

/**
 * Returns the least gas limit with which the call succeeds, to the unit, found
 * by running it again and again. It holds where more gas never hurts; code that
 * looks at its gas may want another.
 */
export async function estimateGas(
  node: VirtualNode,
  position: Position,
  request: CallRequest,
  stateOverrides: unknown,
  blockOverrides: unknown,
): Promise<number> {
  const scene = await sceneAt(node, position, stateOverrides, blockOverrides);
  const gas = await estimateIn(node, scene, request);
  return request.feeCurrency === undefined ? gas : gas + (await feeTermsOf(node, scene, request.feeCurrency)).intrinsic;
}

/** Returns the same in a scene, whose state stays as it is. */
export async function estimateIn(node: VirtualNode, scene: Scene, request: CallRequest): Promise<number> {
  const cap = Math.min(
    request.gas ?? gasLimitOf(scene.block),
    gasCapOf(scene),
    await affordableGas(node, scene, request),
  );
  const attempt = async (gas: number) => {
    const own = { ...scene, state: scene.state.copied() };
    return runCall(node, own, toEstimate(scene, await prepareCall(node, own, { ...request, gas })));
  };
  const most = await attempt(cap);
  if (!most.success) outputOf(most);
  // What was used before refunds is needed at once; what calls may keep back makes it more.
  const used = Math.max(most.spent.initial + (most.spent.executed ?? 0), most.gasUsed);
  const least = await findLeastGas(used, cap, async (gas) => gas === cap || succeeds(attempt, gas));
  if (least.state === 'exact') return least.limit;
  return least.state === 'unsteady' ? least.succeeds : cap;
}

/**
 * The call as it would be in a block: code sees the base fee and a price of gas that pays it, though nobody is charged.
 * What it stores of them costs gas that zeros would not.
 */
function toEstimate({ block }: Scene, call: PreparedCall): PreparedCall {
  if (!call.unchecked) return { ...call, input: { ...call.input, isEstimate: true } };
  const baseFee = block.baseFeePerGas ?? 0n;
  const price = baseFee + USUAL_TIP;
  return {
    ...call,
    environment: { ...call.environment, baseFee },
    input: { ...call.input, isEstimate: true, maxFeePerGas: price, maxPriorityFeePerGas: USUAL_TIP },
  };
}

/** The highest gas limit that a transaction may have there. */
function gasCapOf({ block, rules }: Scene): number {
  return Math.min(gasLimitOf(block), maxGasLimit(rules), MAX_CALL_GAS);
}

/** Returns the gas that the sender can pay at the price of the request; without a price, any amount. */
async function affordableGas(node: VirtualNode, { state }: Scene, request: CallRequest): Promise<number> {
  const price = request.maxFeePerGas ?? request.gasPrice ?? 0n;
  if (price === 0n || request.feeCurrency !== undefined) return Number.POSITIVE_INFINITY;
  const account = await knownAccount(state, node.chain.supplier, hexToBytes(request.from ?? NOBODY));
  const left = toBigInt(state.balance, account * LIMBS) - (request.value ?? 0n);
  if (left < 0n) throw new RpcError(RpcCode.server, 'insufficient funds for transfer');
  return Number(left / price);
}

async function succeeds(attempt: (gas: number) => Promise<TransactionResult>, gas: number): Promise<boolean> {
  try {
    return (await attempt(gas)).success;
  } catch (thrown) {
    if (thrown instanceof RpcError) return false;
    throw thrown;
  }
}
