/**
 * One transaction, from its envelope to what the receipt says: validity,
 * intrinsic gas, access and authorisation lists, execution, refund, fees.
 *
 * `createExecution` answers an execution that can be run in slices and resumed
 * after missing state was supplied.
 */

import type { SpentGas } from '../../chain/transaction';
import type { BlockEnvironment, FeePayer } from '../environment';
import type { FeePart } from '../families/protocol';
import { refuseCall, transfer, truncateLogs } from '../frames/call-exchange';
import { createAddress, startCreate } from '../frames/creates';
import { type Frame, FrameKind, splitGas } from '../frames/frame';
import { Halt } from '../frames/halt';
import { type LogEntry, Machine } from '../machine';
import { isLoaded } from '../precompiles/libraries';
import { precompileAddresses, precompileIn } from '../precompiles/table';
import type { Watcher } from '../recording/watcher';
import { Fork } from '../rules/forks';
import { runMachine, Stop } from '../run';
import type { AccountIndex } from '../state/slots';
import type { State } from '../state/state';
import { ViewedMachine, ViewedState } from '../state/view';
import * as W from '../words/words';
import { type AppliedAuthorization, authorityOf, whyRefused } from './authorizations';
import { EntryGas } from './entry-gas';
import { ethereumFees, sumOf } from './fees';
import { effectiveGasPrice, gasOnEntry, type TransactionInput } from './transaction-input';
import { whyInvalid, whyInvalidCall } from './validity';

export type TransactionResult = {
  success: boolean;
  halt: Halt;
  haltDetail: string;
  gasUsed: number;
  /** Before refunds. */
  spent: SpentGas;
  /**
   * What it counts towards the two bounds of its block, before refunds (EIP-7778, EIP-8037). Before Amsterdam there is
   * one bound, towards which the gas it used counts.
   */
  inBlock: { execution: number; state: number };
  /** Counted for giving back, before the cap of a half or a fifth. */
  refund: number;
  /** Given back; less than the cap where the floor of the calldata is more than what is left (EIP-7623). */
  refunded: number;
  /** What the sender paid beside the value, and to whom; empty for a call that nobody signed and for one that the protocol made. */
  fees: readonly FeePart[];
  output: Uint8Array;
  logs: readonly LogEntry[];
  /** Address of the contract a creation made. */
  created: Uint8Array | undefined;
  /** Address a creation was to make, also where it failed. */
  intended: Uint8Array | undefined;
};

/** Gas: what execution used, that with what the protocol counts, what may be given back, and what the receipt states. */
type Settled = { executed: bigint; used: bigint; refund: number; gasUsed: bigint };

const EMPTY = new Uint8Array(0);
const word = new Uint32Array(8);
const DELEGATION_PREFIX = [0xef, 0x01, 0x00];

/**
 * Returns the accounts that are needed for certain, to fetch them at once before running; signers of authorisations
 * only where the library `secp256k1` is loaded.
 */
export function firstNeeds(transaction: TransactionInput, block: BlockEnvironment): Uint8Array[] {
  return [
    transaction.from,
    block.coinbase,
    ...(block.protocol?.accounts ?? []),
    ...(transaction.to ? [transaction.to] : [createAddress(transaction.from, transaction.nonce)]),
    ...transaction.accessList.map((entry) => entry.address),
    ...(isLoaded('secp256k1') ? transaction.authorizationList.flatMap((entry) => authorityOf(entry) ?? []) : []),
  ];
}

