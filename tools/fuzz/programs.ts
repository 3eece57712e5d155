/**
 * Programs for machines to disagree on: instructions drawn at random, with the
 * stack in mind, so that most of them get somewhere: arithmetic on telling
 * words, memory, storage, jumps, hashes, calls between the contracts of one
 * scene, creates, reverts, and now and then nonsense.
 */
import { Fork } from '../../src/core/evm/rules/forks';
import { MAX_EXECUTION_GAS } from '../../src/core/evm/rules/gas';
import { opcode } from '../../src/core/evm/rules/opcodes';
import { corner } from './corners';
import type { Random } from './random';

/** Contracts that call each other, and one message to the first of them. */
export type Scene = {
  fork: Fork;
  contracts: { address: Uint8Array; code: Uint8Array; balance: bigint; storage: [number, number][] }[];
  /** The access list (EIP-2930): contracts, CONTRACTS for one that does not exist, and their slots. */
  warm: readonly { contract: number; slots: readonly number[] }[];
  gas: number;
  data: Uint8Array;
};

export const CONTRACTS = 3;

export function addressOf(contract: number): Uint8Array {
  return new Uint8Array(20).fill(0xc0 + contract);
}

/** Makes a random scene. `only` is its fork, any unless given. */
export function randomScene(random: Random, only?: Fork): Scene {
  const drawn = random.below(Fork.amsterdam + 1) as Fork;
  const fork = only ?? drawn;
  const scene: Scene = {
    fork,
    contracts: Array.from({ length: CONTRACTS }, (_, i) => ({
      address: addressOf(i),
      code: program(random, fork, 10 + random.below(60), 2),
      balance: BigInt(random.below(100)),
      storage: Array.from({ length: random.below(4) }, () => [random.below(4), 1 + random.below(300)]),
    })),
    warm: [],
    gas: random.chance(0.1) ? random.below(3000) : 20_000 + random.below(400_000),
    data: random.bytes(random.below(80)),
  };
  // Beyond what execution may use, gas pays for state alone (EIP-8037).
  if (fork >= Fork.amsterdam && random.chance(0.05)) scene.gas = MAX_EXECUTION_GAS + random.below(900_000);
  if (random.chance(0.3)) putCorner(random, scene);
  if (fork >= Fork.prague && random.chance(0.3)) delegate(random, scene);
  if (fork >= Fork.berlin && random.chance(0.3))
    scene.warm = Array.from({ length: 1 + random.below(3) }, () => ({
      contract: random.below(CONTRACTS + 1),
      slots: Array.from({ length: random.below(3) }, () => random.below(4)),
    }));
  return scene;
}

/** A corner of the rules in the first contract, or in one that it may call. */
function putCorner(random: Random, scene: Scene): void {
  const at = random.chance(0.8) ? 0 : 1;
  const { code, gas } = corner(random, scene.fork);
  const contract = scene.contracts[at];
  if (contract === undefined) return;
  contract.code = code;
  if (at === 0 && gas !== undefined) scene.gas = gas;
}

/** Makes contracts delegate to each other, to themselves or to a precompile (EIP-7702). */
function delegate(random: Random, scene: Scene): void {
  for (const contract of scene.contracts) {
    if (!random.chance(0.5)) continue;
    const precompile = new Uint8Array(20).fill(1 + random.below(9), 19);
    const to = random.chance(0.85) ? addressOf(random.below(CONTRACTS + 1)) : precompile;
    contract.code = Uint8Array.from([0xef, 0x01, 0x00, ...to]);
  }
}

const WORDS: readonly string[] = [
  '00',
  '01',
  '02',
  '1f',
  '20',
  'ff',
  '0100',
  'ffffffff',
  '0100000000',
  `80${'00'.repeat(31)}`,
  `7f${'ff'.repeat(31)}`,
  'ff'.repeat(32),
  `${'ff'.repeat(31)}fe`,
  'ff'.repeat(16),
  `01${'00'.repeat(16)}`,
];
/** Opcodes that need nothing but operands on the stack. The others are written by recipes of their own. */
const PLAIN = Array.from({ length: 256 }, (_, code) => code).filter((code) => {
  const entry = opcode(code);
  return entry && (code < 0x50 || (code >= 0x80 && code < 0xa0) || [0x50, 0x58, 0x59, 0x5a, 0x5b, 0x5f].includes(code));
});

