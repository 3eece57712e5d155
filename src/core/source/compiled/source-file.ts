/**
 * One source file of a compilation. The compiler counts bytes of UTF-8, a
 * page counts characters: positions here are bytes unless said otherwise.
 */
import { stringToBytes } from 'viem';
import { utf8Text } from '../../text/utf8';
import { firstPlace } from '../../values/first-place';

/** A place in the sources of a compilation. */
export type SourceRange = {
  /** Index of the file in the compilation, as source maps count. */
  file: number;
  /** Bytes of UTF-8 from the start of the file. */
  start: number;
  /** Bytes of UTF-8. */
  length: number;
};

export type SourceFile = {
  /** Index of the file in the compilation. */
  index: number;
  /** Source unit name, exactly as the compiler was given it. */
  path: string;
  text: string;
  /** The text in UTF-8, in which places are counted. */
  bytes: Uint8Array;
  /** Byte offset of each line's first byte, ascending; the first is 0. */
  lineStarts: Uint32Array;
};

/** Makes a file of its text. Linear. */
export function createSourceFile(index: number, path: string, text: string): SourceFile {
  const bytes = stringToBytes(text);
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return { index, path, text, bytes, lineStarts: Uint32Array.from(starts) };
}

/** Returns the line, from 1, that holds the byte at `offset`; the last line for offsets past the end. Logarithmic. */
export function lineAt(file: SourceFile, offset: number): number {
  const { lineStarts } = file;
  return firstPlace(1, lineStarts.length, (line) => lineStarts[line] > offset);
}

/** Returns the text of a range of bytes. Linear in the range. */
export function textOfRange({ bytes }: SourceFile, start: number, length: number): string {
  return utf8Text(bytes.subarray(start, start + length));
}

/** Returns whether `inner` lies within `outer`; a range lies within itself. */
export function contains(outer: SourceRange, inner: SourceRange): boolean {
  return (
    outer.file === inner.file && outer.start <= inner.start && outer.start + outer.length >= inner.start + inner.length
  );
}

export function sameRange(a: SourceRange, b: SourceRange): boolean {
  return a.file === b.file && a.start === b.start && a.length === b.length;
}

/** Counts the characters (UTF-16) before the byte at `offset`. Constant for ASCII files, else linear in the file. */
export function characterAt(file: SourceFile, offset: number): number {
  let ascii = onlyAscii.get(file);
  if (ascii === undefined) {
    ascii = stringToBytes(file.text).length === file.text.length;
    onlyAscii.set(file, ascii);
  }
  if (ascii) return Math.min(offset, file.text.length);
  return textOfRange(file, 0, offset).length;
}

const onlyAscii = new WeakMap<SourceFile, boolean>();
