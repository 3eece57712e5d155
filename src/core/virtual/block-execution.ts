/**
 * A block while it is executed, whether it is made here or was made elsewhere:
 * system calls, transactions, withdrawals, rewards and requests, in the order
 * of the execution specification.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { BLOB_GAS } from '../chain/blob-gas';
import { bytesToAddress, bytesToHash, bytesToHex, hexToBytes } from '../chain/hex';
import type { Hash, Hex } from '../chain/primitives';
import { gasLimitOf, type Log, type Receipt, type SentTransaction, type Withdrawal } from '../chain/transaction';
import { WEI_PER_ETHER, WEI_PER_GWEI } from '../chain/units';
import { blobBaseFee } from '../evm/environment';
import type { ChainRules } from '../evm/families/family';
import { Fork } from '../evm/rules/forks';
import type { State } from '../evm/state/state';
import { type IncludedBlock, toEnvironment, toInput } from '../evm/transaction/chain-input';
import { Execution } from '../evm/transaction/execution';
import { type SystemCall, SystemExecution, systemCalls } from '../evm/transaction/system-calls';
import type { TransactionResult } from '../evm/transaction/transaction-result';
import { LIMBS, limbsOf, toBigInt } from '../evm/words/words';
import { plainLog } from '../simulation/outcome';
import type { Uncle } from './sealed-block';
import { knownAccount, runSupplied, type StateSupplier } from './state-source';
import type { UndoRecord } from './undo-record';

/** A transaction to be executed; `isUnsigned`: its sender was taken over, and may have code. */
export type SealedTransaction = { transaction: SentTransaction; isUnsigned: boolean };

const WITHDRAWAL_REQUESTS = hexToBytes('0x00000961ef480eb55e80d19ad83579a64c007002');
const CONSOLIDATION_REQUESTS = hexToBytes('0x0000bbddc7ce488642fb579f8b00f3a590007251');
/** An uncle's reward falls by a part of so many for each block it is older; whoever includes it gets a 32nd (yellow paper §11.3). */
const UNCLE_DEPTH = 8;
const NEPHEW_SHARE = 32n;

export class BlockExecution {
  readonly receipts: Receipt[] = [];
  /** What each transaction returned, or reverted with. */
  readonly outputs: Hex[] = [];
  gasUsed = 0;
  blobGasUsed = 0;
  private logCount = 0;

  constructor(
    readonly block: IncludedBlock,
    readonly rules: ChainRules,
    private readonly state: State,
    private readonly supplier: StateSupplier,
    private readonly undo: UndoRecord,
    private readonly rootAfter: () => Hash | undefined,
  ) {}

  get environment() {
    return toEnvironment(this.block, this.rules, this.supplier.hashes);
  }

  /** Runs the system calls before the first transaction (EIP-4788, EIP-2935). */
  async begin(): Promise<void> {
    const { block } = this;
    const root = block.parentBeaconBlockRoot === undefined ? undefined : hexToBytes(block.parentBeaconBlockRoot);
    const { environment, rules } = this;
    const ethereum = systemCalls(environment, hexToBytes(block.parentHash), root);
    for (const call of rules.family?.systemCalls?.(block, environment, ethereum) ?? ethereum)
      await this.callSystem(call);
  }

  /** Executes the transaction at the end of the block so far. A text says why it cannot be in this block; nothing changed then. */
  async add({ transaction, isUnsigned }: SealedTransaction): Promise<string | undefined> {
    const { state, block } = this;
    const blobGas = (transaction.blobVersionedHashes?.length ?? 0) * Number(BLOB_GAS);
    if (transaction.gas > gasLimitOf(block) - this.gasUsed) return 'gas limit reached';
    if (this.blobGasUsed + blobGas > this.rules.blobs.max * Number(BLOB_GAS)) return 'blob gas limit reached';
    const environment = this.environment;
    const own = this.rules.family?.input?.(transaction, block);
    if (own?.ok === false) return own.error;
    const input = { ...toInput(transaction), isMadeUp: isUnsigned, ...own?.value };
    const execution = new Execution(state, environment, input, undefined);
    await runSupplied(execution, state, this.supplier);
    const { result } = execution;
    if (result === undefined) return execution.invalid ?? 'not executed';
    this.undo.take(state);
    this.gasUsed += result.gasUsed;
    this.blobGasUsed += blobGas;
    const { price, baseFee } = execution;
    const inToken = 'feeToken' in input && baseFee !== undefined && { baseFee: `0x${baseFee.toString(16)}` };
    const fields = { ...execution.receiptFields(), ...inToken };
    this.receipts.push(this.receiptOf(transaction, result, price, blobGas, fields));
    this.outputs.push(bytesToHex(result.output));
    return undefined;
  }

