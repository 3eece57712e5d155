/** eth_simulateV1 (execution API specification): calls in blocks to come, each on what the ones before it left. */

import { bytesToAddress, bytesToHash, bytesToHex, hexToBytes, quantityHex } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { hashOf } from '../../chain/raw-transaction';
import {
  type Authorization,
  gasLimitOf,
  isEthereumTransaction,
  type Log,
  type Receipt,
  type SentTransaction,
  transactionOf,
} from '../../chain/transaction';
import { WEI_PER_GWEI } from '../../chain/units';
import { ZERO_HASH } from '../../chain/zero-hash';
import { Halt, haltText } from '../../evm/frames/halt';
import { accountIndex, slotIndex } from '../../evm/state/slots';
import type { State } from '../../evm/state/state';
import { SystemExecution, systemCalls } from '../../evm/transaction/system-calls';
import { effectiveGasPrice } from '../../evm/transaction/transaction-input';
import { computeHeaderHash } from '../../proof/header';
import { computeLogsBloom, encodeReceipt } from '../../proof/receipts';
import { computeListRoot } from '../../proof/trie';
import type { Fields } from '../../values/json-fields';
import { credit } from '../block-execution';
import { settingsAfter } from '../block-settings';
import { draftHeader } from '../header-rules';
import { type SealedBlock, transactionsRootOf, withdrawalsRootOf } from '../sealed-block';
import { runSupplied } from '../state-source';
import { StateTrie } from '../state-trie';
import { UndoRecord } from '../undo-record';
import {
  blockOverridesOf,
  environmentOf,
  overriddenBlobBaseFee,
  overriddenBlock,
  overrideState,
  prepareCall,
  recordCall,
  type Scene,
} from './call';
import { blockForm, logForm } from './forms';
import { callRequestOf, fieldsOf, isAbsent, listOf, withdrawalsOf, wordOf } from './parameters';
import type { Method } from './reads';
import { revertReason } from './revert-reason';
import { invalid, RpcError } from './rpc-error';
import { standingLogs } from './simulated-logs';
import type { VirtualNode } from './virtual-node';

/** Blocks in one simulation at most, and gas of all calls without a limit of their own, as the specification's clients have it. */
const MAX_BLOCKS = 256;
const GAS_CAP = 50_000_000;
/** Seconds to the next block where nothing is said. */
const BLOCK_TIME = 12;
type Options = { isChecked: boolean; tracesTransfers: boolean; isFull: boolean };

export const simulate: Method = async (node, params) => {
  const payload = fieldsOf(params[0], 'payload');
  const wanted = listOf(payload.blockStateCalls, 'blockStateCalls');
  if (wanted.length === 0) throw new RpcError(-32602, 'empty input');
  if (wanted.length > MAX_BLOCKS) throw new RpcError(-38026, 'too many blocks');
  const options: Options = {
    isChecked: payload.validation === true,
    tracesTransfers: payload.traceTransfers === true,
    isFull: payload.returnFullTransactions === true,
  };
  const { number } = node.positionOf(params[1]);
  const parent = node.chain.blockAt(Math.min(number, node.chain.number));
  if (parent === undefined) throw new RpcError(-32000, 'header not found');
  return new Simulation(node, parent, options).run(wanted);
};

class Simulation {
  private readonly state: State;
  private readonly trie: StateTrie | undefined;
  /** Hashes of the blocks simulated so far. */
  private readonly hashes = new Map<number, Uint8Array>();
  private parent: SealedBlock['block'];
  private gasLeft = GAS_CAP;

  constructor(
    private readonly node: VirtualNode,
    base: SealedBlock,
    private readonly options: Options,
  ) {
    this.parent = base.block;
    this.state = node.chain.stateAfter(base.block.number);
    this.trie = node.chain.isFork ? undefined : new StateTrie(this.state);
    this.trie?.noteAll();
  }

