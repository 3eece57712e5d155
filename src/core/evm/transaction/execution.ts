/**
 * One transaction, from its envelope to what the receipt says: validity,
 * intrinsic gas, access and authorisation lists, execution, refund, fees.
 *
 * An execution runs in slices, and goes on after missing state was supplied.
 * What is needed before it is in needs.ts, how it enters its first frame in
 * entry.ts, its gas in the end in settle-gas.ts, what it pays in transaction-fees.ts.
 */

import { least } from '../../values/least';
import type { BlockEnvironment } from '../environment';
import { transfer } from '../frames/call-exchange';
import { type Frame, FrameKind, splitGas } from '../frames/frame';
import { Halt } from '../frames/halt';
import { createAddress, startCreate } from '../frames/start-create';
import { Machine } from '../machine';
import type { Watcher } from '../recording/watcher';
import { Fork } from '../rules/forks';
import { runMachine, Stop } from '../run';
import type { AccountIndex } from '../state/slots';
import type { State } from '../state/state';
import { ViewedMachine, ViewedState } from '../state/view';
import * as W from '../words/words';
import { type AppliedAuthorization, applyAuthorizations, authorityOf } from './authorizations';
import { callRecipient, warmAtEntry } from './entry';
import { EntryGas } from './entry-gas';
import { requireNeeds } from './needs';
import { type Settled, settleGas } from './settle-gas';
import { TransactionFees } from './transaction-fees';
import { gasOnEntry, type TransactionInput } from './transaction-input';
import type { TransactionResult } from './transaction-result';
import { whyInvalid, whyInvalidCall } from './validity';

const EMPTY = new Uint8Array(0);

export class Execution {
  machine: Machine | undefined;
  result: TransactionResult | undefined;
  /** Why the transaction cannot be in a block at all. */
  invalid: string | undefined;
  readonly sender: AccountIndex;
  readonly coinbase: AccountIndex;
  target: AccountIndex;
  /** Found when the library that recovers signers is loaded, in `known`. */
  private authorities: (AccountIndex | undefined)[] = [];
  private readonly fees: TransactionFees;
  private gas: { intrinsic: number; floor: number };
  /** Gas of its limit that it does not execute with. */
  private held = 0n;
  private authorizationRefund = 0;
  /** Since Amsterdam. */
  private entry: EntryGas | undefined;
  /** What each authorisation came to, in their order; empty before the transaction began. */
  authorizations: readonly AppliedAuthorization[] = [];
  private row = -1;
  private before = { sender: 0n, coinbase: 0n };
  private settled: Settled | undefined;

  constructor(
    public state: State,
    readonly block: BlockEnvironment,
    public transaction: TransactionInput,
    readonly watcher: Watcher | undefined,
    /** Leaves out the checks of nonce and fees, and the fee itself: for calls that nobody signed. */
    readonly unchecked = false,
    /** Frames that other executions have ended, to be used again. */
    private readonly pool: Frame[] = [],
  ) {
    this.sender = state.indexOfAddress(transaction.from);
    this.coinbase = state.indexOfAddress(block.coinbase);
    this.target = state.indexOfAddress(transaction.to ?? createAddress(transaction.from, transaction.nonce));
    this.fees = new TransactionFees(state, block, this.sender, transaction, unchecked);
    this.gas = gasOnEntry(transaction, block);
  }

  /** Wei per unit of gas, or units of the contract that takes the fees. */
  get price(): bigint {
    return this.fees.price;
  }

  /** Per unit of gas, in what it pays with; undefined before that is known. */
  get baseFee(): bigint | undefined {
    return this.fees.baseFee;
  }

  /** What the receipt states beside Ethereum's fields; undefined where the chain's has none. */
  receiptFields(): Readonly<Record<string, string>> | undefined {
    const { state, transaction, block } = this;
    return block.protocol?.receiptFields?.({ state: new ViewedState(state), transaction, block });
  }

  /** Leaves the state that it ran on to the next transaction, and keeps a copy as it stands now. For after the end. Linear in the state. */
  leaveState(): void {
    this.state = this.state.copied();
    if (this.machine) this.machine.state = this.state;
  }

