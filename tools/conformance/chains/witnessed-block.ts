/** A block with its witness, executed here: what it left must be what its header commits to. */
import type { Hash, Hex } from '../../../src/core/chain/primitives';
import type { Block, Receipt, Transaction } from '../../../src/core/chain/transaction';
import type { ChainRules } from '../../../src/core/evm/families/family';
import type { FeePart } from '../../../src/core/evm/families/protocol';
import { type IncludedBlock, toEnvironment, toMinedInput } from '../../../src/core/evm/transaction/chain-input';
import { Execution } from '../../../src/core/evm/transaction/execution';
import { SystemExecution } from '../../../src/core/evm/transaction/system-calls';
import { signerOf } from '../../../src/core/proof/identity';
import { checkInclusion } from '../../../src/core/proof/inclusion';
import { toSystemCalls } from '../../../src/workers/trace/replay/execute-compared';
import type { Check } from '../check';
import { logsOf } from './logs';
import { WitnessedState } from './witnessed-state';

export type WitnessedBlock = {
  /** The block, with the expected roots and gas. */
  block: IncludedBlock & Required<Pick<Block, 'stateRoot' | 'receiptsRoot' | 'transactionsRoot' | 'logsBloom'>>;
  rules: ChainRules;
  transactions: readonly Transaction[];
  /** State root before the block, nodes of the tries and codes. */
  root: Hash;
  preimages: readonly Hex[];
  /** Hashes of earlier blocks, by number. */
  hashes?: ReadonlyMap<number, Uint8Array>;
  /** What the receipt of a transaction states of fees, where the rules need it; `before` is the state before it. */
  statedFees?: (
    index: number,
    transaction: Transaction,
    before: Supplied,
  ) => Receipt['rollup'] | Promise<Receipt['rollup']>;
};

export type ExecutedBlock = {
  stateRoot: Hash;
  receipts: readonly Receipt[];
  fees: readonly (readonly FeePart[])[];
  /** State as the block left it. */
  witnessed: WitnessedState;
};

/** Executes the block. Throws where a transaction is not valid. */
export async function executeBlock(given: WitnessedBlock): Promise<ExecutedBlock> {
  const witnessed = WitnessedState.of(given.root, given.preimages);
  for (const [number, hash] of given.hashes ?? []) witnessed.hashes.set(number, hash);
  const executed = await executeTransactions(given, witnessed);
  const { state: stateRoot } = await witnessed.roots();
  return { ...executed, stateRoot, witnessed };
}

/** A state, and what supplies an execution on it with all that it misses. */
export type Supplied = Pick<WitnessedState, 'state' | 'hashes' | 'run'>;

/** Executes the transactions of a block on a state; `ended` is told after each. Throws where one is not valid. */
export async function executeTransactions(
  given: Pick<WitnessedBlock, 'block' | 'rules' | 'transactions' | 'statedFees'>,
  witnessed: Supplied,
  ended?: (transaction: Transaction, index: number) => void,
): Promise<Pick<ExecutedBlock, 'receipts' | 'fees'>> {
  const { block, rules, transactions } = given;
  const { state, hashes } = witnessed;
  const environment = toEnvironment(block, rules, hashes);
  for (const call of toSystemCalls(block, environment, rules))
    await witnessed.run(new SystemExecution(state, environment, call));
  const receipts: Receipt[] = [];
  const fees: (readonly FeePart[])[] = [];
  let cumulativeGasUsed = 0;
  for (const [index, transaction] of transactions.entries()) {
    const { networkId, from, to, hash } = transaction;
    const rollup = await given.statedFees?.(index, transaction, witnessed);
    const place = { networkId, transactionHash: hash, blockHash: block.hash as Hash, blockNumber: block.number, index };
    const stated = { ...place, from, ...(to && { to }), gasUsed: 0, logs: [], ...(rollup && { rollup }) };
    const input = toMinedInput(transaction, 'family', { rules, block, receipt: stated });
    if (!input.ok) throw new Error(`transaction ${index}: ${input.error}`);
    const execution = new Execution(state, environment, input.value, undefined);
    await witnessed.run(execution);
    const { result } = execution;
    if (result === undefined) throw new Error(`transaction ${index} is invalid: ${execution.invalid}`);
    cumulativeGasUsed += result.gasUsed;
    fees.push(result.fees);
    const dataFee = result.fees.find(({ kind }) => kind === 'data')?.wei;
    receipts.push({
      ...stated,
      // Where gas pays for data, the receipt states that gas and not the fee.
      ...(dataFee !== undefined &&
        !rollup?.gasUsedForL1 && { rollup: { ...rollup, l1Fee: `0x${dataFee.toString(16)}` } }),
      status: result.success ? 'success' : 'failed',
      gasUsed: result.gasUsed,
      cumulativeGasUsed,
      effectiveGasPrice: execution.price,
      logs: logsOf(state, result.logs),
    });
    ended?.(transaction, index);
  }
  return { receipts, fees };
}

/** Checks that senders signed, and that gas, receipts and state are those of the header. */
export async function checkBlock(check: Check, given: WitnessedBlock): Promise<void> {
  const { block, transactions, rules } = given;
  for (const [index, transaction] of transactions.entries())
    if (transaction.signature)
      check.equal(`the signer of transaction ${index}`, await signerOf(transaction), transaction.from);
  const { stateRoot, receipts } = await executeBlock(given);
  check.equal('gas used', receipts.at(-1)?.cumulativeGasUsed ?? 0, block.gasUsed);
  const inclusion = checkInclusion(block, transactions, receipts, rules.family?.encoding);
  check.equal('transactions and receipts', 'reason' in inclusion ? inclusion.reason : inclusion.state, 'proven');
  check.equal('the state root', stateRoot, block.stateRoot);
}