  async run(wanted: readonly unknown[]): Promise<unknown[]> {
    const answers: unknown[] = [];
    const first = this.parent.number;
    for (const entry of wanted) {
      const { blockOverrides, stateOverrides, calls } = fieldsOf(entry, 'blockStateCall');
      const given = blockOverridesOf(blockOverrides);
      const block = overriddenBlock(this.draft(), given);
      if (block.number <= this.parent.number)
        throw new RpcError(-38020, `block numbers must be in order: ${block.number} <= ${this.parent.number}`);
      if (block.number - first > MAX_BLOCKS) throw new RpcError(-38026, 'too many blocks');
      while (this.parent.number + 1 < block.number) answers.push(await this.simulate(this.draft(), {}));
      const own = this.overridden(this.draft(), given);
      if (own.timestamp <= this.parent.timestamp)
        throw new RpcError(-38021, `block timestamps must be in order: ${own.timestamp} <= ${this.parent.timestamp}`);
      answers.push(
        await this.simulate(own, {
          blobBaseFee: overriddenBlobBaseFee(given),
          overrides: stateOverrides,
          calls: isAbsent(calls) ? [] : listOf(calls, 'calls'),
        }),
      );
    }
    return answers;
  }

  private draft(): SealedBlock['block'] {
    const { parent } = this;
    const number = parent.number + 1;
    const timestamp = parent.timestamp + BLOCK_TIME;
    const header = { ...parent, number, timestamp, difficulty: 0n };
    const rules = this.node.chain.rulesOf(header);
    const next = { prevRandao: ZERO_HASH, baseFee: this.options.isChecked ? undefined : 0n };
    const draft = draftHeader(parent, timestamp, { ...settingsAfter(parent), next }, rules);
    return { networkId: parent.networkId, hash: ZERO_HASH, ...draft };
  }

  /** The draft with all that is overridden in it but the number, which it has already. */
  private overridden(draft: SealedBlock['block'], given: Fields): SealedBlock['block'] {
    const block = { ...overriddenBlock(draft, { ...given, number: undefined }), hash: ZERO_HASH };
    if (!isAbsent(given.beaconRoot)) {
      if (draft.parentBeaconBlockRoot === undefined) throw invalid('blocks have a beaconRoot since Cancun');
      block.parentBeaconBlockRoot = wordOf(given.beaconRoot, 'beaconRoot');
    }
    if (!isAbsent(given.withdrawals)) {
      if (draft.withdrawals === undefined) throw invalid('blocks have withdrawals since Shanghai');
      block.withdrawals = withdrawalsOf(given.withdrawals);
      block.withdrawalsRoot = withdrawalsRootOf(block.withdrawals);
    }
    return block;
  }

