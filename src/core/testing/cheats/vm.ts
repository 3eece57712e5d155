/** What cheatcodes see and change of the machine that runs a test. */

import { bytesToAddress, hexToBytes } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import { type BlockEnvironment, blobBaseFee } from '../../evm/environment';
import type { Frame } from '../../evm/frames/frame';
import type { RunningMachine } from '../../evm/interceptor';
import type { AccountIndex, SlotIndex } from '../../evm/state/slots';
import type { State } from '../../evm/state/state';
import { fromBigInt, fromBytes } from '../../evm/words/words';
import { asciiBytes } from '../../json/bytes';
import { assert } from '../../values/assert';
import type { Artefact } from '../artefact';
import type { DiskEntry, StartProcess } from '../host';
import type { TestSettings } from '../settings';
import { randomWord } from './chacha';
import type { BlockChanges, CheatState, Prank } from './cheat-state';
import type { EndpointAnswers, Question } from './endpoint-answers';
import type { KnownErrors } from './revert-reason';

export const VM_ADDRESS = '0x7109709ecfa91a80626ff3989d68f67f5b1dd12d' as Address;
const EMPTY = new Uint8Array(0);
const word = new Uint32Array(8);

/** The parts of a project that cheatcodes use. */
export type CheatProject = {
  settings: TestSettings;
  artefacts: readonly Artefact[];
  errors: KnownErrors;
  /** Path of the project's folder, as tests are told it. */
  root: string;
  /** Creation code with its libraries linked, by artefact; undefined where one is not known. */
  linked(artefact: Artefact): Uint8Array | undefined;
  /** Files and folders of the project that were read already, by path from the root. */
  files: Map<string, DiskEntry>;
  /** Answers of endpoints so far; undefined where no endpoint can be asked. */
  answers: EndpointAnswers | undefined;
  /** Addresses of endpoints that the reader has. */
  endpoints: readonly string[];
  /** Whether the endpoints of the project's configuration may be asked as well. */
  trustsConfiguration: boolean;
  /** Whether files can be read at all. */
  canRead: boolean;
  /** Starts programs; undefined where tests start none. */
  startProcess: StartProcess | undefined;
  /** Path of the source of the suite, and the name of its contract. */
  suiteFile: string;
  suiteName: string;
};

/** A block that cheatcodes change. */
export type CheatBlock = BlockEnvironment & { exact: NonNullable<BlockEnvironment['exact']> };

/** Changes the fields of a block in place. */
export function applyChanges(block: CheatBlock, { number, timestamp, ...others }: Partial<BlockChanges>): void {
  Object.assign(block, others);
  if (number !== undefined) {
    block.number = Number(number);
    block.exact.number = number;
  }
  if (timestamp === undefined) return;
  block.timestamp = Number(timestamp);
  block.exact.timestamp = timestamp;
}

export class Vm {
  /** Set when a machine begins. */
  machine!: RunningMachine;
  /** Path of a file that is to be read before the machine goes on. */
  wanted: string | undefined;
  /** Questions to endpoints that are to be asked before the machine goes on; where there are none, others have the thread first. */
  asked: readonly Question[] | undefined;
  /** The libraries of the machine are to be loaded before it goes on. */
  wantsLibraries = false;
  /** The frame that calls the cheatcode that is being answered. */
  protected calling: Frame | undefined;

  constructor(
    readonly project: CheatProject,
    /** The block that the machine runs in; cheatcodes change it. */
    readonly block: CheatBlock,
    public kept: CheatState,
  ) {}

  get state(): State {
    return this.machine.state;
  }

  /** Depth of the frame that calls, as forge counts it. */
  get depth(): number {
    return this.caller.depth + 1;
  }

  get caller(): Frame {
    assert(this.calling, 'a cheatcode is called by a frame');
    return this.calling;
  }

  blockNow(): BlockChanges {
    const { exact, coinbase, baseFee, random, chainId, blobBaseFee: blob, gasLimit } = this.block;
    const { number, timestamp } = exact;
    const shared = { number, timestamp, coinbase, baseFee, random, chainId, blobBaseFee: blob };
    return { ...shared, gasLimit };
  }