  /** Runs at most `budget` steps; `done` when `result` or `invalid` is set. */
  run(budget: number): Stop {
    if (this.result !== undefined || this.invalid !== undefined) return Stop.done;
    if (this.machine === undefined) {
      if (!this.known() || !this.takeByContract()) return Stop.missing;
      this.countData();
      this.invalid ??= this.whyInvalid();
      this.fees.contract?.taken(this.invalid === undefined);
      if (this.invalid !== undefined) return Stop.done;
      this.begin();
    }
    const { transaction, block } = this;
    const machine = this.machine as unknown as Machine;
    const stop = runMachine(machine, budget);
    if (stop !== Stop.done) return stop;
    this.settled ??= settleGas({
      transaction,
      block,
      executed: transaction.gasLimit - this.held - (this.entry?.settle() ?? machine.gasLeft),
      counted: machine.refund + this.authorizationRefund,
      floor: this.gas.floor,
    });
    if (this.fees.contract?.share(this.settled.gasUsed) === false) return Stop.missing;
    this.finish(machine, this.settled);
    return Stop.done;
  }

  private countData(): void {
    const { state, block, transaction, price } = this;
    const entered = block.protocol?.enter?.(
      { state: new ViewedState(state), transaction, block, price },
      (each) => gasOnEntry(each, block).intrinsic,
    );
    if (entered === undefined) return;
    this.transaction = entered.transaction;
    this.held = entered.held;
    this.gas = gasOnEntry(entered.transaction, block);
  }

  /** Lets a contract take the fees, where one does; false where state is missing. */
  private takeByContract(): boolean {
    const intrinsic = this.fees.takeByContract(this.transaction, this.watcher);
    if (typeof intrinsic === 'string') this.invalid = intrinsic;
    else this.gas.intrinsic += intrinsic ?? 0;
    return intrinsic !== undefined;
  }