  private async simulate(
    draft: SealedBlock['block'],
    {
      blobBaseFee,
      overrides,
      calls = [],
    }: { blobBaseFee?: bigint | undefined; overrides?: unknown; calls?: readonly unknown[] },
  ): Promise<unknown> {
    const { node, state } = this;
    const rules = node.chain.rulesOf(draft);
    const movedPrecompiles = await overrideState(node, state, overrides, rules.fork);
    const scene: Scene = { state, block: draft, rules, movedPrecompiles, blobBaseFee };
    this.noteOverridden(overrides);
    const environment = () => ({
      ...environmentOf(node, scene),
      blockHash: (number: number) => this.hashes.get(number) ?? node.chain.supplier.hashes.get(number),
    });
    const root = draft.parentBeaconBlockRoot;
    for (const call of systemCalls(environment(), hexToBytes(draft.parentHash), root && hexToBytes(root)))
      await this.noted(() => runSupplied(new SystemExecution(state, environment(), call), state, node.chain.supplier));
    const made: { transaction: SentTransaction; receipt: Receipt; answer: Record<string, unknown> }[] = [];
    let gasUsed = 0;
    let logCount = 0;
    for (const call of calls) {
      const request = callRequestOf(call);
      if (request.feeCurrency !== undefined) throw invalid('fees in a token (feeCurrency) are not simulated here');
      const left = gasLimitOf(draft) - gasUsed;
      const gas = Math.min(request.gas ?? left, this.gasLeft);
      if (gas > left) throw new RpcError(-38015, `block gas limit reached: ${gasUsed} >= ${draft.gasLimit}`);
      const prepared = await prepareCall(node, scene, { ...request, gas });
      const { input } = prepared;
      const nonce = request.nonce ?? Number(input.nonce);
      if (this.options.isChecked) {
        prepared.unchecked = false;
        prepared.input = { ...input, nonce: BigInt(nonce) };
      }
      prepared.environment = {
        ...environment(),
        ...(prepared.unchecked || (this.options.isChecked && input.maxFeePerGas > 0n)
          ? { baseFee: prepared.environment.baseFee }
          : {}),
      };
      const replay = await this.recorded(scene, prepared);
      const { result } = replay;
      if (result === undefined) throw new RpcError(-32000, 'the call has no result');
      const transaction = this.transactionOf(
        prepared.input,
        nonce,
        request.authorizationList ?? [],
        draft.baseFeePerGas ?? 0n,
      );
      gasUsed += result.gasUsed;
      this.gasLeft -= result.gasUsed;
      const trace = replay.finish();
      const { logs, next } = standingLogs(trace, logCount, this.options.tracesTransfers);
      logCount = next;
      // Transfers of ether are told beside the logs; the header commits to logs that code made.
      const committed = standingLogs(trace, 0, false).logs;
      const output = bytesToHex(result.output);
      made.push({
        transaction,
        receipt: receiptOf(transaction, result.success, gasUsed, committed),
        answer: {
          returnData: result.success ? output : '0x',
          logs,
          gasUsed: quantityHex(result.gasUsed),
          maxUsedGas: quantityHex(Math.max(result.spent.initial + (result.spent.executed ?? 0), result.gasUsed)),
          status: result.success ? '0x1' : '0x0',
          ...(result.success ? {} : { error: errorOf(result.halt, result.haltDetail, output) }),
        },
      });
    }
    for (const { address, amount } of draft.withdrawals ?? [])
      await this.noted(() =>
        credit(state, node.chain.supplier, hexToBytes(address), amount * WEI_PER_GWEI, rules.fork),
      );
    return this.finish(draft, made, gasUsed);
  }

  private finish(
    draft: SealedBlock['block'],
    made: readonly { transaction: SentTransaction; receipt: Receipt; answer: Record<string, unknown> }[],
    gasUsed: number,
  ): unknown {
    const transactions = made.map(({ transaction }) => transaction);
    const receipts = made.map(({ receipt }) => receipt);
    const { hash: _, ...header } = draft;
    const whole = {
      ...header,
      gasUsed,
      transactions: transactions.map(({ hash }) => hash),
      logsBloom: computeLogsBloom(receipts.flatMap(({ logs }) => logs)),
      transactionsRoot: transactionsRootOf(transactions),
      receiptsRoot: computeListRoot(receipts.map((receipt, index) => encodeReceipt(receipt, transactions[index].type))),
      stateRoot: this.trie?.root() ?? ZERO_HASH,
    };
    const hash = computeHeaderHash(whole) ?? ZERO_HASH;
    const block = { ...whole, hash };
    this.parent = block;
    this.hashes.set(block.number, hexToBytes(hash));
    const placed = transactions.map(
      (transaction, index) =>
        ({ ...transaction, blockHash: hash, blockNumber: block.number, index }) as SentTransaction,
    );
    const form = blockForm({ block, transactions: placed, uncles: [], receipts }, this.options.isFull);
    const calls = made.map(({ transaction, answer }, index) => ({
      ...answer,
      logs: (answer.logs as Log[]).map((log) =>
        logForm(log, {
          blockHash: hash,
          number: block.number,
          timestamp: block.timestamp,
          transactionHash: transaction.hash,
          index,
        }),
      ),
    }));
    return { ...form, calls };
  }

