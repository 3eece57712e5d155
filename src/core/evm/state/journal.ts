/** What was changed and how it stood before, newest last, in columns that only grow. */
import { copy, LIMBS, type Limbs } from '../words/words';
import { columnLike } from './column';

/** Kinds of changes that the journal records. */
export const Undo = {
  slot: 0,
  warmSlot: 1,
  warmAccount: 2,
  balance: 3,
  nonce: 4,
  code: 5,
  flags: 6,
  transient: 7,
} as const;

export class Journal {
  length = 0;
  kind = new Uint8Array(1024);
  index = new Int32Array(1024);
  word: Limbs = new Uint32Array(1024 * LIMBS);

  /** Notes that `index` of `kind` was w[a…]. */
  record(kind: number, index: number, w: Limbs, a: number): void {
    const at = this.length;
    if (at === this.kind.length) this.grow();
    this.kind[at] = kind;
    this.index[at] = index;
    copy(w, a, this.word, at * LIMBS);
    this.length++;
  }

  /** Makes this journal hold the notes of another, in columns of its own. */
  take(from: Journal): void {
    this.length = from.length;
    this.kind = columnLike(this.kind, from.kind);
    this.index = columnLike(this.index, from.index);
    this.word = columnLike(this.word, from.word);
  }

  private grow(): void {
    const size = this.length * 2;
    const kind = new Uint8Array(size);
    kind.set(this.kind);
    this.kind = kind;
    const index = new Int32Array(size);
    index.set(this.index);
    this.index = index;
    const word = new Uint32Array(size * LIMBS);
    word.set(this.word);
    this.word = word;
  }
}
