/**
 * What a transaction pays, from what is taken before its execution to what
 * is shared out behind it: wei of its sender, or units of a contract that takes
 * the fees (CIP-64).
 */
import type { BlockEnvironment, FeePayer } from '../environment';
import type { FeePart } from '../families/protocol';
import type { Watcher } from '../recording/watcher';
import type { AccountIndex } from '../state/slots';
import type { State } from '../state/state';
import { ViewedState } from '../state/view';
import * as W from '../words/words';
import { ethereumFees, sumOf } from './fees';
import { effectiveGasPrice, type TransactionInput } from './transaction-input';

const word = new Uint32Array(8);

export class TransactionFees {
  /** Wei per unit of gas, or units of the contract that takes the fees. */
  price: bigint;
  /** Set where a contract takes the fees. */
  contract: FeePayer | undefined;
  /** What was taken for gas, blobs and data before the execution. */
  private taken: readonly FeePart[] = [];

  constructor(
    private readonly state: State,
    private readonly block: BlockEnvironment,
    private readonly sender: AccountIndex,
    transaction: TransactionInput,
    /** Nothing is paid: for calls that nobody signed. */
    private readonly isFree: boolean,
  ) {
    this.price = effectiveGasPrice(transaction, block.baseFee);
  }

  /** Per unit of gas, in what is paid with; undefined before that is known. */
  get baseFee(): bigint | undefined {
    const { contract, block } = this;
    return contract ? contract.baseFee : block.baseFee;
  }

  /**
   * Lets a contract take the fees, where one does. Returns the gas that this adds to the intrinsic one, a sentence
   * where the fees cannot be taken, and undefined where state is missing.
   */
  takeByContract(transaction: TransactionInput, watcher: Watcher | undefined): number | string | undefined {
    const { state, block } = this;
    if (transaction.feeToken === undefined || this.isFree) return 0;
    if (this.contract === undefined) {
      const address = block.protocol?.feeContract?.(transaction, block);
      if (address === undefined || block.payer === undefined) return 0;
      state.beginTransaction();
      this.contract = block.payer(state, block, address, watcher);
    }
    const terms = this.contract.take();
    if (typeof terms !== 'object') return terms;
    this.price = terms.price;
    return terms.intrinsic;
  }

  /** Returns the wei that the sender must have beside the gas: for data and the operator of a rollup. */
  besideGas(transaction: TransactionInput): bigint {
    const parts = this.fees(transaction, transaction.gasLimit);
    return sumOf(parts.filter(({ kind, inGas }) => (kind === 'data' && !inGas) || kind === 'operator'));
  }

  /** Takes what the whole gas limit costs, with blobs and data. */
  take(transaction: TransactionInput): void {
    this.taken = this.fees(transaction, transaction.gasLimit);
    if (this.taken.length > 0) this.add(this.sender, -sumOf(this.taken));
  }

  /** Gives back what was not used, and shares out the rest. Returns its parts; none where nobody pays, or a contract does. */
  shareOut(transaction: TransactionInput, gasUsed: bigint): readonly FeePart[] {
    // The transaction may change what data costs (the oracle of a rollup); it pays by what it was.
    const data = this.taken.find(({ kind }) => kind === 'data');
    const fees = this.fees(transaction, gasUsed).map((part) => (part.kind === 'data' ? (data ?? part) : part));
    if (fees.length === 0) return fees;
    this.add(this.sender, sumOf(this.taken) - sumOf(fees));
    for (const { wei, to } of fees) if (to) this.add(this.state.indexOfAddress(to), wei);
    return fees;
  }

  /** Returns the balance of the account in wei. */
  balance(account: AccountIndex): bigint {
    return W.toBigInt(this.state.balance, account << 3);
  }

  /** Adds wei to the balance of the account. */
  add(account: AccountIndex, amount: bigint): void {
    W.fromBigInt(this.balance(account) + amount, word, 0);
    this.state.setBalance(account, word, 0);
  }

  /** What `gas` units cost the sender, with blobs and data; nothing where nobody pays. */
  private fees(transaction: TransactionInput, gas: bigint): readonly FeePart[] {
    if (this.isFree || transaction.isForced || this.contract) return [];
    const { state, block, price } = this;
    return (block.protocol?.fees ?? ethereumFees)({ state: new ViewedState(state), transaction, block, price, gas });
  }
}
