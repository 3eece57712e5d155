/**
 * A transaction that is not mined, executed on the state of a block: state is
 * fetched as for a mined one, overrides are laid over it before anything runs,
 * and what came of it is opened as a trace.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Address, Hash, Hex } from '../../core/chain/primitives';
import type { Receipt, Transaction } from '../../core/chain/transaction';
import { chainRules, refusedType } from '../../core/evm/chain-rules';
import { haltText } from '../../core/evm/halt';
import { DEFAULT_STEP_LIMIT, Replay } from '../../core/evm/replay';
import type { State } from '../../core/evm/state';
import { firstNeeds, type TransactionResult } from '../../core/evm/transaction';
import { takeWitness } from '../../core/evm/witness';
import { fromBigInt, LIMBS, toBytes as wordToBytes } from '../../core/evm/words';
import { type Failure, failure } from '../../core/failure';
import { hexDigits } from '../../core/json/bytes';
import { fail, ok, type Result } from '../../core/result';
import { describeTraceProblem } from '../../core/trace/parser';
import { readPreference } from '../../db/preferences';
import { fetchBlock } from '../../net/chain-reader';
import type { Chains } from './chains';
import { networkOf } from './open-trace';
import { ReplayHold } from './replay-hold';
import { type IncludedBlock, toBytes, toEnvironment, toInput } from './replay-input';
import { lazyState, probableNeeds } from './replay-state';
import { Replayed } from './replayed';
import { runToEnd } from './run-to-end';
import type { Sessions } from './sessions';
import type {
  AccountOverride,
  SimulatedLog,
  SimulatedTransaction,
  Simulation,
  SimulationRequest,
} from './simulate.api';
import type { Progress } from './trace.api';

export async function simulate(
  chains: Chains,
  sessions: Sessions,
  request: SimulationRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Result<Simulation, Failure>> {
  const contradiction = contradictionIn(request);
  if (contradiction !== undefined) return fail(failure('unsupported', contradiction));
  const rpc = await chains.rpc(request.networkId);
  const fetched = await fetchBlock(rpc, request.at, { signal });
  if (!fetched.ok) return fetched;
  const at = fetched.value.number;
  if (at === undefined) return fail(failure('badAnswer', 'The endpoint answered with a block that is pending.'));
  const rules = chainRules(await networkOf(chains, request.networkId), fetched.value);
  if (!rules.ok) return fail(failure('unsupported', rules.error));
  const block: IncludedBlock = { ...fetched.value, number: at, ...request.block };

  const source = lazyState(rpc, at, signal, (done) =>
    onProgress({ phase: 'Reading the state', done, unit: 'accounts and slots' }),
  );
  const environment = {
    ...toEnvironment(block, rules.value, source.hashes),
    // Of blocks that are not there yet nothing is known.
    blockHash: (number: number) => (number > at ? new Uint8Array(32) : source.hashes.get(number)),
  };
  if (block.number !== at) source.hashes.delete(block.number - 1);

  // The nonce decides which address is created, so the sender comes first.
  const from = lower(request.transaction.from);
  const overrides = Object.entries(request.accounts ?? {}).map(([address, override]) => ({
    address: lower(address as Address),
    override,
  }));
  const senderKnown = await source.prefetch({ accounts: [from], slots: [] });
  if (senderKnown) return fail(senderKnown);
  const sender = source.state.indexOfAddress(toBytes(from));
  const nonce = overrides.find(({ address }) => address === from)?.override.nonce ?? Number(source.state.nonce[sender]);
  const transaction = wholeTransaction(request, block, nonce);
  const refusal = refusedType(transaction.type);
  if (refusal !== undefined) return fail(failure('unsupported', refusal));

  const input = toInput(transaction);
  const probable = await probableNeeds(rpc, [transaction], at, signal);
  if (!probable.ok) return probable;
  const missing = await source.prefetch({
    accounts: [
      ...firstNeeds(input, environment).map(addressOf),
      ...probable.value.accounts,
      ...overrides.map(({ address }) => address),
    ],
    slots: probable.value.slots,
  });
  if (missing) return fail(missing);
  for (const { address, override } of overrides) overlay(source.state, address, override);

  const stepLimit = (await readPreference('stepLimit')) || DEFAULT_STEP_LIMIT;
  const replay = new Replay(source.state, environment, input, stepLimit, request.checked !== true);
  const overgrown = () => replay.problem && failure('tooLarge', describeTraceProblem(replay.problem));
  const stopped = await runToEnd(replay, source, signal, () => {
    onProgress({ phase: 'Executing', done: replay.steps.length, unit: 'steps' });
    return overgrown();
  });
  const failed = stopped ?? overgrown();
  if (failed) return fail(failed);
  if (replay.tooLong)
    return fail(failure('tooLarge', `It takes more than ${stepLimit.toLocaleString('en')} steps, which is the limit.`));
  const { result } = replay;
  if (result === undefined)
    return fail(
      failure('unsupported', `It cannot be in this block: ${replay.execution.invalid ?? 'no reason is known'}.`),
    );

  const logs = result.success ? logsOf(source.state, result) : [];
  const receipt = receiptOf(transaction, block, result, logs);
  const controller = new AbortController();
  const witness = takeWitness(source.state, source.hashes);
  const trace = replay.finish();
  const replayed = new Replayed(replay, trace, transaction, block, undefined, witness, controller.signal);
  const key = { networkId: request.networkId, hash: transaction.hash };
  const summary = await sessions.show(key, {
    transaction,
    receipt,
    trace,
    // Nothing of it is kept.
    cached: true,
    skipped: [],
    replay: new ReplayHold(async () => ({ skipped: [], replayed }), controller),
  });
  return ok({
    trace: summary,
    key,
    block,
    success: result.success,
    ...(result.success ? {} : { error: haltText(result.halt, result.haltDetail) }),
    output: hexOf(result.output),
    ...(result.created === undefined ? {} : { created: addressOf(result.created) }),
    gasUsed: result.gasUsed,
    refunded: result.refunded,
    logs,
    stateDiff: replayed.stateDiff(),
  });
}

function contradictionIn({ accounts = {} }: SimulationRequest): string | undefined {
  for (const [address, { state, stateDiff }] of Object.entries(accounts))
    if (state !== undefined && stateDiff !== undefined)
      return `The storage of ${address} is to be replaced and changed at once.`;
  return undefined;
}

/** The transaction with all its fields, under a hash that no mined one has. */
function wholeTransaction(
  { networkId, transaction, checked }: SimulationRequest,
  block: IncludedBlock,
  nonce: number,
): Transaction {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const free = checked === true ? (block.baseFeePerGas ?? 0n) : 0n;
  const price = gasPrice ?? maxFeePerGas ?? free;
  const whole = {
    value: 0n,
    input: '0x' as Hex,
    gas: block.gasLimit,
    ...transaction,
    nonce: transaction.nonce ?? nonce,
    networkId,
    from: lower(transaction.from),
    ...(transaction.to === undefined ? {} : { to: lower(transaction.to) }),
    type: transaction.type ?? typeOf(transaction),
    gasPrice: price,
    maxFeePerGas: maxFeePerGas ?? price,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? (gasPrice === undefined ? 0n : price),
    blockNumber: block.number,
    index: 0,
  };
  const text = JSON.stringify([whole, performance.now()], (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return { ...whole, hash: hexOf(keccak_256(new TextEncoder().encode(`simulated ${text}`))) as Hash };
}

/** The oldest envelope that has the fields given. */
function typeOf(transaction: SimulatedTransaction): number {
  if (transaction.authorizationList !== undefined) return 4;
  if (transaction.blobVersionedHashes !== undefined) return 3;
  if (transaction.maxFeePerGas !== undefined || transaction.maxPriorityFeePerGas !== undefined) return 2;
  return transaction.accessList === undefined ? 0 : 1;
}

/** Lays the override over an account that is known. */
function overlay(
  state: State,
  address: Address,
  { balance, nonce, code, state: all, stateDiff }: AccountOverride,
): void {
  const account = state.indexOfAddress(toBytes(address));
  const word = state.balance.slice(account * LIMBS, account * LIMBS + LIMBS);
  if (balance !== undefined) fromBigInt(balance, word, 0);
  const values = {
    balance: word,
    nonce: nonce === undefined ? (state.nonce[account] as bigint) : BigInt(nonce),
    code: code === undefined ? state.codes[state.code[account]].bytes : toBytes(code),
  };
  const isThere = values.nonce !== 0n || values.code.length > 0 || word.some((limb) => limb !== 0);
  if (all !== undefined) state.forgetStorage(account);
  state.supplyAccount(toBytes(address), { ...values, exists: isThere }, all !== undefined);
  for (const [key, value] of Object.entries(all ?? stateDiff ?? {}))
    state.supplySlot(account, toBytes(key as Hex), toBytes(value as Hex));
}

function logsOf(state: State, { logs }: TransactionResult): SimulatedLog[] {
  const topic = new Uint8Array(32);
  return logs.map(({ address, topics, topicCount, data }) => ({
    address: addressOf(state.addressBytes(address)),
    topics: Array.from({ length: topicCount }, (_, i) => {
      wordToBytes(topics, i * LIMBS, topic, 0);
      return hexOf(topic) as Hash;
    }),
    data: hexOf(data),
  }));
}

/** What a receipt of it would say, for what is shown beside a trace. */
function receiptOf(
  { networkId, hash, from, to }: Transaction,
  block: IncludedBlock,
  result: TransactionResult,
  logs: readonly SimulatedLog[],
): Receipt {
  return {
    networkId,
    transactionHash: hash,
    blockHash: block.hash as Hash,
    blockNumber: block.number,
    index: 0,
    from,
    ...(to === undefined ? {} : { to }),
    ...(result.created === undefined ? {} : { contractAddress: addressOf(result.created) }),
    status: result.success ? 'success' : 'failed',
    gasUsed: result.gasUsed,
    cumulativeGasUsed: result.gasUsed,
    logs: logs.map((log, logIndex) => ({ ...log, logIndex })),
  };
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}

function addressOf(bytes: Uint8Array): Address {
  return hexOf(bytes) as Address;
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${hexDigits(bytes, 0, bytes.length)}`;
}
