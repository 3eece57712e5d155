/** The chain that a suite runs on: its state, its block and what cheatcodes have set, and calls on it. */

import { bytesToAddress, hexToBytes } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import type { BlockEnvironment } from '../../evm/environment';
import type { Frame } from '../../evm/frames/frame';
import type { Halt } from '../../evm/frames/halt';
import { GivenUp } from '../../evm/given-up';
import { loadLibraries, loadLibrary } from '../../evm/precompiles/libraries';
import { BLOBS_PRAGUE, Fork } from '../../evm/rules/forks';
import { Stop } from '../../evm/run';
import { State } from '../../evm/state/state';
import { Execution } from '../../evm/transaction/execution';
import { intrinsicGas, madeUpCall, type TransactionInput } from '../../evm/transaction/transaction-input';
import type { TransactionResult } from '../../evm/transaction/transaction-result';
import { fromBigInt, toBigInt } from '../../evm/words/words';
import { Replay } from '../../replay/replay';
import { assert } from '../../values/assert';
import { type CheatState, copyOf, forNextCall } from '../cheats/cheat-state';
import { cheatingBlock } from '../cheats/cheats';
import { CREATE2_CODE } from '../cheats/factory';
import { noteFirstValues } from '../cheats/first-values';
import { type CheatProject, VM_ADDRESS, type Vm } from '../cheats/vm';
import { forkOfVersion } from '../evm-version';
import type { TestHost } from '../host';
import { CALLER, CREATE2_DEPLOYER, gasLimitOf, type TestSettings } from '../settings';
import { supplyMissing, supplyNoAccount } from '../supply-missing';
import { weiAfterCall, whyRefused } from './call-envelope';
import { askEndpoints, supplyFromFork } from './supply-from-fork';

const EMPTY = new Uint8Array(0);
const NOBODY = new Uint8Array(20);
/** Steps between two looks at the clock: some milliseconds. */
const STEPS_PER_SLICE = 250_000;
/** Milliseconds after which others get the thread. */
const LONGEST = 16;
/** Steps of a recorded call at most. */
const MAX_RECORDED = 50_000_000;
const MOST_WEI = (1n << 256n) - 1n;

/** The run was cancelled by its host. */
export class Cancelled extends Error {}

export type TestCall = { from: Address; to: Address | undefined; data: Uint8Array; value?: bigint };

export type CallOutcome = {
  halt: Halt;
  output: Uint8Array;
  /** Gas used, without the transaction's intrinsic gas. */
  gas: number;
  result: TransactionResult | undefined;
  /** Why nothing ran, or why it could not go on. */
  problem?: string;
  recording?: Replay;
  environment: BlockEnvironment;
  transaction: TransactionInput;
};

/** Returns the block that tests begin with. */
export function firstBlock(settings: TestSettings): BlockEnvironment {
  return {
    fork: forkOfVersion(settings.evmVersion) ?? Fork.osaka,
    chainId: settings.chainId,
    number: Number(settings.blockNumber),
    timestamp: Number(settings.timestamp),
    gasLimit: gasLimitOf(settings),
    coinbase: hexToBytes(settings.coinbase),
    baseFee: settings.baseFee,
    random: settings.prevrandao,
    excessBlobGas: 0n,
    blobs: BLOBS_PRAGUE,
    blockHash: () => undefined, // the cheatcodes answer
    protocol: { prices: { maxCodeSize: settings.codeSizeLimit, maxInitCodeSize: 2 * settings.codeSizeLimit } },
  };
}

/** Returns a state that has what every suite begins with. */
export function firstState(settings: TestSettings): State {
  const state = new State();
  const supply = (address: Uint8Array, wei: bigint, nonce: bigint, code: Uint8Array) => {
    const balance = new Uint32Array(8);
    fromBigInt(wei, balance, 0);
    state.supplyAccount(address, { balance, nonce, code, exists: true }, true);
  };
  supply(hexToBytes(CALLER), MOST_WEI, 0n, EMPTY);
  supply(hexToBytes(settings.sender), MOST_WEI, 1n, EMPTY);
  supply(hexToBytes(VM_ADDRESS), 0n, 0n, Uint8Array.of(0));
  supply(hexToBytes(CREATE2_DEPLOYER), 0n, 1n, CREATE2_CODE);
  return state;
}

