/**
 * Whose code a contract runs for a function that it does not have itself, found
 * by executing such a call here. It finds every proxy that hands its calldata
 * on, wherever the implementation is written down: in a slot of its own, in the
 * code, at a beacon, or behind calls.
 */
import { bytesToAddress, bytesToHash, bytesToHex, hexToBytes } from '../../chain/hex';
import type { Address, Hash, Hex } from '../../chain/primitives';
import type { BlockEnvironment } from '../../evm/environment';
import { FrameKind } from '../../evm/frames/frame';
import { GivenUp } from '../../evm/given-up';
import { type Library, loadLibrary } from '../../evm/precompiles/libraries';
import { EMPTY_WATCHER, type EnteredFrame, type Watcher } from '../../evm/recording/watcher';
import { BLOBS_PRAGUE, Fork } from '../../evm/rules/forks';
import * as Op from '../../evm/rules/opcode-bytes';
import { Stop } from '../../evm/run';
import { State } from '../../evm/state/state';
import { Execution } from '../../evm/transaction/execution';
import { madeUpCall } from '../../evm/transaction/transaction-input';
import { instructionsEnd } from './instructions-end';
import type { ProxyReader } from './proxy-reader';

export type HandedOn = {
  implementation: Address;
  /** Bytes that the contract puts behind the calldata. `0x` for none. */
  appended: Hex;
  /** The contract that was called before and answered the implementation. */
  beacon?: Address;
  /** What the contract's own slots held, of those that it read before. */
  slots: ReadonlyMap<Hash, Hex>;
  /** Bytes of the code behind its last instruction, `0x` for none; absent where a compiler made the code. */
  behind?: Hex;
};

/** A fallback function takes some hundred steps. */
const MAX_STEPS = 20_000;
const STEPS_PER_SLICE = 500;
/** Accounts and slots that are asked for. */
const MAX_READS = 24;
/** Functions that are tried for another implementation, and what is asked for because of all of them. */
const MAX_FUNCTIONS = 128;
const MAX_READS_OF_FUNCTIONS = 8;
const PUSH3 = 0x62;
const GAS = 5_000_000n;
/** "loupe" in ASCII, so that the caller is nobody's admin. */
const CALLER = hexToBytes('0x6c6f757065000000000000000000000000000001');
/** Nothing that decides whose code runs depends on a block, so this one is made up. */
const BLOCK: BlockEnvironment = {
  fork: Fork.osaka,
  blobs: BLOBS_PRAGUE,
  chainId: 1n,
  number: 1 << 30,
  timestamp: 2 ** 31,
  gasLimit: Number(GAS),
  coinbase: CALLER,
  baseFee: 0n,
  random: 0n,
  excessBlobGas: 0n,
  blockHash: () => new Uint8Array(32),
};

type Reader = Pick<ProxyReader, 'code' | 'storageAt'>;

/**
 * Executes a call of a function that `code` does not have, and answers to whom its calldata went by DELEGATECALL, whole and
 * from the first byte. Undefined where it went nowhere, where what the code reads cannot be read, or where a function that the
 * code compares calldata with goes to another contract: a router has no one implementation.
 */
export async function executeHandOn(reader: Reader, address: Address, code: Hex): Promise<HandedOn | undefined> {
  const read = readOnce(reader);
  const handedOn = await executeCall(read(MAX_READS), address, code, unusedSelector(code));
  if (handedOn === undefined || handedOn.beacon !== undefined) return handedOn;
  const ofFunctions = read(MAX_READS_OF_FUNCTIONS);
  for (const selector of selectorsIn(code)) {
    const target = (await executeCall(ofFunctions, address, code, selector))?.implementation;
    if (target !== undefined && target !== handedOn.implementation && !/^0x0*$/.test(target)) return undefined;
  }
  return handedOn;
}

/** Returns how to get readers that answer each question once, and then no more than `limit` that none of them answered before. */
function readOnce(reader: Reader): (limit: number) => Reader {
  const answers = new Map<string, Promise<Hex | undefined>>();
  return (limit) => {
    let left = limit;
    const ask = (key: string, read: () => Promise<Hex | undefined>) => {
      const answer = answers.get(key) ?? (left-- > 0 ? read() : undefined);
      if (answer !== undefined) answers.set(key, answer);
      return answer ?? Promise.resolve(undefined);
    };
    return {
      code: (of) => ask(of, () => reader.code(of)),
      storageAt: (of, slot) => ask(`${of} ${slot}`, () => reader.storageAt(of, slot)),
    };
  };
}

/** Returns the four bytes that the code pushes, alone or at the left of a word, as dispatchers do to compare calldata with them. */
function selectorsIn(code: Hex): ReadonlySet<Hex> {
  const found = new Set<Hex>();
  for (let at = 2; at < code.length && found.size < MAX_FUNCTIONS; ) {
    const opcode = Number.parseInt(code.slice(at, at + 2), 16);
    const pushed = code.slice(at + 2, at + 2 + Op.pushDataLength(opcode) * 2);
    at += 2 + pushed.length;
    // Compilers leave out a zero at the beginning.
    const digits = opcode === PUSH3 ? `00${pushed}` : pushed.replace(/^(.{8})0{56}$/, '$1');
    if (digits.length === 8) found.add(`0x${digits}`);
  }
  return found;
}