export class Execution {
  machine: Machine | undefined;
  result: TransactionResult | undefined;
  /** Why the transaction cannot be in a block at all. */
  invalid: string | undefined;
  private readonly sender: AccountIndex;
  private readonly coinbase: AccountIndex;
  private target: AccountIndex;
  /** Found when the library that recovers signers is loaded, in `known`. */
  private authorities: (AccountIndex | undefined)[] = [];
  /** Wei per unit of gas, or units of the contract that takes the fees. */
  price: bigint;
  private readonly gas: { intrinsic: number; floor: number };
  private authorizationRefund = 0;
  /** Since Amsterdam. */
  private entry: EntryGas | undefined;
  private applied: readonly AppliedAuthorization[] = [];
  private row = -1;
  /** Wei that were taken for gas, blobs and data before the execution. */
  private taken = 0n;
  private dataFee: FeePart | undefined;
  private before = { sender: 0n, coinbase: 0n };
  /** Set where a contract takes the fees. */
  private paying: FeePayer | undefined;
  private settled: Settled | undefined;

  constructor(
    public state: State,
    readonly block: BlockEnvironment,
    readonly transaction: TransactionInput,
    readonly watcher: Watcher | undefined,
    /** Leaves out the checks of nonce and fees, and the fee itself: for calls that nobody signed. */
    readonly unchecked = false,
    /** Frames that other executions have ended, to be used again. */
    private readonly pool: Frame[] = [],
  ) {
    this.sender = state.indexOfAddress(transaction.from);
    this.coinbase = state.indexOfAddress(block.coinbase);
    this.target = state.indexOfAddress(transaction.to ?? createAddress(transaction.from, transaction.nonce));
    this.price = effectiveGasPrice(transaction, block.baseFee);
    this.gas = gasOnEntry(transaction, block);
  }