  private whyInvalid(): string | undefined {
    const { state, sender, transaction, block } = this;
    if (transaction.isForced) return undefined;
    if (this.fees.contract) {
      if (transaction.gasLimit < this.gas.intrinsic) return 'intrinsic gas too low';
      const free = { ...transaction, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
      return whyInvalid(state, sender, free, { ...block, baseFee: 0n });
    }
    if (this.unchecked) return whyInvalidCall(state, sender, transaction, block);
    return whyInvalid(state, sender, transaction, block, this.fees.besideGas(transaction));
  }

  private known(): boolean {
    const { state, block, transaction } = this;
    const { authorizationList } = transaction;
    if (authorizationList.length > 0) {
      if (!state.requireLibrary('secp256k1')) return false;
      this.authorities = authorizationList.map((entry) => {
        const authority = authorityOf(entry);
        return authority ? state.indexOfAddress(authority) : undefined;
      });
    }
    if ((transaction.isForced || transaction.isUnnumbered) && transaction.to === undefined) {
      // Nodes do not agree on the nonce that they state of one.
      if (!state.requireAccount(this.sender)) return false;
      this.target = state.indexOfAddress(createAddress(transaction.from, state.nonce[this.sender]));
    }
    const { sender, coinbase, target, authorities } = this;
    const delegate = this.delegateOfTarget();
    return requireNeeds({ state, block, transaction, sender, coinbase, target, authorities, delegate });
  }

  private delegateOfTarget(): AccountIndex | undefined {
    if (this.block.fork < Fork.prague) return undefined;
    const { delegate } = this.state.codes[this.state.code[this.target]];
    return delegate ? this.state.indexOf(delegate, 0) : undefined;
  }

  private begin(): void {
    const { state, transaction, block, watcher, fees } = this;
    const { fork } = block;
    if (!fees.contract) state.beginTransaction();
    const gasPrice = new Uint32Array(8);
    W.fromBigInt(block.protocol?.statesLaterBaseFee ? least(this.price, block.baseFee) : this.price, gasPrice, 0);
    const machine = new Machine(
      state,
      block,
      { origin: transaction.from, gasPrice, blobHashes: transaction.blobHashes, type: transaction.type },
      watcher,
      this.pool,
    );
    this.machine = machine;

    if (watcher) {
      watcher.account(this.sender);
      watcher.account(this.target);
      watcher.account(this.coinbase);
      // As geth's prestateTracer, before the authorisations of this transaction apply.
      const delegate = this.delegateOfTarget();
      if (delegate !== undefined) watcher.account(delegate);
      for (const authority of this.authorities) if (authority !== undefined) watcher.account(authority);
    }
    this.before = { sender: fees.balance(this.sender), coinbase: fees.balance(this.coinbase) };
    const { mint, mintedFrom } = transaction;
    if (mint) fees.add(this.sender, mint);
    if (mint && mintedFrom) fees.add(state.indexOfAddress(mintedFrom), -mint);
    fees.take(transaction);
    warmAtEntry(state, block, transaction, this);

    if (transaction.isSilent) {
      const value = this.value();
      this.row = this.enter(FrameKind.call, value);
      transfer(machine, this.sender, this.target, value);
      this.endAtOnce(machine, Halt.none, '', transaction.gasLimit, EMPTY);
      return;
    }
    if (transaction.isForced && !this.canBegin()) {
      this.failForced(machine);
      return;
    }
    const all = transaction.gasLimit - this.held - BigInt(this.gas.intrinsic);
    let gas = splitGas(all);
    if (fork >= Fork.amsterdam) {
      const prepaid = transaction.value > 0n ? [this.sender, this.target] : [this.sender];
      this.entry = new EntryGas(machine, all, this.gas.intrinsic, prepaid);
    }
    const { entry } = this;
    const value = this.value();
    if (transaction.to === undefined) {
      // The nonce of a creation grows before the address is used.
      this.row = this.enter(FrameKind.create, value);
      if (fork >= Fork.berlin) state.warmAccount(this.target);
      const collides =
        state.nonce[this.target] !== 0n || state.code[this.target] !== 0 || state.hasStorage(this.target);
      state.setNonce(this.sender, state.nonce[this.sender] + 1n);
      if (entry?.payAccount(this.target) === false) {
        this.failAtEntry(machine, entry);
        return;
      }
      if (entry) gas = { gas: entry.gas, reserve: 0n };
      if (collides) {
        this.endAtOnce(machine, Halt.createCollision, '', 0n, EMPTY);
        return;
      }
      startCreate(
        machine,
        undefined,
        FrameKind.create,
        this.sender,
        this.target,
        value,
        transaction.data,
        gas,
        this.row,
        0,
      );
      return;
    }
    if (!transaction.isOfProtocol) state.setNonce(this.sender, state.nonce[this.sender] + 1n);
    const beforeCharges = state.snapshot();
    const { authorizationList } = transaction;
    const authorized = applyAuthorizations(state, block.chainId, authorizationList, this.authorities, entry);
    this.authorizations = authorized.applied;
    this.authorizationRefund = authorized.refund;
    const isPaid = authorized.isPaid && this.payRecipient();
    const delegate = this.delegateOfTarget();
    if (delegate !== undefined) state.warmAccount(delegate);
    this.row = this.enter(FrameKind.call, value);
    if (entry && !isPaid) {
      state.revertTo(beforeCharges);
      this.authorizations = [];
      this.failAtEntry(machine, entry);
      return;
    }
    if (entry) gas = { gas: entry.gas, reserve: 0n };
    const call = {
      machine,
      block,
      transaction,
      to: transaction.to,
      sender: this.sender,
      target: this.target,
      delegate,
      value,
      gas,
    };
    const ended = callRecipient({ ...call, row: this.row });
    if (ended) this.endAtOnce(machine, ended.halt, ended.detail, ended.gasLeft, ended.output);
  }

  /** Pays what calling the recipient costs beyond the intrinsic gas (EIP-2780); false when there is too little. */
  private payRecipient(): boolean {
    const { entry, target } = this;
    if (entry === undefined) return true;
    if (this.transaction.value > 0n && !entry.payAccount(target)) return false;
    const delegate = this.delegateOfTarget();
    return delegate === undefined || entry.payDelegate(delegate);
  }

  /**
   * Ends the transaction at its entry. It is included all the same: nothing of it runs, and the gas that it could have
   * executed with is used up (EIP-2780).
   */
  private failAtEntry(machine: Machine, entry: EntryGas): void {
    entry.fail();
    this.endAtOnce(machine, Halt.outOfGas, '', 0n, EMPTY);
  }

  private canBegin(): boolean {
    const { transaction } = this;
    const paid = Math.max(this.gas.intrinsic, this.gas.floor);
    return transaction.gasLimit >= paid && transaction.value <= this.fees.balance(this.sender);
  }

  /** The protocol put it into its block, so that it is in there: nothing of it runs, and all of its gas is used up. */
  private failForced(machine: Machine): void {
    const { state, transaction } = this;
    const value = this.value();
    this.row = this.enter(transaction.to === undefined ? FrameKind.create : FrameKind.call, value);
    state.setNonce(this.sender, state.nonce[this.sender] + 1n);
    const lacksGas = transaction.gasLimit < BigInt(this.gas.intrinsic);
    this.endAtOnce(machine, lacksGas ? Halt.outOfGas : Halt.insufficientBalance, '', 0n, EMPTY);
  }

  private enter(kind: FrameKind, value: W.Limbs): number {
    const { watcher, sender: from, target: to, fees } = this;
    const { gasLimit, data: input } = this.transaction;
    const row = watcher?.enter({ kind, depth: 0, from, to, value, gas: Number(gasLimit), input }) ?? -1;
    for (const { address, topics, topicCount, data } of fees.contract?.before ?? [])
      watcher?.log(address, topics, topicCount, data, true, true);
    return row;
  }

  private endAtOnce(machine: Machine, halt: Halt, detail: string, gasLeft: bigint, output: Uint8Array): void {
    machine.halt = halt;
    machine.haltDetail = detail;
    machine.gasLeft = gasLeft;
    machine.output = output;
    const given = this.transaction.gasLimit - this.held - BigInt(this.gas.intrinsic);
    const used = given - gasLeft - (this.entry?.stateLeft ?? 0n);
    this.watcher?.exit(this.row, halt, detail, Number(used), output);
  }

  private finish(machine: Machine, { executed, used, refund, gasUsed }: Settled): void {
    const { state, transaction, block, fees, watcher } = this;
    const paying = fees.contract;
    const { fork } = block;
    for (const { address, topics, topicCount, data } of paying?.after ?? [])
      watcher?.log(address, topics, topicCount, data, true, true);
    const success = machine.halt === Halt.none;
    const paid = fees.shareOut(transaction, gasUsed);
    block.protocol?.ended?.(new ViewedMachine(machine), {
      transaction,
      block,
      before: this.before,
      fees: paid,
      success,
      gasUsed,
    });
    state.endTransaction(fork >= Fork.spuriousDragon, fork >= Fork.amsterdam);
    this.result = {
      success,
      halt: machine.halt,
      haltDetail: machine.haltDetail,
      gasUsed: Number(gasUsed),
      spent: { initial: this.gas.intrinsic, executed: Number(executed) - this.gas.intrinsic },
      inBlock: this.inBlock(Number(used), Number(gasUsed)),
      refund,
      refunded: Number(used > gasUsed ? used - gasUsed : 0n),
      fees: paid,
      output: machine.output,
      logs: paying ? [...paying.before, ...machine.logs, ...paying.after] : machine.logs,
      created: success && transaction.to === undefined ? state.addressBytes(this.target) : undefined,
      intended: transaction.to === undefined ? state.addressBytes(this.target) : undefined,
    };
  }

  private inBlock(used: number, gasUsed: number): TransactionResult['inBlock'] {
    if (this.entry === undefined) return { execution: gasUsed, state: 0 };
    const state = this.entry.stateUsed;
    return { execution: Math.max(used - state, this.gas.floor), state };
  }

  /** The wei that it carries, as a word of its own. */
  private value(): W.Limbs {
    const value = new Uint32Array(8);
    W.fromBigInt(this.transaction.value, value, 0);
    return value;
  }
}
