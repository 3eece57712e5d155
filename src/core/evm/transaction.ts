/**
 * One transaction, from its envelope to what the receipt says: validity,
 * intrinsic gas, access and authorisation lists, execution, refund, fees.
 *
 * `createExecution` answers an execution that can be run in slices and resumed
 * after missing state was supplied.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { createAddress, startCreate, transfer } from './calls';
import { type BlockEnvironment, blobBaseFee } from './environment';
import { Fork } from './forks';
import { FrameKind, splitGas } from './frame';
import * as Gas from './gas';
import { Halt } from './halt';
import { type LogEntry, Machine, Stop } from './machine';
import { recoverAddress } from './precompiles/hashes';
import { precompileAddresses, precompileAt } from './precompiles/table';
import type { AccountIndex } from './slots';
import type { State } from './state';
import type { Watcher } from './watcher';
import * as W from './words';

/** One authorisation of a set-code transaction (EIP-7702); `authority` is recovered when absent. */
export type SignedAuthorization = {
  chainId: bigint;
  address: Uint8Array;
  nonce: bigint;
  yParity: number;
  r: bigint;
  s: bigint;
};

export type TransactionInput = {
  type: number;
  /** 20 bytes; given, not recovered: the node says who sent it. */
  from: Uint8Array;
  /** 20 bytes; undefined creates a contract. */
  to: Uint8Array | undefined;
  nonce: bigint;
  value: bigint;
  data: Uint8Array;
  gasLimit: bigint;
  /** Legacy and EIP-2930: both are the gas price. */
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  accessList: readonly { address: Uint8Array; storageKeys: readonly Uint8Array[] }[];
  maxFeePerBlobGas: bigint;
  blobHashes: readonly Uint8Array[];
  authorizationList: readonly SignedAuthorization[];
};

export type TransactionResult = {
  success: boolean;
  halt: Halt;
  haltDetail: string;
  gasUsed: number;
  /** Counted for giving back, before the cap of a half or a fifth. */
  refund: number;
  /** Given back. */
  refunded: number;
  output: Uint8Array;
  logs: readonly LogEntry[];
  /** Address of the contract a creation made. */
  created: Uint8Array | undefined;
};

const EMPTY = new Uint8Array(0);
const word = new Uint32Array(8);
const BLOB_GAS = 131072n;
const DELEGATION_PREFIX = [0xef, 0x01, 0x00];

/** Gas before the first instruction: intrinsic, and the floor of EIP-7623 (0 before Prague). */
export function intrinsicGas(transaction: TransactionInput, fork: Fork): { intrinsic: number; floor: number } {
  const { data } = transaction;
  let zeros = 0;
  for (const byte of data) if (byte === 0) zeros++;
  const nonZeros = data.length - zeros;
  let gas = 21000;
  if (transaction.to === undefined && fork >= Fork.homestead) gas += 32000; // EIP-2
  gas += 4 * zeros + (fork >= Fork.istanbul ? 16 : 68) * nonZeros; // EIP-2028
  if (transaction.to === undefined && fork >= Fork.shanghai) gas += Gas.INIT_CODE_WORD * Gas.wordsOf(data.length); // EIP-3860
  for (const entry of transaction.accessList) gas += 2400 + 1900 * entry.storageKeys.length; // EIP-2930
  gas += 25000 * transaction.authorizationList.length; // EIP-7702
  const floor = fork >= Fork.prague ? 21000 + 10 * (zeros + 4 * nonZeros) : 0; // EIP-7623
  return { intrinsic: gas, floor };
}

/** Wei per gas the sender pays in this block. */
export function effectiveGasPrice(transaction: TransactionInput, baseFee: bigint): bigint {
  const capped = baseFee + transaction.maxPriorityFeePerGas;
  if (capped > transaction.maxFeePerGas) return transaction.maxFeePerGas;
  return capped;
}

/** Accounts and slots that certainly are needed, for fetching them at once before running. */
export function firstNeeds(transaction: TransactionInput, block: BlockEnvironment): Uint8Array[] {
  return [
    transaction.from,
    block.coinbase,
    ...(transaction.to ? [transaction.to] : [createAddress(transaction.from, transaction.nonce)]),
    ...transaction.accessList.map((entry) => entry.address),
    ...transaction.authorizationList.flatMap((entry) => authorityOf(entry) ?? []),
  ];
}

