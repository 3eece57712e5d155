/** Gas by line of source: what the instructions of a line used themselves. Code that belongs to no line, as the compiler's own for calldata, counts to none. */
import type { CodeMap } from '../../source/compiled/code-map';
import { lineAt, type SourceFile } from '../../source/compiled/source-file';

/** A file and the gas of its lines, from 1. */
export type LineGas = { file: SourceFile; gas: Float64Array };

/** The files that a code comes from, and for each pc an index into them, -1 for none, and a line. */
export type CodeLines = { files: readonly LineGas[]; file: Int16Array; line: Uint32Array };

/** Returns the lines of a code; `fileOf` gives the files that count by their index. Linear in the code. */
export function linesOf(
  { bytes, map, instructionAt }: CodeMap,
  fileOf: (index: number) => LineGas | undefined,
): CodeLines {
  const files: LineGas[] = [];
  const made = { files, file: new Int16Array(bytes.length).fill(-1), line: new Uint32Array(bytes.length) };
  for (let pc = 0; pc < bytes.length; pc++) {
    const index = instructionAt[pc];
    const found = index >= 0 && index < map.length && map.file[index] >= 0 ? fileOf(map.file[index]) : undefined;
    if (found === undefined) continue;
    const at = files.indexOf(found);
    made.file[pc] = at < 0 ? files.push(found) - 1 : at;
    made.line[pc] = lineAt(found.file, map.start[index]);
  }
  return made;
}

/** Adds what instructions used, by pc, to the gas of their lines. */
export function addGas({ files, file, line }: CodeLines, used: Float64Array): void {
  for (let pc = 0; pc < file.length; pc++) if (file[pc] >= 0) files[file[pc]].gas[line[pc]] += used[pc];
}

/**
 * Returns the gas of an earlier run for the lines of `text`, by line from 1, undefined where a line was not there: lines
 * are the same at the start and the end of the text up to what changed, and between those where they stand once in both.
 */
export function gasBefore(
  text: string,
  earlier: { text: string; gas: readonly number[] },
): readonly (number | undefined)[] {
  const now = text.split('\n');
  const then = earlier.text.split('\n');
  let start = 0;
  while (start < now.length && now[start] === then[start]) start++;
  let end = 0;
  while (end < Math.min(now.length, then.length) - start && now[now.length - 1 - end] === then[then.length - 1 - end])
    end++;
  const once = placesOnce(then, start, then.length - end);
  const onceNow = placesOnce(now, start, now.length - end);
  const before = now.map((line, at) => {
    if (at < start) return at;
    if (at >= now.length - end) return at + then.length - now.length;
    return onceNow.get(line.trim()) === at ? once.get(line.trim()) : undefined;
  });
  return [undefined, ...before.map((at) => (at === undefined ? undefined : earlier.gas[at + 1]))];
}

/** Places of the lines in [start, end) that stand there once, by their text without the space around it. */
function placesOnce(lines: readonly string[], start: number, end: number): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (let at = start; at < end; at++) {
    const line = lines[at].trim();
    if (places.has(line)) twice.add(line);
    places.set(line, at);
  }
  for (const line of twice) places.delete(line);
  return places;
}
