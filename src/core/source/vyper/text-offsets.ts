/** Positions in a text as others count them, in the bytes that places here are counted in. */
import type { SourceFile } from '../compiled/source-file';

/** Byte offsets by the position of a character, in UTF-16 units and in code points; the last is the end of the text. */
export type TextOffsets = { ofUnit(at: number): number; ofCodePoint(at: number): number };

/** Returns the offsets of a file. Linear in a text that is not ASCII, constant in one that is. */
export function textOffsets({ text, bytes }: SourceFile): TextOffsets {
  if (bytes.length === text.length) {
    const same = (at: number) => Math.min(at, bytes.length);
    return { ofUnit: same, ofCodePoint: same };
  }
  const units = new Uint32Array(text.length + 1);
  const points = new Uint32Array(text.length + 1);
  let byte = 0;
  let point = 0;
  for (let unit = 0; unit < text.length; ) {
    const code = text.codePointAt(unit) ?? 0;
    const width = code > 0xffff ? 2 : 1;
    units.fill(byte, unit, unit + width);
    points[point++] = byte;
    byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code <= 0xffff ? 3 : 4;
    unit += width;
  }
  units.fill(byte, text.length);
  points.fill(byte, point);
  return {
    ofUnit: (at) => units[Math.min(at, text.length)],
    ofCodePoint: (at) => points[Math.min(at, text.length)],
  };
}