  /** What comes after the last transaction; returns the requests of the block (EIP-7685) with their type before each. */
  async end(withdrawals: readonly Withdrawal[], uncles: readonly Uncle[]): Promise<readonly Uint8Array[]> {
    const { fork } = this.rules;
    const requests: Uint8Array[] = [];
    if (fork >= Fork.prague) {
      for (const [type, address] of [
        [1, WITHDRAWAL_REQUESTS],
        [2, CONSOLIDATION_REQUESTS],
      ] as const) {
        const output = await this.callSystem({ address, input: new Uint8Array(0), slots: [], written: [] });
        if (output.length > 0) requests.push(Uint8Array.of(type, ...output));
      }
    }
    for (const { address, amount } of withdrawals) await this.give(hexToBytes(address), amount * WEI_PER_GWEI);
    const reward = rewardOf(this.block, fork);
    if (reward === 0n) return requests;
    for (const { miner, number } of uncles)
      await this.give(
        hexToBytes(miner),
        (reward * BigInt(number + UNCLE_DEPTH - this.block.number)) / BigInt(UNCLE_DEPTH),
      );
    await this.give(hexToBytes(this.block.miner), reward + (reward * BigInt(uncles.length)) / NEPHEW_SHARE);
    return requests;
  }

  private async callSystem(call: SystemCall): Promise<Uint8Array> {
    const execution = new SystemExecution(this.state, this.environment, call);
    await runSupplied(execution, this.state, this.supplier);
    this.undo.take(this.state);
    return execution.machine?.output ?? new Uint8Array(0);
  }

  private async give(address: Uint8Array, wei: bigint): Promise<void> {
    await credit(this.state, this.supplier, address, wei, this.rules.fork);
    this.undo.take(this.state);
  }

  private receiptOf(
    transaction: SentTransaction,
    result: TransactionResult,
    price: bigint,
    blobGas: number,
    fields: Readonly<Record<string, string>>,
  ): Receipt {
    const { block, rules } = this;
    const { hash, from, to, networkId } = transaction;
    const root = rules.fork < Fork.byzantium ? this.rootAfter() : undefined;
    const hasFields = Object.keys(fields).length > 0;
    const dataFee = result.fees.find(({ kind, inGas }) => kind === 'data' && !inGas)?.wei;
    return {
      networkId,
      transactionHash: hash,
      blockHash: hash,
      blockNumber: block.number,
      index: this.receipts.length,
      from,
      ...(to === undefined ? {} : { to }),
      ...((hasFields || dataFee !== undefined) && {
        rollup: hasFields ? fields : { l1Fee: `0x${(dataFee ?? 0n).toString(16)}` },
      }),
      // A creation that failed names the address it would have had, as nodes do.
      ...(to === undefined && result.intended ? { contractAddress: bytesToAddress(result.intended) } : {}),
      ...(root === undefined ? { status: result.success ? 'success' : 'failed' } : { root }),
      gasUsed: result.gasUsed,
      cumulativeGasUsed: this.gasUsed,
      effectiveGasPrice: price,
      ...(transaction.type === 3 ? { blobGasUsed: blobGas, blobGasPrice: blobBaseFee(this.environment) } : {}),
      logs: this.logsOf(result),
    };
  }

  private logsOf({ logs }: TransactionResult): Log[] {
    return logs.map((log) => ({ ...plainLog(this.state, log), logIndex: this.logCount++ }));
  }
}

/** Adds to the balance of an account outside of any transaction, as withdrawals and rewards do. */
export async function credit(
  state: State,
  supplier: StateSupplier,
  address: Uint8Array,
  wei: bigint,
  fork: Fork,
): Promise<void> {
  const account = await knownAccount(state, supplier, address);
  state.beginTransaction();
  state.setBalance(account, limbsOf(toBigInt(state.balance, account * LIMBS) + wei), 0);
  state.endTransaction(fork >= Fork.spuriousDragon);
}

/** Returns the hash of a block's requests (EIP-7685). */
export function requestsHashOf(requests: readonly Uint8Array[]): Hash {
  const all = new Uint8Array(32 * requests.length);
  for (const [index, request] of requests.entries()) all.set(sha256(request), 32 * index);
  return bytesToHash(sha256(all));
}

/** Wei for whoever mined a block by work, before what uncles add (EIP-649, EIP-1234). */
function rewardOf({ difficulty = 0n }: IncludedBlock, fork: Fork): bigint {
  if (difficulty === 0n) return 0n;
  if (fork >= Fork.constantinople) return 2n * WEI_PER_ETHER;
  return (fork >= Fork.byzantium ? 3n : 5n) * WEI_PER_ETHER;
}
