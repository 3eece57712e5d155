/**
 * Many strings as one text, so that the engine's own substring search runs over
 * all of them at once. What lies between them cannot be part of a needle.
 */
const SEPARATOR = '\u0000';

export class StringColumn {
  private readonly text: string;
  /** Where each string begins in `text`; the last entry is one past the end. */
  private readonly starts: Uint32Array;

  /** Strings by index, compared in lower case; undefined stands for none. */
  constructor(strings: readonly (string | undefined)[]) {
    const lower = strings.map((text) => text?.toLowerCase() ?? '');
    this.starts = new Uint32Array(lower.length + 1);
    for (let index = 0; index < lower.length; index++) {
      this.starts[index + 1] = this.starts[index] + lower[index].length + SEPARATOR.length;
    }
    this.text = lower.join(SEPARATOR) + SEPARATOR;
  }

  /** Sets `table[index + 1]` for every string that contains `needle`, which is in lower case and not empty. */
  mark(needle: string, table: Uint8Array): void {
    const { text, starts } = this;
    if (needle.includes(SEPARATOR)) return;
    let index = 0;
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, starts[index + 1])) {
      while (starts[index + 1] <= at) index++;
      table[index + 1] = 1;
    }
  }
}