export class Execution {
  machine: Machine | undefined;
  result: TransactionResult | undefined;
  /** Why the transaction cannot be in a block at all. */
  invalid: string | undefined;
  private readonly sender: AccountIndex;
  private readonly coinbase: AccountIndex;
  private readonly target: AccountIndex;
  private readonly authorities: (AccountIndex | undefined)[];
  private readonly price: bigint;
  private readonly gas: { intrinsic: number; floor: number };
  private authorizationRefund = 0;
  private row = -1;

  constructor(
    readonly state: State,
    readonly block: BlockEnvironment,
    readonly transaction: TransactionInput,
    readonly watcher: Watcher | undefined,
    /** Leaves out the checks of nonce and fees, and the fee itself: for calls that nobody signed. */
    readonly unchecked = false,
  ) {
    this.sender = state.indexOfAddress(transaction.from);
    this.coinbase = state.indexOfAddress(block.coinbase);
    this.target = state.indexOfAddress(transaction.to ?? createAddress(transaction.from, transaction.nonce));
    this.authorities = transaction.authorizationList.map((entry) => {
      const authority = authorityOf(entry);
      return authority ? state.indexOfAddress(authority) : undefined;
    });
    this.price = effectiveGasPrice(transaction, block.baseFee);
    this.gas = intrinsicGas(transaction, block.fork);
  }

  /** Runs at most `budget` steps; `done` when `result` or `invalid` is set. */
  run(budget: number): Stop {
    if (this.result !== undefined || this.invalid !== undefined) return Stop.done;
    if (this.machine === undefined) {
      if (!this.known()) return Stop.missing;
      this.invalid = this.unchecked ? this.checkCall() : this.check();
      if (this.invalid !== undefined) return Stop.done;
      this.begin();
    }
    const machine = this.machine as unknown as Machine;
    const stop = machine.run(budget);
    if (stop === Stop.done) this.finish(machine);
    return stop;
  }

  private known(): boolean {
    const { state } = this;
    const delegate = this.delegateOfTarget();
    const precompile = this.transaction.to && precompileAt(this.block.fork, state.address, this.target << 3);
    return (
      state.requireLibrary(precompile?.library) &&
      state.requireAccount(this.sender) &&
      state.requireAccount(this.coinbase) &&
      state.requireAccount(this.target) &&
      this.authorities.every((authority) => authority === undefined || state.requireAccount(authority)) &&
      // An authorisation may also set the delegation of the target itself.
      this.transaction.authorizationList.every((entry) => state.requireAccount(state.indexOfAddress(entry.address))) &&
      (delegate === undefined || state.requireAccount(delegate))
    );
  }

  private delegateOfTarget(): AccountIndex | undefined {
    if (this.block.fork < Fork.prague) return undefined;
    const { delegate } = this.state.codes[this.state.code[this.target]];
    return delegate ? this.state.indexOf(delegate, 0) : undefined;
  }

  /** What forbids the transaction, in geth's words; undefined when nothing does. */
  private check(): string | undefined {
    const { state, transaction, block } = this;
    const { fork } = block;
    if (state.nonce[this.sender] === 2n ** 64n - 1n) return 'nonce has max value'; // EIP-2681
    if (state.nonce[this.sender] !== transaction.nonce)
      return state.nonce[this.sender] < transaction.nonce ? 'nonce too high' : 'nonce too low';
    const code = state.codes[state.code[this.sender]];
    // EIP-3607, with the exception of EIP-7702.
    if (fork >= Fork.london && code.bytes.length > 0 && !(fork >= Fork.prague && code.delegate))
      return 'sender not an eoa';
    if (fork >= Fork.london && transaction.maxFeePerGas < block.baseFee)
      return 'max fee per gas less than block base fee';
    if (transaction.maxFeePerGas < transaction.maxPriorityFeePerGas)
      return 'max priority fee per gas higher than max fee per gas';
    if (transaction.gasLimit > block.gasLimit) return 'gas limit reached';
    if (fork >= Fork.osaka && transaction.gasLimit > 16777216) return 'transaction gas limit too high'; // EIP-7825
    if (transaction.type === 1 && fork < Fork.berlin) return 'transaction type not supported';
    if (transaction.type === 2 && fork < Fork.london) return 'transaction type not supported';
    if (transaction.type === 3) {
      if (fork < Fork.cancun) return 'transaction type not supported';
      if (transaction.to === undefined)
        return 'input string too short for common.Address, decoding into (types.BlobTx).To';
      if (transaction.blobHashes.length === 0) return 'blob transaction missing blob hashes';
      if (transaction.blobHashes.some((hash) => hash[0] !== 1)) return 'blob has invalid hash version';
      if (transaction.blobHashes.length > (fork >= Fork.osaka ? 6 : block.blobs.max))
        return 'blob gas used exceeds maximum allowance';
      if (transaction.maxFeePerBlobGas < blobBaseFee(block)) return 'max fee per blob gas less than block blob gas fee';
    }
    if (transaction.type === 4) {
      if (fork < Fork.prague) return 'transaction type not supported';
      if (transaction.to === undefined) return 'set code transaction must not be a create transaction';
      if (transaction.authorizationList.length === 0) return 'set code transaction with empty auth list';
    }
    if (fork >= Fork.shanghai && transaction.to === undefined && transaction.data.length > Gas.MAX_INIT_CODE_SIZE)
      return 'max initcode size exceeded';
    if (transaction.gasLimit < this.gas.intrinsic) return 'intrinsic gas too low';
    if (transaction.gasLimit < this.gas.floor) return 'insufficient gas for floor data gas cost';
    const most =
      transaction.gasLimit * transaction.maxFeePerGas +
      transaction.value +
      BigInt(transaction.blobHashes.length) * BLOB_GAS * transaction.maxFeePerBlobGas;
    if (most > W.toBigInt(state.balance, this.sender << 3)) return 'insufficient funds for gas * price + value';
    return undefined;
  }