const COPIES = new Set([0x37, 0x39, 0x3c, 0x3e]);

class Writer {
  readonly code: number[] = [];
  /** Items surely on the stack. */
  height = 0;

  constructor(
    private readonly random: Random,
    private readonly fork: Fork,
    private readonly nesting: number,
  ) {}

  private op(code: number): void {
    this.code.push(code);
    const entry = opcode(code);
    if (entry) this.height = Math.max(0, this.height - entry.pops) + entry.pushes;
  }

  private push(hex: string): void {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    this.code.push(0x5f + bytes.length, ...bytes);
    this.height++;
  }

  private number(value: number): void {
    const digits = value.toString(16);
    this.push(digits.length % 2 ? `0${digits}` : digits);
  }

  private word(): void {
    const { random } = this;
    if (random.chance(0.5)) this.push(random.pick(WORDS));
    else if (random.chance(0.3)) this.push(Buffer.from(addressOf(random.below(CONTRACTS + 1))).toString('hex'));
    else this.push(Buffer.from(random.bytes(1 + random.below(32))).toString('hex'));
  }

  private range(): void {
    const { random } = this;
    // Size first, so that the offset is on top; rarely absurd.
    if (random.chance(0.02)) this.word();
    else this.number(random.below(random.chance(0.1) ? 3000 : 70));
    if (random.chance(0.02)) this.word();
    else this.number(random.below(random.chance(0.1) ? 3000 : 130));
  }