  /** Runs the call; what forbids it has a number of its own here. */
  private async recorded(scene: Scene, prepared: Awaited<ReturnType<typeof prepareCall>>) {
    try {
      return await this.noted(() => recordCall(this.node, scene, prepared));
    } catch (thrown) {
      if (!(thrown instanceof RpcError)) throw thrown;
      throw new RpcError(
        REFUSALS.find(([words]) => thrown.message.includes(words))?.[1] ?? thrown.code,
        thrown.message,
      );
    }
  }

  /** Tells the trie what `run` changes. */
  private async noted<T>(run: () => Promise<T>): Promise<T> {
    const record = new UndoRecord(this.state);
    const answer = await run();
    record.take(this.state);
    for (const account of record.accounts.keys()) this.trie?.noteAccount(account);
    for (const slot of record.slots.keys()) this.trie?.noteSlot(slot);
    return answer;
  }

  private noteOverridden(overrides: unknown): void {
    if (this.trie === undefined || isAbsent(overrides)) return;
    const { state } = this;
    const accounts = new Set<number>();
    for (const address of Object.keys(overrides)) accounts.add(state.indexOfAddress(hexToBytes(address as Hex)));
    for (const account of accounts) this.trie.noteAccount(accountIndex(account));
    for (let slot = 0; slot < state.slots.length; slot++)
      if (accounts.has(state.slots.account[slot])) this.trie.noteSlot(slotIndex(slot));
  }

  /** The call as an unsigned transaction, by which it is named in its block. */
  private transactionOf(
    input: Awaited<ReturnType<typeof prepareCall>>['input'],
    nonce: number,
    authorizationList: readonly Authorization[],
    baseFee: bigint,
  ): SentTransaction {
    const none: Hex = `0x${'0'.repeat(64)}`;
    const { networkId } = this.node.chain;
    const transaction = transactionOf({
      networkId,
      hash: ZERO_HASH,
      from: bytesToAddress(input.from),
      type: input.type,
      chainId: networkId,
      nonce,
      gas: Number(input.gasLimit),
      ...(input.to === undefined ? {} : { to: bytesToAddress(input.to) }),
      value: input.value,
      input: bytesToHex(input.data),
      gasPrice: input.maxFeePerGas,
      maxFeePerGas: input.maxFeePerGas,
      maxPriorityFeePerGas: input.maxPriorityFeePerGas,
      accessList: input.accessList.map(({ address, storageKeys }) => ({
        address: bytesToAddress(address),
        storageKeys: storageKeys.map(bytesToHash),
      })),
      maxFeePerBlobGas: input.maxFeePerBlobGas,
      blobVersionedHashes: input.blobHashes.map(bytesToHash),
      authorizationList,
      signature: { r: none, s: none, v: 0n, yParity: 0 },
    });
    if (!isEthereumTransaction(transaction)) throw new RpcError(-32602, `there are no calls of type ${input.type}`);
    return { ...transaction, hash: hashOf(transaction), gasPrice: effectiveGasPrice(input, baseFee) };
  }
}

/** Numbers of the specification by the words of a refusal. */
const REFUSALS: readonly (readonly [string, number])[] = [
  ['nonce too low', -38010],
  ['nonce too high', -38011],
  ['max fee per gas less than block base fee', -38012],
  ['intrinsic gas too low', -38013],
  ['insufficient funds', -38014],
  ['max initcode size', -38025],
];

function errorOf(halt: Halt, detail: string, output: Hex): unknown {
  if (halt !== Halt.revert) return { code: -32015, message: haltText(halt, detail) };
  const reason = revertReason(output);
  return { code: 3, message: `execution reverted${reason === undefined ? '' : `: ${reason}`}`, data: output };
}

function receiptOf(transaction: SentTransaction, success: boolean, cumulative: number, logs: readonly Log[]): Receipt {
  const { networkId, hash, from } = transaction;
  return {
    networkId,
    transactionHash: hash,
    blockHash: ZERO_HASH,
    blockNumber: 0,
    index: 0,
    from,
    status: success ? 'success' : 'failed',
    gasUsed: 0,
    cumulativeGasUsed: cumulative,
    logs,
  };
}