  /** Per unit of gas, in what it pays with; undefined before that is known. */
  get baseFee(): bigint | undefined {
    const { paying, block } = this;
    return paying ? paying.baseFee : block.baseFee;
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
      this.invalid ??= this.whyInvalid();
      this.paying?.taken(this.invalid === undefined);
      if (this.invalid !== undefined) return Stop.done;
      this.begin();
    }
    const machine = this.machine as unknown as Machine;
    const stop = runMachine(machine, budget);
    if (stop !== Stop.done) return stop;
    this.settled ??= this.settle(machine);
    if (this.paying && !this.paying.share(this.settled.gasUsed)) return Stop.missing;
    this.finish(machine, this.settled);
    return Stop.done;
  }

  /** Lets a contract take the fees, where one does; false where state is missing. */
  private takeByContract(): boolean {
    const { state, transaction, block, watcher } = this;
    if (transaction.feeToken === undefined || this.unchecked) return true;
    if (this.paying === undefined) {
      const contract = block.protocol?.feeContract?.(transaction, block);
      if (contract === undefined || block.payer === undefined) return true;
      state.beginTransaction();
      this.paying = block.payer(state, block, contract, watcher);
    }
    const terms = this.paying.take();
    if (terms === undefined) return false;
    if (typeof terms === 'string') this.invalid = terms;
    else {
      this.price = terms.price;
      this.gas.intrinsic += terms.intrinsic;
    }
    return true;
  }

  private whyInvalid(): string | undefined {
    const { state, sender, transaction, block } = this;
    if (transaction.isForced) return undefined;
    if (this.paying) {
      if (transaction.gasLimit < this.gas.intrinsic) return 'intrinsic gas too low';
      const free = { ...transaction, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
      return whyInvalid(state, sender, free, { ...block, baseFee: 0n });
    }
    if (this.unchecked) return whyInvalidCall(state, sender, transaction, block);
    const others = this.fees(transaction.gasLimit).filter(
      ({ kind, inGas }) => (kind === 'data' && !inGas) || kind === 'operator',
    );
    return whyInvalid(state, sender, transaction, block, sumOf(others));
  }

  /** What `gas` units cost the sender, with blobs and data; nothing where nobody pays. */
  private fees(gas: bigint): readonly FeePart[] {
    if (this.unchecked || this.transaction.isForced || this.paying) return [];
    const { state, transaction, block, price } = this;
    return (block.protocol?.fees ?? ethereumFees)({ state: new ViewedState(state), transaction, block, price, gas });
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
    if (transaction.isForced && transaction.to === undefined) {
      // Nodes do not agree on the nonce that they state of one.
      if (!state.requireAccount(this.sender)) return false;
      this.target = state.indexOfAddress(createAddress(transaction.from, state.nonce[this.sender]));
    }
    const delegate = this.delegateOfTarget();
    const precompile = transaction.to && precompileIn(block, state.address, this.target << 3);
    return (
      state.requireLibrary(precompile?.library) &&
      state.requireAccount(this.sender) &&
      state.requireAccount(this.coinbase) &&
      state.requireAccount(this.target) &&
      (transaction.mintedFrom === undefined || state.requireAccount(state.indexOfAddress(transaction.mintedFrom))) &&
      (block.protocol?.require?.(new ViewedState(state), transaction, block) ?? true) &&
      (precompile?.require?.(new ViewedState(state), transaction.data, transaction.from) ?? true) &&
      this.authorities.every((authority) => authority === undefined || state.requireAccount(authority)) &&
      // An authorisation may also set the delegation of the target itself.
      authorizationList.every((entry) => state.requireAccount(state.indexOfAddress(entry.address))) &&
      (delegate === undefined || state.requireAccount(delegate))
    );
  }

  private delegateOfTarget(): AccountIndex | undefined {
    if (this.block.fork < Fork.prague) return undefined;
    const { delegate } = this.state.codes[this.state.code[this.target]];
    return delegate ? this.state.indexOf(delegate, 0) : undefined;
  }

  private begin(): void {
    const { state, transaction, block, watcher } = this;
    const { fork } = block;
    if (!this.paying) state.beginTransaction();
    const gasPrice = new Uint32Array(8);
    W.fromBigInt(this.price, gasPrice, 0);
    const machine = new Machine(
      state,
      block,
      { origin: transaction.from, gasPrice, blobHashes: transaction.blobHashes },
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
    this.before = { sender: this.balanceOf(this.sender), coinbase: this.balanceOf(this.coinbase) };
    const { mint, mintedFrom } = transaction;
    if (mint) this.addBalance(this.sender, mint);
    if (mint && mintedFrom) this.addBalance(state.indexOfAddress(mintedFrom), -mint);
    const most = this.fees(transaction.gasLimit);
    this.taken = sumOf(most);
    this.dataFee = most.find(({ kind }) => kind === 'data');
    if (!this.unchecked && !transaction.isForced) this.addBalance(this.sender, -this.taken);
    if (fork >= Fork.berlin) {
      state.warmAccount(this.sender);
      if (transaction.to) state.warmAccount(this.target);
      for (const address of precompileAddresses(block)) {
        W.fromBigInt(address, word, 0);
        state.warmAccount(state.indexOf(word, 0));
      }
      for (const { address, storageKeys } of transaction.accessList) {
        const account = state.indexOfAddress(address);
        state.warmAccount(account);
        for (const key of storageKeys) {
          W.fromBytes(key, 0, 32, word, 0);
          state.warmSlot(state.slots.indexOf(account, word, 0));
        }
      }
      if (fork >= Fork.shanghai) state.warmAccount(this.coinbase); // EIP-3651
    }

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
    const all = transaction.gasLimit - BigInt(this.gas.intrinsic);
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
    state.setNonce(this.sender, state.nonce[this.sender] + 1n);
    const beforeCharges = state.snapshot();
    const isPaid = this.applyAuthorizations() && this.payRecipient();
    const delegate = this.delegateOfTarget();
    if (delegate !== undefined) state.warmAccount(delegate);
    this.row = this.enter(FrameKind.call, value);
    if (entry && !isPaid) {
      state.revertTo(beforeCharges);
      this.applied = [];
      this.failAtEntry(machine, entry);
      return;
    }
    if (entry) gas = { gas: entry.gas, reserve: 0n };
    const left = BigInt(gas.gas) + gas.reserve;

    const snapshot = state.snapshot();
    const precompile = precompileIn(block, state.address, this.target << 3);
    const { protocol } = block;
    if (protocol?.refuses && !precompile)
      refuseCall(protocol, transaction.to, state.codes[state.code[delegate ?? this.target]].bytes, transaction.data);
    if (!state.exists(this.target) && !precompile && fork >= Fork.spuriousDragon && transaction.value === 0n) {
      this.endAtOnce(machine, Halt.none, '', left, EMPTY);
      return;
    }
    transfer(machine, this.sender, this.target, value);
    if (precompile) {
      const call = {
        state: new ViewedMachine(machine),
        caller: transaction.from,
        self: transaction.to,
        isStatic: false,
        depth: 0,
      };
      const result = precompile.run(transaction.data, gas.gas, fork, call);
      if (result.ok) {
        this.endAtOnce(machine, Halt.none, '', left - BigInt(result.gas), result.output);
        return;
      }
      state.revertTo(snapshot);
      truncateLogs(machine, 0);
      const halt = result.error === undefined ? Halt.outOfGas : Halt.precompileFailed;
      const back = result.gas === undefined ? 0n : left - BigInt(result.gas);
      this.endAtOnce(machine, halt, result.error ?? '', back, EMPTY);
      return;
    }
    const designated = delegate !== undefined && precompileIn(block, state.address, delegate << 3) ? 0 : undefined;
    const code = state.codes[designated ?? state.code[delegate ?? this.target]];
    if (code.bytes.length === 0) {
      this.endAtOnce(machine, Halt.none, '', left, EMPTY);
      return;
    }
    const frame = machine.takeFrame();
    frame.start(code, machine.set);
    frame.parent = undefined;
    frame.kind = FrameKind.call;
    frame.depth = 0;
    frame.self = this.target;
    frame.caller = this.sender;
    frame.codeAccount = this.target;
    frame.isStatic = false;
    W.copy(value, 0, frame.value, 0);
    frame.input = transaction.data;
    frame.fund(gas.gas, gas.reserve, machine.stateGas, 0);
    frame.snapshot = snapshot;
    frame.logs = 0;
    frame.refund = 0;
    frame.row = this.row;
    machine.frame = frame;
    machine.interceptor?.entered(frame);
  }

  /** What calling the recipient costs beyond the intrinsic gas, by what it is (EIP-2780); false when there is too little. */
  private payRecipient(): boolean {
    const { entry, target } = this;
    if (entry === undefined) return true;
    if (this.transaction.value > 0n && !entry.payAccount(target)) return false;
    const delegate = this.delegateOfTarget();
    return delegate === undefined || entry.payDelegate(delegate);
  }

  /** It is included all the same: nothing of it runs, and what it could have executed with is used up (EIP-2780). */
  private failAtEntry(machine: Machine, entry: EntryGas): void {
    entry.fail();
    this.endAtOnce(machine, Halt.outOfGas, '', 0n, EMPTY);
  }

  private canBegin(): boolean {
    const { transaction } = this;
    const least = Math.max(this.gas.intrinsic, this.gas.floor);
    return transaction.gasLimit >= least && transaction.value <= this.balanceOf(this.sender);
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
    const { watcher, sender: from, target: to, paying } = this;
    const { gasLimit, data: input } = this.transaction;
    const row = watcher?.enter({ kind, depth: 0, from, to, value, gas: Number(gasLimit), input }) ?? -1;
    for (const { address, topics, topicCount, data } of paying?.before ?? [])
      watcher?.log(address, topics, topicCount, data, true, true);
    return row;
  }

  private endAtOnce(machine: Machine, halt: Halt, detail: string, gasLeft: bigint, output: Uint8Array): void {
    machine.halt = halt;
    machine.haltDetail = detail;
    machine.gasLeft = gasLeft;
    machine.output = output;
    const used = this.transaction.gasLimit - BigInt(this.gas.intrinsic) - gasLeft - (this.entry?.stateLeft ?? 0n);
    this.watcher?.exit(this.row, halt, detail, Number(used), output);
  }

  /** What each authorisation came to, in their order; empty before the transaction began. */
  get authorizations(): readonly AppliedAuthorization[] {
    return this.applied;
  }

  /** Sets the code of each authority that signed correctly (EIP-7702), passing over the others; false when gas runs out. */
  private applyAuthorizations(): boolean {
    const { state, transaction, block, entry } = this;
    const applied: AppliedAuthorization[] = [];
    this.applied = applied;
    for (const [i, signed] of transaction.authorizationList.entries()) {
      const authority = this.authorities[i];
      const refusal = whyRefused(state, block.chainId, signed, authority);
      applied.push({ authority, refusal });
      if (refusal !== undefined || authority === undefined) continue;
      const clears = signed.address.every((byte) => byte === 0);
      if (entry) {
        if (!entry.payAuthorization(authority, clears)) return false;
      } else if (state.exists(authority)) this.authorizationRefund += 12500;
      state.setCode(authority, clears ? EMPTY : Uint8Array.from([...DELEGATION_PREFIX, ...signed.address]));
      state.setNonce(authority, state.nonce[authority] + 1n);
    }
    return true;
  }

  /** What it used, once its last frame ended. */
  private settle(machine: Machine): Settled {
    const { transaction, block } = this;
    const { fork } = block;
    const executed = transaction.gasLimit - (this.entry?.settle() ?? machine.gasLeft);
    const used = block.protocol?.counted?.(transaction, executed) ?? executed;
    const refund =
      transaction.isWithoutRefund || block.protocol?.givesNoRefund ? 0 : machine.refund + this.authorizationRefund;
    const cap = (used - BigInt(transaction.dataGas ?? 0)) / (fork >= Fork.london ? 5n : 2n); // EIP-3529
    let gasUsed = used - (BigInt(refund) < cap ? BigInt(refund) : cap);
    if (gasUsed < BigInt(this.gas.floor)) gasUsed = BigInt(this.gas.floor);
    if (block.protocol?.gasUsed) gasUsed = block.protocol.gasUsed(transaction, gasUsed);
    return { executed, used, refund, gasUsed };
  }

  private finish(machine: Machine, { executed, used, refund, gasUsed }: Settled): void {
    const { state, transaction, block, paying, watcher } = this;
    const { fork } = block;
    for (const { address, topics, topicCount, data } of paying?.after ?? [])
      watcher?.log(address, topics, topicCount, data, true, true);
    // The transaction may change what data costs (the oracle of a rollup); it pays by what it was.
    const fees = this.fees(gasUsed).map((part) => (part.kind === 'data' ? (this.dataFee ?? part) : part));
    if (fees.length > 0) {
      this.addBalance(this.sender, this.taken - sumOf(fees));
      for (const { wei, to } of fees) if (to) this.addBalance(state.indexOfAddress(to), wei);
    }
    block.protocol?.ended?.(new ViewedMachine(machine), { transaction, block, before: this.before, fees });
    state.endTransaction(fork >= Fork.spuriousDragon, fork >= Fork.amsterdam);
    const success = machine.halt === Halt.none;
    this.result = {
      success,
      halt: machine.halt,
      haltDetail: machine.haltDetail,
      gasUsed: Number(gasUsed),
      spent: { initial: this.gas.intrinsic, executed: Number(executed) - this.gas.intrinsic },
      inBlock: this.inBlock(Number(used), Number(gasUsed)),
      refund,
      refunded: Number(used > gasUsed ? used - gasUsed : 0n),
      fees,
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

  private balanceOf(account: AccountIndex): bigint {
    return W.toBigInt(this.state.balance, account << 3);
  }

  private addBalance(account: AccountIndex, amount: bigint): void {
    W.fromBigInt(this.balanceOf(account) + amount, word, 0);
    this.state.setBalance(account, word, 0);
  }
}
