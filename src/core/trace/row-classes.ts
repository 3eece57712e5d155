/**
 * Rows that read alike: the same callee and selector, the same opcode, the same
 * error. A trace has millions of rows and some thousand such classes, so what
 * concerns these columns is answered once for each class.
 */
import { RowKind, type Trace } from './rows';

export type NamedKind = 'function' | 'event' | 'constructor';

/** The callee or event of a row, which may have a name. */
export type Member = {
  /** Callee, or emitter of an event: index into `addresses`, -1 for a failed create. */
  address: number;
  /** Index into `selectors`, -1 where there is none. */
  selector: number;
  kind: NamedKind;
};

export type RowClasses = {
  length: number;
  /** Class of each row. */
  ofRow: Uint32Array;
  /** For each class, an index into `members` + 1; 0 for a selfdestruct and a storage access. */
  member: Int32Array;
  /** For each class, the RowKind, or 11 and the number of topics for a log. */
  opcode: Int32Array;
  /** For each class, an index into `texts`, -1 where there is none. */
  error: Int32Array;
  members: readonly Member[];
};

/** Opcodes of logs, by their number of topics, come after the row kinds; together they are fewer than 16. */
const LOG_OPCODES = RowKind.storageWrite + 1;

/** Returns the classes of a trace's rows, in the order met. One pass; keeps 4 bytes a row. */
export function classifyRows({ rows }: Trace): RowClasses {
  const { length, kind, from, to, selector, error, outputStart } = rows;
  const ofRow = new Uint32Array(length);
  const classes = new TripleIndex();
  for (let row = 0; row < length; row++) {
    const isLog = kind[row] === RowKind.log;
    const opcode = isLog ? LOG_OPCODES + outputStart[row] : kind[row];
    // Texts are fewer than rows, so the opcode fits beside the error.
    ofRow[row] = classes.add(isLog ? from[row] : to[row], selector[row], (error[row] + 1) * 16 + opcode);
  }
  return { ofRow, ...classTable(classes) };
}

/** Returns the columns of what the rows of each class have in common. */
function classTable(classes: TripleIndex): Omit<RowClasses, 'ofRow'> {
  const triples = classes.triples();
  const { length } = classes;
  const member = new Int32Array(length);
  const opcode = new Int32Array(length);
  const error = new Int32Array(length);
  const members: Member[] = [];
  const known = new TripleIndex();
  for (let at = 0; at < length; at++) {
    const [address, selector, rest] = triples.subarray(3 * at, 3 * at + 3);
    opcode[at] = rest & 15;
    error[at] = (rest >> 4) - 1;
    const kind = kindOf(opcode[at]);
    if (kind === undefined) continue;
    member[at] = known.add(address, selector, KINDS.indexOf(kind)) + 1;
    if (member[at] > members.length) members.push({ address, selector, kind });
  }
  return { length, member, opcode, error, members };
}

const KINDS: readonly NamedKind[] = ['function', 'event', 'constructor'];

/** What a row of this opcode calls or emits; undefined for a selfdestruct and whatever has no name. */
function kindOf(opcode: number): NamedKind | undefined {
  if (opcode >= LOG_OPCODES) return 'event';
  if (opcode >= RowKind.selfdestruct) return undefined;
  return opcode >= RowKind.create ? 'constructor' : 'function';
}

/** 32-bit integers of a slot: the triple, then its number + 1, 0 where the slot is free. */
const SLOT = 4;

/** Numbers distinct triples of 32-bit integers in the order met; open addressing, so that a million rows allocate nothing each. */
class TripleIndex {
  length = 0;
  /**
   * Slots of a hash table that is at most half full; each triple stands beside its number, so that finding one touches
   * one place in memory.
   */
  private slots = new Int32Array(SLOT * 4096);

  /** The number of the triple. */
  add(a: number, b: number, c: number): number {
    let { slots } = this;
    let at = placeOf(slots, a, b, c);
    const known = slots[at + 3];
    if (known > 0) return known - 1;
    if (this.length * 2 * SLOT >= slots.length) {
      this.grow();
      slots = this.slots;
      at = placeOf(slots, a, b, c);
    }
    slots[at] = a;
    slots[at + 1] = b;
    slots[at + 2] = c;
    slots[at + 3] = ++this.length;
    return this.length - 1;
  }

  /** The triples by number, three integers each. */
  triples(): Int32Array {
    const triples = new Int32Array(3 * this.length);
    const { slots } = this;
    for (let at = 0; at < slots.length; at += SLOT) {
      if (slots[at + 3] > 0) triples.set(slots.subarray(at, at + 3), 3 * (slots[at + 3] - 1));
    }
    return triples;
  }

  private grow(): void {
    const { slots } = this;
    const wider = new Int32Array(slots.length * 4);
    for (let at = 0; at < slots.length; at += SLOT) {
      if (slots[at + 3] === 0) continue;
      wider.set(slots.subarray(at, at + SLOT), placeOf(wider, slots[at], slots[at + 1], slots[at + 2]));
    }
    this.slots = wider;
  }
}

/** Returns where the triple's slot begins, or the free one that it would take. */
function placeOf(slots: Int32Array, a: number, b: number, c: number): number {
  const mask = slots.length - 1;
  let at = (hashOf(a, b, c) * SLOT) & mask;
  while (slots[at + 3] > 0 && (slots[at] !== a || slots[at + 1] !== b || slots[at + 2] !== c)) at = (at + SLOT) & mask;
  return at;
}

function hashOf(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) & 0xfffffff;
}