  /** What forbids even a call that nobody signed. */
  private checkCall(): string | undefined {
    const { state, transaction, block } = this;
    if (block.fork >= Fork.shanghai && transaction.to === undefined && transaction.data.length > Gas.MAX_INIT_CODE_SIZE)
      return 'max initcode size exceeded';
    if (transaction.gasLimit < this.gas.intrinsic) return 'intrinsic gas too low';
    if (transaction.value > W.toBigInt(state.balance, this.sender << 3)) return 'insufficient funds for transfer';
    return undefined;
  }

  private begin(): void {
    const { state, transaction, block, watcher } = this;
    const { fork } = block;
    state.beginTransaction();
    const gasPrice = new Uint32Array(8);
    W.fromBigInt(this.price, gasPrice, 0);
    const machine = new Machine(
      state,
      block,
      { origin: transaction.from, gasPrice, blobHashes: transaction.blobHashes },
      watcher,
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
    if (!this.unchecked) {
      let fee = transaction.gasLimit * this.price;
      if (transaction.type === 3) fee += BigInt(transaction.blobHashes.length) * BLOB_GAS * blobBaseFee(block);
      this.addBalance(this.sender, -fee);
    }
    if (fork >= Fork.berlin) {
      state.warmAccount(this.sender);
      if (transaction.to) state.warmAccount(this.target);
      for (const address of precompileAddresses(fork)) {
        W.setNumber(word, 0, address);
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

    const gas = splitGas(transaction.gasLimit - BigInt(this.gas.intrinsic));
    const all = transaction.gasLimit - BigInt(this.gas.intrinsic);
    const value = new Uint32Array(8);
    W.fromBigInt(transaction.value, value, 0);
    if (transaction.to === undefined) {
      // The nonce of a creation grows before the address is used.
      this.row = this.enter(FrameKind.create, value);
      if (fork >= Fork.berlin) state.warmAccount(this.target);
      const collides =
        state.nonce[this.target] !== 0n || state.code[this.target] !== 0 || state.hasStorage(this.target);
      state.setNonce(this.sender, state.nonce[this.sender] + 1n);
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
      );
      return;
    }
    state.setNonce(this.sender, state.nonce[this.sender] + 1n);
    this.applyAuthorizations();
    const delegate = this.delegateOfTarget();
    if (delegate !== undefined) state.warmAccount(delegate);
    this.row = this.enter(FrameKind.call, value);

    const snapshot = state.snapshot();
    const precompile = precompileAt(fork, state.address, this.target << 3);
    if (!state.exists(this.target) && !precompile && fork >= Fork.spuriousDragon && transaction.value === 0n) {
      this.endAtOnce(machine, Halt.none, '', all, EMPTY);
      return;
    }
    transfer(state, this.sender, this.target, value);
    if (precompile) {
      const result = precompile.run(transaction.data, gas.gas, fork);
      if (result.ok) {
        this.endAtOnce(machine, Halt.none, '', all - BigInt(result.gas), result.output);
        return;
      }
      state.revertTo(snapshot);
      const halt = result.error === undefined ? Halt.outOfGas : Halt.precompileFailed;
      this.endAtOnce(machine, halt, result.error ?? '', 0n, EMPTY);
      return;
    }
    const designated = delegate !== undefined && precompileAt(fork, state.address, delegate << 3) ? 0 : undefined;
    const code = state.codes[designated ?? state.code[delegate ?? this.target]];
    if (code.bytes.length === 0) {
      this.endAtOnce(machine, Halt.none, '', all, EMPTY);
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
    frame.fund(gas.gas, gas.reserve);
    frame.snapshot = snapshot;
    frame.logs = 0;
    frame.refund = 0;
    frame.row = this.row;
    machine.frame = frame;
  }

  private enter(kind: FrameKind, value: W.Limbs): number {
    return (
      this.watcher?.enter({
        kind,
        depth: 0,
        from: this.sender,
        to: this.target,
        value,
        gas: Number(this.transaction.gasLimit),
        input: this.transaction.data,
      }) ?? -1
    );
  }

  private endAtOnce(machine: Machine, halt: Halt, detail: string, gasLeft: bigint, output: Uint8Array): void {
    machine.halt = halt;
    machine.haltDetail = detail;
    machine.gasLeft = gasLeft;
    machine.output = output;
    const used = this.transaction.gasLimit - BigInt(this.gas.intrinsic) - gasLeft;
    this.watcher?.exit(this.row, halt, detail, Number(used), output);
  }

  /** Sets the code of each authority that signed correctly (EIP-7702); the others are passed over. */
  private applyAuthorizations(): void {
    const { state, block } = this;
    this.transaction.authorizationList.forEach((entry, i) => {
      const authority = this.authorities[i];
      if (entry.chainId !== 0n && entry.chainId !== block.chainId) return;
      if (authority === undefined || entry.nonce >= 2n ** 64n - 1n) return;
      state.warmAccount(authority);
      const code = state.codes[state.code[authority]];
      if (code.bytes.length > 0 && !code.delegate) return;
      if (state.nonce[authority] !== entry.nonce) return;
      if (state.exists(authority)) this.authorizationRefund += 12500;
      const clears = entry.address.every((byte) => byte === 0);
      state.setCode(authority, clears ? EMPTY : Uint8Array.from([...DELEGATION_PREFIX, ...entry.address]));
      state.setNonce(authority, state.nonce[authority] + 1n);
    });
  }

  private finish(machine: Machine): void {
    const { state, transaction, block } = this;
    const { fork } = block;
    const used = transaction.gasLimit - machine.gasLeft;
    const refund = machine.refund + this.authorizationRefund;
    const cap = used / (fork >= Fork.london ? 5n : 2n); // EIP-3529
    const refunded = BigInt(refund) < cap ? BigInt(refund) : cap;
    let gasUsed = used - refunded;
    if (gasUsed < BigInt(this.gas.floor)) gasUsed = BigInt(this.gas.floor);
    if (!this.unchecked) {
      this.addBalance(this.sender, (transaction.gasLimit - gasUsed) * this.price);
      this.addBalance(this.coinbase, gasUsed * (fork >= Fork.london ? this.price - block.baseFee : this.price));
    }
    state.endTransaction(fork >= Fork.spuriousDragon);
    const success = machine.halt === Halt.none;
    this.result = {
      success,
      halt: machine.halt,
      haltDetail: machine.haltDetail,
      gasUsed: Number(gasUsed),
      refund,
      refunded: Number(refunded),
      output: machine.output,
      logs: machine.logs,
      created: success && transaction.to === undefined ? state.addressBytes(this.target) : undefined,
    };
  }

  private addBalance(account: AccountIndex, amount: bigint): void {
    W.fromBigInt(W.toBigInt(this.state.balance, account << 3) + amount, word, 0);
    this.state.setBalance(account, word, 0);
  }
}

/** Who signed the authorisation: keccak256(0x05 ++ rlp([chainId, address, nonce])) (EIP-7702). */
function authorityOf(entry: SignedAuthorization): Uint8Array | undefined {
  if (entry.s > 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n) return undefined;
  if (entry.yParity > 1) return undefined;
  const body = [...rlpNumber(entry.chainId), 0x94, ...entry.address, ...rlpNumber(entry.nonce)];
  const head = body.length < 56 ? [0xc0 + body.length] : [0xf8, body.length];
  const hash = keccak_256(Uint8Array.from([0x05, ...head, ...body]));
  const signature = new Uint8Array(64);
  W.fromBigInt(entry.r, word, 0);
  W.toBytes(word, 0, signature, 0);
  W.fromBigInt(entry.s, word, 0);
  W.toBytes(word, 0, signature, 32);
  return recoverAddress(hash, entry.yParity, signature);
}

function rlpNumber(value: bigint): number[] {
  if (value === 0n) return [0x80];
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  return bytes.length === 1 && bytes[0] < 0x80 ? bytes : [0x80 + bytes.length, ...bytes];
}