/** All chains of a suite have this together. */
type Shared = {
  /** Time of the last pause, in which other work had the thread. */
  paused: number;
  /** Frames of calls that have ended, to be used again. */
  frames: Frame[];
};

export class TestChain {
  private tried: TestChain | undefined;

  constructor(
    readonly project: CheatProject,
    readonly host: TestHost,
    public state: State,
    public block: BlockEnvironment,
    public kept: CheatState,
    private readonly shared: Shared = { paused: host.now(), frames: [] },
  ) {}

  /** A chain of its own that stands where this one does. */
  copied(settings = this.project.settings): TestChain {
    const { host, shared } = this;
    const { evmVersion } = this.project.settings;
    const block =
      evmVersion === settings.evmVersion
        ? this.block
        : { ...this.block, fork: forkOfVersion(settings.evmVersion) ?? Fork.osaka };
    return new TestChain({ ...this.project, settings }, host, this.state.copied(), block, copyOf(this.kept), shared);
  }

  /** A chain that stands where this one does, for a call whose changes do not last: it is the same one every time. */
  trial(): TestChain {
    if (this.tried === undefined) this.tried = this.copied();
    else this.tried.standAt(this);
    return this.tried;
  }

  /** Makes this chain stand where another does. */
  standAt({ state, block, kept }: TestChain): void {
    this.state.take(state);
    this.block = block;
    this.kept = copyOf(kept);
  }

  setBalance(address: Address, wei: bigint): void {
    const account = this.known(address);
    const word = new Uint32Array(8);
    fromBigInt(wei, word, 0);
    this.state.setBalance(account, word, 0);
  }

  nonceOf(address: Address): bigint {
    return this.state.nonce[this.known(address)];
  }

  /** Whether something reverted in the last call, and first so neither the test's contract at the address nor a cheatcode. */
  isRevertOfAnother(test: Address): boolean {
    const { reverter } = this.kept;
    if (reverter === undefined) return false;
    return ![test.toLowerCase(), VM_ADDRESS].includes(bytesToAddress(this.state.addressBytes(reverter)));
  }

  private known(address: Address) {
    const account = this.state.indexOfAddress(hexToBytes(address));
    if (!this.state.isKnown(account)) supplyNoAccount(this.state, hexToBytes(address));
    return account;
  }

  /** Executes a call or creation; what it changed stays. Throws `Cancelled`. */
  async call(call: TestCall, isRecorded = false): Promise<CallOutcome> {
    await this.pauseWhenDue();
    const { coverage } = this.host;
    this.kept.reverter = undefined;
    noteFirstValues(this.state, this.kept);
    const environment = cheatingBlock(this.project, this.block, this.kept);
    const transaction = this.transactionOf(call);
    const task = isRecorded
      ? new Replay(this.state, environment, transaction, MAX_RECORDED, true)
      : new Execution(this.state, environment, transaction, coverage?.watcher, true, this.shared.frames);
    const execution = task instanceof Replay ? task.execution : task;
    if (coverage !== undefined) coverage.watcher.run = execution;
    let problem: string | undefined;
    const refused = whyRefused(transaction, environment, this.project.settings);
    try {
      if (refused === undefined) await this.runToEnd(task, environment.interceptor);
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      problem = error.message;
    }
    coverage?.afterCall();
    const { result } = execution;
    problem ??=
      refused ?? execution.invalid ?? (result === undefined ? 'It takes more steps than can be recorded.' : undefined);
    const { interceptor } = environment;
    const { number, timestamp, exact, coinbase, baseFee, random, chainId, blobBaseFee, gasLimit } = environment;
    const changes = { number, timestamp, exact, coinbase, baseFee, random, chainId, blobBaseFee, gasLimit };
    this.block = { ...this.block, ...changes } as BlockEnvironment;
    if (result !== undefined) this.payGas(call.from, transaction.gasLimit, result.gasUsed, interceptor.kept);
    // What was recorded goes on from what it had.
    this.kept = forNextCall(isRecorded ? copyOf(interceptor.kept) : interceptor.kept);
    if (isRecorded && result !== undefined) execution.leaveState();
    return {
      halt: result?.halt ?? 1,
      output: result?.output ?? EMPTY,
      gas: result === undefined ? 0 : gasOf(result, interceptor.listTaken, this.block.fork),
      result,
      ...(problem !== undefined && { problem }),
      ...(task instanceof Replay && { recording: task }),
      environment,
      transaction,
    };
  }

