/** A scene on our machine, step by step. */

import { Halt } from '../../src/core/evm/frames/halt';
import { EMPTY_WATCHER, type Watcher } from '../../src/core/evm/recording/watcher';
import { BLOBS_CANCUN, Fork } from '../../src/core/evm/rules/forks';
import { MAX_EXECUTION_GAS } from '../../src/core/evm/rules/gas';
import { instructionSet } from '../../src/core/evm/rules/opcodes';
import { Stop } from '../../src/core/evm/run';
import { State } from '../../src/core/evm/state/state';
import { Execution } from '../../src/core/evm/transaction/execution';
import { intrinsicGas, type TransactionInput } from '../../src/core/evm/transaction/transaction-input';
import { limbsOf, toBigInt } from '../../src/core/evm/words/words';
import { addressOf, type Scene } from './programs';

/** The machine before a step. */
export type StepView = {
  depth: number;
  pc: number;
  op: number;
  gas: bigint;
  height: number;
  /** The topmost items, the top last. */
  stack: string;
  /** Bytes of memory without trailing zeros, as hex. */
  memory: string;
};
export type Outcome = {
  steps: StepView[];
  /**
   * Steps that the stock machine does not always tell of: those that ended
   * their frame exceptionally, and the STOP past the end of the code.
   */
  untold: Set<number>;
  /** Steps of creates that came to nothing before their address was looked at. */
  refusedCreates: Set<number>;
  /** Pc and cost of each step, as the watcher was told. */
  told: string;
} & End;
/** The outcome of a scene. */
type End = {
  result: string;
  gasLeft: bigint;
  /** What is left of the gas that pays for state alone (EIP-8037). */
  stateGas: bigint;
  refund: bigint;
  output: string;
  logs: string;
  /** `address: balance nonce code` and `address[key]: value`, of what is not empty. */
  state: Map<string, string>;
};

const INVALID = 0xfe;
export const SENDER = new Uint8Array(20).fill(0xaa);
export const COINBASE = new Uint8Array(20).fill(0xee);
export const NUMBER = 1000;
export const TIMESTAMP = 1_700_000_000;
export const RANDOM = 0x1234n;
export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
/** Items of the stack compared at each step. */
export const SHOWN = 4;

export function memoryText(memory: Uint8Array): string {
  let end = memory.length;
  while (end > 0 && memory[end - 1] === 0) end--;
  return hex(memory.subarray(0, end));
}

/**
 * Returns the gas of a scene, at least what lets a transaction with its calldata begin (EIP-7623), and how it is
 * divided between execution and state: all is execution's before Amsterdam (EIP-8037).
 */
export function gasOf(scene: Scene): { execution: number; state: number } {
  const { intrinsic, floor } = intrinsicGas(transactionOf(scene), scene.fork);
  const gas = Math.max(scene.gas, floor - intrinsic);
  if (scene.fork < Fork.amsterdam) return { execution: gas, state: 0 };
  const execution = Math.min(gas, MAX_EXECUTION_GAS - intrinsic);
  return { execution, state: gas - execution };
}

function transactionOf(scene: Scene): TransactionInput {
  return {
    type: scene.warm.length > 0 ? 1 : 0,
    from: SENDER,
    to: scene.contracts[0]?.address,
    nonce: 0n,
    value: 0n,
    data: scene.data,
    gasLimit: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    accessList: scene.warm.map(({ contract, slots }) => ({
      address: addressOf(contract),
      storageKeys: slots.map(numberBytes),
    })),
    maxFeePerBlobGas: 0n,
    blobHashes: [],
    authorizationList: [],
  };
}

function prepare(scene: Scene, watcher: Watcher | undefined): Execution {
  const state = new State();
  for (const { address, code, balance, storage } of scene.contracts) {
    const account = state.supplyAccount(address, { balance: limbsOf(balance), nonce: 1n, code, exists: true }, true);
    for (const [key, value] of storage) state.supplySlot(account, new Uint8Array(32).fill(key, 31), numberBytes(value));
  }
  const transaction = transactionOf(scene);
  const { execution, state: ofState } = gasOf(scene);
  transaction.gasLimit = BigInt(execution + ofState + intrinsicGas(transaction, scene.fork).intrinsic);
  const block = {
    fork: scene.fork,
    chainId: 1n,
    number: NUMBER,
    timestamp: TIMESTAMP,
    gasLimit: 30_000_000,
    coinbase: COINBASE,
    baseFee: 0n,
    random: RANDOM,
    excessBlobGas: 0n,
    blobs: BLOBS_CANCUN,
    blockHash: () => new Uint8Array(32),
  };
  return new Execution(state, block, transaction, watcher, true);
}

