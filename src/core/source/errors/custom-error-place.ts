/**
 * Where a custom error was raised in optimised code.
 *
 * Reverts that end alike share one tail, which keeps the place of only one of
 * them: the last instruction may say `revert Expired(…)` when `TooLittleReceived`
 * came out. What was computed for the error just before still has its own place.
 */
import { type SourceRange, textOfRange } from '../compiled/source-file';
import type { FrameInSource } from '../frame-in-source';

/**
 * Returns the place of the last instruction whose source names the error, when
 * `range`, that of the failing instruction, does not; undefined when `range`
 * names it itself or nothing does. Linear in the frame's steps, and reads each
 * place once.
 */
export function placeOfError(frame: FrameInSource, range: SourceRange | undefined): SourceRange | undefined {
  const { revert, compilation } = frame;
  if (revert === undefined || revert.source < 0 || !compilation.optimized) return undefined;
  const names = new RegExp(`\\b${revert.name.replace(/\W/g, '')}\\b`);
  const namesError = ({ file, start, length }: SourceRange) => {
    const source = compilation.files.get(file);
    return source !== undefined && names.test(textOfRange(source, start, length));
  };
  if (range !== undefined && namesError(range)) return undefined;
  /** Loops come to the same places again and again, and looking at a text is dear. */
  const looked = new Set<string>();
  for (let at = frame.length - 1; at >= 0; at--) {
    const here = frame.range(at);
    if (here === undefined) continue;
    const key = `${here.file}:${here.start}:${here.length}`;
    if (looked.has(key)) continue;
    looked.add(key);
    const within = frame.functionOf(here);
    if (within !== undefined && here.length < within.range.length && namesError(here)) return here;
  }
  return undefined;
}