/** Executes one call, and answers to whom its calldata went by DELEGATECALL. */
async function executeCall(reader: Reader, address: Address, code: Hex, selector: Hex): Promise<HandedOn | undefined> {
  const state = new State();
  const call = madeUpCall({
    from: CALLER,
    to: hexToBytes(address),
    data: hexToBytes(`${selector}${'5a'.repeat(32)}`),
    gasLimit: GAS,
  });
  const heard = new Listener(state, call.data);
  const slots = new Map<Hash, Hex>();
  supplyCode(state, CALLER, '0x');
  supplyCode(state, hexToBytes(address), code);
  const execution = new Execution(state, BLOCK, call, heard.watcher, true);
  let reads = 0;
  for (let steps = 0; steps < MAX_STEPS; steps += STEPS_PER_SLICE) {
    const stop = run(execution);
    if (heard.found !== undefined) return { ...heard.found, slots, ...behindInstructions(code) };
    if (stop === Stop.budget) continue;
    const { missing } = state;
    if (stop !== Stop.missing || missing === undefined || reads++ >= MAX_READS) return undefined;
    if (missing.kind === 'blockHash') return undefined;
    if (missing.kind === 'library') {
      if (!(await isLoadedNow(missing.library))) return undefined;
      continue;
    }
    const asked = bytesToAddress(missing.address);
    if (missing.kind === 'account') {
      const other = await reader.code(asked);
      if (other === undefined) return undefined;
      supplyCode(state, missing.address, other);
      continue;
    }
    const key = bytesToHash(missing.key);
    const word = await reader.storageAt(asked, key);
    if (word === undefined) return undefined;
    if (asked === address) slots.set(key, word);
    state.supplySlot(state.indexOfAddress(missing.address), missing.key, wordOf(word));
  }
  return undefined;
}

async function isLoadedNow(library: Library): Promise<boolean> {
  try {
    await loadLibrary(library);
    return true;
  } catch {
    return false; // its file cannot be had
  }
}

/** Runs a slice; undefined where the code wants more memory than there is. */
function run(execution: Execution): Stop | undefined {
  try {
    return execution.run(STEPS_PER_SLICE);
  } catch (error) {
    if (error instanceof GivenUp) return undefined;
    throw error;
  }
}

/** Notes the first DELEGATECALL of the contract itself that begins with its calldata, and who answered an address before. */
class Listener {
  found: Omit<HandedOn, 'slots' | 'behind'> | undefined;
  readonly watcher: Watcher;
  private readonly called: Address[] = [];
  /** The last of those that answered a word, and that word. */
  private readonly answers = new Map<string, Address>();

  constructor(
    private readonly state: State,
    private readonly calldata: Uint8Array,
  ) {
    this.watcher = {
      ...EMPTY_WATCHER,
      enter: (frame) => this.enter(frame),
      exit: (row, _halt, _detail, _gasUsed, output) => {
        if (row > 0 && output.length === 32) this.answers.set(bytesToHex(output.subarray(12)), this.called[row]);
      },
    };
  }

  private enter({ kind, depth, to, input }: EnteredFrame): number {
    const target = bytesToAddress(this.state.addressBytes(to));
    if (this.found === undefined && depth === 1 && kind === FrameKind.delegatecall && this.begins(input)) {
      const beacon = this.answers.get(target);
      this.found = {
        implementation: target,
        appended: bytesToHex(input.subarray(this.calldata.length)),
        ...(beacon && { beacon }),
      };
    }
    return this.called.push(target) - 1;
  }

  private begins(input: Uint8Array): boolean {
    return this.calldata.every((byte, at) => input[at] === byte);
  }
}

function behindInstructions(code: Hex): Pick<HandedOn, 'behind'> {
  const bytes = hexToBytes(code);
  const end = instructionsEnd(bytes);
  return end === undefined ? {} : { behind: bytesToHex(bytes.subarray(end)) };
}

/** Finds four bytes that the code does not contain, so that it has no function of that selector. */
function unusedSelector(code: Hex): Hex {
  let selector = 0xdecade01;
  while (code.includes(selector.toString(16))) selector++;
  return `0x${selector.toString(16)}`;
}

function supplyCode(state: State, address: Uint8Array, code: Hex): void {
  const account = { balance: new Uint32Array(8), nonce: 1n, code: hexToBytes(code), exists: true };
  state.supplyAccount(address, account);
}

/** Returns the 32 bytes of a word, of which nodes may leave leading zeros out. */
function wordOf(word: Hex): Uint8Array {
  return hexToBytes(`0x${word.slice(2).padStart(64, '0').slice(-64)}`);
}
