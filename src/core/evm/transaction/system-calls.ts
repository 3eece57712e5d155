/**
 * What happens in a block before its first transaction: calls by the system
 * address that keep the beacon root (EIP-4788, since Cancun) and the parent's
 * hash (EIP-2935, since Prague). They pay nothing and count against nothing.
 */
import { bytesToHex, hexToBytes } from '../../chain/hex';
import { type BlockEnvironment, SYSTEM } from '../environment';
import type { ContractCall } from '../families/protocol';
import { FrameKind } from '../frames/frame';
import { SYSTEM_STATE_GAS } from '../frames/state-gas';
import { Machine } from '../machine';
import type { Watcher } from '../recording/watcher';
import { Fork } from '../rules/forks';
import { runMachine, Stop } from '../run';
import type { State } from '../state/state';

export type SystemCall = {
  /** 20 bytes. */
  address: Uint8Array;
  /** The 32 bytes it is called with. */
  input: Uint8Array;
  /** Slots it writes, for fetching them beforehand. */
  slots: readonly bigint[];
  /** Values that the contract of the EIP writes into `slots`. */
  written: readonly bigint[];
};

const BEACON_ROOTS = hexToBytes('0x000f3df6d732807ef1319fb7b8bb8522d0beac02');
const BLOCK_HASHES = hexToBytes('0x0000f90827f1c53a10cb7a02335b175320002935');
/** Length of the ring buffers of both. */
const RING = 8191;
const GAS = 30_000_000;

/** Returns the calls before the block's first transaction, in order. */
export function systemCalls(
  block: BlockEnvironment,
  parentHash: Uint8Array,
  parentBeaconBlockRoot: Uint8Array | undefined,
): SystemCall[] {
  const calls: SystemCall[] = [];
  if (block.fork >= Fork.cancun && parentBeaconBlockRoot !== undefined) {
    const at = block.timestamp % RING;
    calls.push({
      address: BEACON_ROOTS,
      input: parentBeaconBlockRoot,
      slots: [BigInt(at), BigInt(at + RING)],
      written: [BigInt(block.timestamp), BigInt(bytesToHex(parentBeaconBlockRoot))],
    });
  }
  if (block.fork >= Fork.prague && block.number > 0)
    calls.push({
      address: BLOCK_HASHES,
      input: parentHash,
      slots: [BigInt((block.number - 1) % RING)],
      written: [BigInt(bytesToHex(parentHash))],
    });
  return calls;
}

/** One system call, run like a transaction: `run` until it is done, supplying what is missing. */
export class SystemExecution {
  machine: Machine | undefined;

  constructor(
    private readonly state: State,
    private readonly block: BlockEnvironment,
    private readonly call: SystemCall,
  ) {}

  run(budget: number): Stop {
    const { state } = this;
    if (this.machine === undefined) {
      const target = state.indexOfAddress(this.call.address);
      if (!state.requireAccount(target)) return Stop.missing;
      state.beginTransaction();
      this.machine = this.begin();
    }
    const stop = runMachine(this.machine, budget);
    if (stop === Stop.done) state.endTransaction(true);
    return stop;
  }

  private begin(): Machine {
    const { address: to, input } = this.call;
    return protocolCall(this.state, this.block, { from: SYSTEM, to, input, gas: GAS });
  }
}

/** Returns a machine that is about to call a contract by the protocol itself. The account must be known. */
export function protocolCall(state: State, block: BlockEnvironment, call: ContractCall, watcher?: Watcher): Machine {
  const environment = { origin: call.from, gasPrice: new Uint32Array(8), blobHashes: [] };
  const machine = new Machine(state, block, environment, watcher);
  const target = state.indexOfAddress(call.to);
  const code = state.codes[state.code[target]];
  machine.gasLeft = BigInt(call.gas);
  // Where the contract is not deployed the call does nothing.
  if (code.bytes.length === 0) return machine;
  const frame = machine.takeFrame();
  frame.start(code, machine.set);
  frame.parent = undefined;
  frame.kind = FrameKind.call;
  frame.depth = 0;
  frame.self = target;
  frame.caller = state.indexOfAddress(call.from);
  frame.codeAccount = target;
  frame.isStatic = false;
  frame.value.fill(0);
  frame.input = call.input;
  if (block.fork >= Fork.amsterdam) machine.stateGas = SYSTEM_STATE_GAS; // EIP-8037
  frame.fund(call.gas, 0n, machine.stateGas, 0);
  frame.snapshot = state.snapshot();
  frame.logs = 0;
  frame.refund = 0;
  frame.row = -1;
  machine.frame = frame;
  return machine;
}