  /** Changes the block, and what the machine took of it. */
  setBlock(changes: Partial<BlockChanges>): void {
    applyChanges(this.block, changes);
    const { words } = this.machine;
    fromBytes(this.block.coinbase, 0, 20, words.coinbase, 0);
    fromBigInt(this.block.random, words.random, 0);
    fromBigInt(this.block.baseFee, words.baseFee, 0);
    fromBigInt(this.block.chainId, words.chainId, 0);
    fromBigInt(blobBaseFee(this.block), words.blobBaseFee, 0);
  }

  /** The version whose rules hold for calls from here on. */
  get evmVersion(): string {
    return this.kept.evmVersion ?? this.project.settings.evmVersion;
  }

  setOrigin(origin: bigint): void {
    fromBigInt(origin, this.machine.words.origin, 0);
  }

  /** The account at an address in lower case, known from here on. */
  account(address: string): AccountIndex {
    const account = this.state.indexOfAddress(hexToBytes(address.toLowerCase() as Address));
    if (!this.state.isKnown(account)) {
      word.fill(0);
      this.state.supplyAccount(hexToBytes(address.toLowerCase() as Address), {
        balance: word,
        nonce: 0n,
        code: EMPTY,
        exists: false,
      });
    }
    return account;
  }

  /** The account at an address, reached as an instruction reaches it: it is warm from here on. */
  reach(address: string): AccountIndex {
    const account = this.account(address);
    this.state.warmAccount(account);
    return account;
  }

  addressOf(account: AccountIndex): Address {
    return bytesToAddress(this.state.addressBytes(account));
  }

  codeOf(account: AccountIndex): Uint8Array {
    return this.state.codes[this.state.code[account]].bytes;
  }

  slotOf(account: AccountIndex, key: bigint): SlotIndex {
    fromBigInt(key, word, 0);
    const slot = this.state.slots.indexOf(account, word, 0);
    this.state.requireSlot(slot);
    return slot;
  }

  setSlot(account: AccountIndex, key: bigint, value: bigint): void {
    const slot = this.slotOf(account, key);
    this.state.warmSlot(slot);
    fromBigInt(value, word, 0);
    this.state.setSlot(slot, word, 0);
  }

  setBalance(account: AccountIndex, wei: bigint): void {
    fromBigInt(wei, word, 0);
    this.state.setBalance(account, word, 0);
  }

  /** The next 32 bits that the seed gives. */
  nextRandom32(): number {
    return randomWord(this.kept.seed, this.kept.drawn++);
  }

  /** The next 256 bits that the seed gives, the lowest first. */
  nextRandom(): bigint {
    let value = 0n;
    for (let part = 0n; part < 256n; part += 32n) value |= BigInt(this.nextRandom32()) << part;
    return value;
  }

  /** Returns the sender of what this account calls or creates, where that is broadcast; `tx.origin` is set to it. */
  broadcaster(caller: AccountIndex): AccountIndex | undefined {
    const { broadcast } = this.kept;
    if (broadcast === undefined || caller !== broadcast.caller) return undefined;
    this.setOrigin(BigInt(this.addressOf(broadcast.sender)));
    return broadcast.sender;
  }

  /** The prank that holds for calls at this depth: the innermost one. */
  prankAt(depth: number): Prank | undefined {
    const { pranks } = this.kept;
    if (pranks.size === 0) return undefined;
    let found: Prank | undefined;
    for (const prank of pranks.values())
      if (prank.depth <= depth && (found === undefined || prank.depth > found.depth)) found = prank;
    return found;
  }
}

/** Returndata of an assumption that does not hold, and of a test that is skipped, with its reason behind. */
export const ASSUME = asciiBytes('FOUNDRY::ASSUME');
export const SKIP = asciiBytes('FOUNDRY::SKIP');

/** Returns whether the bytes begin with these. */
export function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  if (start.length > bytes.length) return false;
  for (let at = 0; at < start.length; at++) if (bytes[at] !== start[at]) return false;
  return true;
}