  private address(): void {
    const { random } = this;
    const kind = random.below(20);
    if (kind < 12) this.push(Buffer.from(addressOf(random.below(CONTRACTS))).toString('hex'));
    // Precompiles; point evaluation is left out, for which the stock machine needs a library.
    else if (kind < 17) this.number(random.pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 256]));
    else if (kind < 18) this.op(0x30);
    else this.push(Buffer.from(random.bytes(20)).toString('hex'));
  }

  private slot(): void {
    this.number(this.random.below(4));
  }

  write(): void {
    const { random } = this;
    const kind = random.below(100);
    if (kind < 3 && this.fork >= Fork.amsterdam) this.deep();
    else if (kind < 45) this.plain();
    else if (kind < 55) this.memory();
    else if (kind < 67) this.storage();
    else if (kind < 75) this.jump();
    else if (kind < 79) this.copy();
    else if (kind < 82) this.log();
    else if (kind < 94) this.call();
    else if (kind < 97) this.create();
    else if (kind < 98) this.end();
    else if (kind < 99) this.account();
    else this.code.push(random.below(256)); // whatever it is
  }

  private plain(): void {
    const { random } = this;
    const code = random.pick(PLAIN);
    const entry = opcode(code);
    if (!entry || (entry.since > this.fork && !random.chance(0.05))) this.word();
    else if (code === 0x20) {
      this.range();
      this.op(0x20);
    } else if (COPIES.has(code)) this.copy();
    else {
      while (this.height < entry.pops) this.word();
      if (random.chance(0.3) && entry.pops > 0) this.word();
      this.op(code);
    }
  }

  /** DUPN, SWAPN and EXCHANGE with the byte that says which items, now and then one that says none (EIP-8024). */
  private deep(): void {
    const { random } = this;
    const code = random.pick([0xe6, 0xe7, 0xe8]);
    const byte = random.chance(0.1) ? random.below(256) : code === 0xe8 ? random.below(82) : 128 + random.below(24);
    const needed = random.chance(0.95) ? 42 : 0;
    while (this.height < needed) this.number(1 + (this.height % 200));
    this.code.push(code, byte);
    if (code === 0xe6) this.height++;
  }

  private memory(): void {
    const { random } = this;
    const code = random.pick([0x51, 0x52, 0x52, 0x53]);
    if (code !== 0x51) this.word();
    this.number(random.below(random.chance(0.1) ? 4000 : 200));
    this.op(code);
  }

  private storage(): void {
    const { random } = this;
    const transient = this.fork >= Fork.cancun && random.chance(0.3);
    if (random.chance(0.4)) {
      this.slot();
      this.op(transient ? 0x5c : 0x54);
    } else {
      this.number(random.below(3));
      this.slot();
      this.op(transient ? 0x5d : 0x55);
    }
  }

  private jump(): void {
    const { random } = this;
    if (random.chance(0.05)) {
      this.word();
      this.op(0x56);
      return;
    }
    // Over a few bytes, or not.
    const conditional = random.chance(0.7);
    if (conditional) this.number(random.below(2));
    const skipped = random.below(4);
    const after = this.code.length + 3 + 1 + skipped;
    this.push(after.toString(16).padStart(4, '0'));
    this.op(conditional ? 0x57 : 0x56);
    for (let i = 0; i < skipped; i++) this.code.push(random.pick([0x58, 0x59, 0x30, 0x5b]));
    this.op(0x5b);
    // What the skipped would have pushed may be there or not.
  }

  private copy(): void {
    const { random } = this;
    const codes = [0x37, 0x39, 0x3c];
    if (this.fork >= Fork.byzantium) codes.push(0x3e);
    if (this.fork >= Fork.cancun) codes.push(0x5e);
    const code = random.pick(codes);
    this.number(random.below(70));
    this.number(code === 0x3e ? random.below(3) : random.below(100));
    this.number(random.below(200));
    if (code === 0x3c) this.address();
    this.op(code);
  }

  private log(): void {
    const topics = this.random.below(5);
    for (let i = 0; i < topics; i++) this.word();
    this.range();
    this.op(0xa0 + topics);
  }

  private call(): void {
    const { random } = this;
    const codes = [0xf1, 0xf1, 0xf2];
    if (this.fork >= Fork.homestead) codes.push(0xf4);
    if (this.fork >= Fork.byzantium) codes.push(0xfa);
    const code = random.pick(codes);
    this.range();
    this.range();
    if (code === 0xf1 || code === 0xf2) this.number(random.chance(0.7) ? 0 : random.below(120));
    this.address();
    if (random.chance(0.5)) this.op(0x5a);
    else this.number(random.below(60_000));
    this.op(code);
  }

  private create(): void {
    const { random } = this;
    if (this.nesting === 0) return;
    const init = program(random, this.fork, 3 + random.below(8), this.nesting - 1).subarray(0, 32);
    const two = this.fork >= Fork.constantinople && random.chance(0.5);
    this.push(Buffer.from(init).toString('hex').padEnd(64, '0'));
    this.number(0);
    this.op(0x52);
    if (two) this.slot();
    this.number(init.length);
    this.number(0);
    this.number(random.chance(0.7) ? 0 : random.below(40));
    this.op(two ? 0xf5 : 0xf0);
  }

  private end(): void {
    const { random } = this;
    const codes = [0xf3, 0xf3, 0x00];
    if (this.fork >= Fork.byzantium) codes.push(0xfd);
    const code = random.pick(codes);
    if (code !== 0x00) this.range();
    this.op(code);
  }

  private account(): void {
    this.address();
    this.op(this.random.chance(0.4) ? 0xff : this.random.pick([0x31, 0x3b]));
  }
}

/** Bytecode of about `length` recipes. `nesting`: how deep creates may hold further creates. */
function program(random: Random, fork: Fork, length: number, nesting: number): Uint8Array {
  const writer = new Writer(random, fork, nesting);
  for (let i = 0; i < length; i++) writer.write();
  if (random.chance(0.5)) writer.code.push(0x60, 0x20, 0x60, 0x00, 0xf3);
  return Uint8Array.from(writer.code);
}