/** Reasons why a create or a call is refused; the instruction of the step tells which of the two it was. */
const REFUSALS = new Set<Halt>([Halt.callDepth, Halt.insufficientBalance, Halt.nonceOverflow]);

/** Runs the scene, one step after the other. */
export function runOurs(scene: Scene): Outcome {
  let endedBadly = false;
  const refusedCreates = new Set<number>();
  const told: string[] = [];
  const steps: StepView[] = [];
  const execution = prepare(scene, {
    ...EMPTY_WATCHER,
    exit: (_row, halt) => {
      if (REFUSALS.has(halt)) refusedCreates.add(steps.length - 1);
      endedBadly = halt !== Halt.none && halt !== Halt.revert;
    },
    step: (pc, cost) => told.push(`${pc} ${cost}`),
  });
  const { defined } = instructionSet(scene.fork);
  const untold = new Set<number>();
  for (;;) {
    const machine = execution.machine;
    const frame = machine?.frame;
    endedBadly = false;
    if (frame && machine.steps === steps.length) {
      const op = frame.code[frame.pc] ?? 0;
      if (frame.pc >= frame.code.length) untold.add(steps.length);
      const stack: string[] = [];
      for (let at = Math.max(0, frame.sp - SHOWN * 8); at < frame.sp; at += 8)
        stack.push(toBigInt(frame.stack, at).toString(16));
      steps.push({
        depth: frame.depth,
        pc: frame.pc,
        op: defined[op] === 1 ? op : INVALID,
        gas: frame.reserve + BigInt(frame.gas),
        height: frame.sp >> 3,
        stack: stack.join(),
        memory: memoryText(frame.memory.subarray(0, frame.memorySize)),
      });
    }
    const stop = execution.run(machine ? 1 : 0);
    if (endedBadly && frame && machine.frame !== frame) untold.add(steps.length - 1);
    if (stop === Stop.done) break;
    if (stop === Stop.missing) supplyNothing(execution.state);
  }
  return { steps, untold, refusedCreates, told: told.join('\n'), ...endOf(execution) };
}

/** Runs the scene `budget` steps at a time, as the app runs it; with `watched`, returns what was told. */
export function runInSlices(scene: Scene, budget: number, watched: boolean): End & { steps: number; told: string } {
  const told: string[] = [];
  const execution = prepare(
    scene,
    watched ? { ...EMPTY_WATCHER, step: (pc, cost) => told.push(`${pc} ${cost}`) } : undefined,
  );
  for (;;) {
    const stop = execution.run(budget);
    if (stop === Stop.done) break;
    if (stop === Stop.missing) supplyNothing(execution.state);
  }
  return { steps: execution.machine?.steps ?? 0, told: told.join('\n'), ...endOf(execution) };
}

/** Every account that is not in the scene is empty. */
function supplyNothing(state: State): void {
  if (state.missing?.kind !== 'account') throw new Error(`missing ${state.missing?.kind}`);
  const nothing = { balance: limbsOf(0n), nonce: 0n, code: new Uint8Array(0), exists: false };
  state.supplyAccount(state.missing.address, nothing);
}

function endOf({ machine, state }: Execution): End {
  if (!machine) throw new Error('nothing was executed');
  return {
    result: machine.halt === Halt.none ? 'success' : machine.halt === Halt.revert ? 'revert' : 'failure',
    gasLeft: machine.gasLeft,
    stateGas: BigInt(machine.stateGas),
    refund: BigInt(machine.refund),
    output: hex(machine.output),
    logs: machine.logs
      .map(({ address, topics, topicCount, data }) => {
        const words = Array.from({ length: topicCount }, (_, i) => toBigInt(topics, i * 8).toString(16));
        return `${hex(state.addressBytes(address))} [${words.join()}] ${hex(data)}`;
      })
      .join('\n'),
    state: stateOf(state),
  };
}

export function numberBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, value);
  return bytes;
}

function stateOf(state: State): Map<string, string> {
  const found = new Map<string, string>();
  for (let account = 0; account < state.length; account++) {
    const address = hex(state.addressBytes(account as never));
    const code = hex(state.codes[state.code[account] ?? 0]?.bytes ?? new Uint8Array(0));
    const balance = toBigInt(state.balance, account * 8);
    const nonce = state.nonce[account] ?? 0n;
    found.set(address, `${balance} ${nonce} ${code}`);
  }
  const { slots } = state;
  for (let slot = 0; slot < slots.length; slot++) {
    const address = hex(state.addressBytes(slots.account[slot] as never));
    const key = toBigInt(slots.keys, slot * 8)
      .toString(16)
      .padStart(64, '0');
    found.set(`${address}[${key}]`, toBigInt(slots.current, slot * 8).toString(16));
  }
  return found;
}