  /** Moves what a transaction's gas costs by the price that `kept` has at its end. */
  payGas(from: Address, gasLimit: bigint, gasUsed: number, { gasPrice }: CheatState): void {
    const price = gasPrice ?? this.project.settings.gasPrice;
    if (price === 0n) return;
    const { baseFee, coinbase } = this.block;
    const wei = weiAfterCall(gasLimit, gasUsed, { price, baseFee });
    this.setBalance(from, this.balanceOf(from) + wei.sender);
    const tipped = bytesToAddress(coinbase);
    if (wei.coinbase > 0n) this.setBalance(tipped, this.balanceOf(tipped) + wei.coinbase);
  }

  private balanceOf(address: Address): bigint {
    return toBigInt(this.state.balance, this.known(address) << 3);
  }

  private transactionOf({ from, to, data, value = 0n }: TestCall): TransactionInput {
    const { settings } = this.project;
    return madeUpCall({
      from: hexToBytes(from),
      to: to === undefined ? undefined : hexToBytes(to),
      nonce: this.nonceOf(from),
      value,
      data,
      gasLimit: gasLimitOf(settings),
      maxFeePerGas: settings.gasPrice,
    });
  }

  /** Lets others have the thread where that is due: many short calls take as long as one that is long. */
  private async pauseWhenDue(): Promise<void> {
    if (this.host.now() - this.shared.paused < LONGEST) return;
    if (!(await this.host.pause())) throw new Cancelled();
    this.shared.paused = this.host.now();
  }

  private async runToEnd(task: Execution | Replay, vm: Vm): Promise<void> {
    for (;;) {
      const stop = task.run(STEPS_PER_SLICE);
      if (stop === Stop.done) return;
      if (stop === Stop.budget) {
        await this.pauseWhenDue();
        continue;
      }
      const { wanted, wantsLibraries, asked } = vm;
      if (wantsLibraries) {
        await loadLibraries();
        continue;
      }
      if (wanted !== undefined) {
        const { readFile, readFolder } = this.host;
        this.project.files.set(wanted, (await readFile?.(wanted)) ?? (await readFolder?.(wanted)));
        continue;
      }
      const { answers } = this.project;
      if (asked !== undefined && answers !== undefined) {
        vm.asked = undefined;
        await askEndpoints(this.host, answers, asked);
        await this.pauseWhenDue();
        continue;
      }
      const { missing } = this.state;
      assert(missing, 'running stops for something that is missing');
      if (vm.kept.activeFork !== undefined && missing.kind !== 'library') await supplyFromFork(vm, missing, this.host);
      else if (missing.kind === 'library') await loadLibrary(missing.library);
      else supplyMissing(this.state, missing);
    }
  }
}

/** Gas without the intrinsic; forge takes off, too, what the list of `vm.accessList` costs, also where the test's own transaction paid none of it. */
function gasOf({ gasUsed, spent }: TransactionResult, accessList: CheatState['accessList'], fork: Fork): number {
  const gas = gasUsed - spent.initial;
  if (accessList.length === 0) return gas;
  const plain = madeUpCall({ from: NOBODY, to: NOBODY, data: EMPTY, gasLimit: 0n });
  const list = intrinsicGas({ ...plain, accessList }, fork).intrinsic - intrinsicGas(plain, fork).intrinsic;
  return Math.max(gas - list, 0);
}
