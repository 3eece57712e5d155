/**
 * What a frame made via IR was in at some of its steps: the functions that were
 * jumped into and not left again, and below each the places that ran in it.
 *
 *     dispatch                         abi_decode…, external_fun_…
 *       fun_transfer                   places of transfer, and of what was inlined into it
 *         checked_sub, panic_error…    generated
 *
 * The compiler names what it generates, and states which code is whose
 * (`functionDebugData`). Jump types say where functions are entered and left.
 * Where they are wrong, the instruction that a jump leads to tells which
 * function is left.
 */
import * as Op from '../../evm/rules/opcode-bytes';
import { instructionAt } from '../compiled/code-map';
import type { SourceFunction } from '../compiled/functions';
import { contains, type SourceRange, sameRange } from '../compiled/source-file';
import { Jump } from '../compiled/source-map';
import type { FrameInSource } from '../frame-in-source';
import { callGraphOf } from './call-sites';

/** A function of the source that runs, or the code around all of them. */
export type Segment = {
  /** Undefined for the code around: it selects the function, and may hold it inlined. */
  function: SourceFunction | undefined;
  /** The last place that ran in each function, the latest function last. */
  trail: ReadonlyMap<SourceFunction, SourceRange>;
  /** Names of the generated functions open in it, outermost first. */
  generated: readonly string[];
};

type Place = { range: SourceRange; holder: SourceFunction };

/** A call that is not left yet. */
type Open = {
  function: SourceFunction | undefined;
  name: string;
  returnsTo: number;
  trail: Map<SourceFunction, SourceRange>;
};

/**
 * Calls `visit` with what the frame is in at each of `positions` (ascending),
 * with the index of the position. The segments are to be read at once: the pass
 * goes on with them. Linear in the frame's steps.
 */
export function visitSegments(
  frame: FrameInSource,
  positions: readonly number[],
  visit: (segments: readonly Segment[], index: number) => void,
): void {
  const { pc } = frame.steps;
  const begins = entriesOf(frame);
  const open: Open[] = [{ function: undefined, name: '', returnsTo: -1, trail: new Map() }];
  /** Places by pc; null where an instruction has none. */
  const places: (Place | null | undefined)[] = [];
  let trail = open[0].trail;
  let before: SourceRange | undefined;
  let next = 0;
  for (let at = 0; at < frame.length && next < positions.length; at++) {
    let place = places[pc[at]];
    if (place === undefined) {
      place = placeOf(frame, at);
      places[pc[at]] = place;
    }
    if (place && (before === undefined || !sameRange(place.range, before))) {
      before = place.range;
      trail.delete(place.holder);
      trail.set(place.holder, place.range);
    }
    for (; positions[next] === at; next++) visit(segmentsOf(open), next);
    if (at + 1 >= frame.length) break;
    const jump = frame.jump(at);
    const isEntered = jump === Jump.into && frame.opcode(at + 1) === Op.JUMPDEST;
    const begun = begins[pc[at + 1]];
    if (isEntered || (begun?.function && jump === Jump.regular && isBegun(frame, open, begun.function))) {
      const entered = begun ?? { function: wholeOf(frame, frame.range(at + 1)), name: '' };
      open.push({ ...entered, returnsTo: isEntered ? pc[at] + 1 : -1, trail: entered.function ? new Map() : trail });
    } else if (jump === Jump.outOf && open.length > 1) {
      const left = open.findLastIndex(({ returnsTo }) => returnsTo === pc[at + 1]);
      open.length = left > 0 ? left : open.length - 1;
    } else continue;
    trail = open[open.length - 1].trail;
    before = undefined;
  }
}

/**
 * Whether a function that execution comes to the beginning of without a call is
 * entered: what never returns is given no label, so its call may be a branch.
 * One that is open begins again only where it calls itself; else a loop goes on.
 */
function isBegun({ compilation, contract }: FrameInSource, open: readonly Open[], entry: SourceFunction): boolean {
  const last = open.findLast((one) => one.function === entry);
  const place = last?.trail.get(entry);
  if (last === undefined) return true;
  const sites = callGraphOf(compilation, contract).callsOf(entry);
  return place !== undefined && sites.some((site) => site.target === entry && contains(site.place, place));
}

function segmentsOf(open: readonly Open[]): Segment[] {
  const segments: (Segment & { generated: string[] })[] = [];
  for (const [index, { function: entry, name, trail }] of open.entries()) {
    if (index === 0 || entry) segments.push({ function: entry, trail, generated: [] });
    else segments[segments.length - 1].generated.push(name);
  }
  return segments;
}

/** The functions that the compiler states, by the pc that they begin at. */
function entriesOf(frame: FrameInSource): (Pick<Open, 'function' | 'name'> | undefined)[] {
  const { code, compilation } = frame;
  const entries: (Pick<Open, 'function' | 'name'> | undefined)[] = [];
  for (const { name, node, entryPoint } of code.functions) {
    if (entryPoint < 0) continue;
    // What a modifier wraps has only the function's place.
    const found =
      compilation.functions.byId.get(node) ?? wholeOf(frame, frame.rangeOfInstruction(instructionAt(code, entryPoint)));
    // What decodes the arguments of a function may have the function's node.
    entries[entryPoint] = { function: name.startsWith('external_fun_') ? undefined : found, name };
  }
  return entries;
}

/** The function that `range` is all of. */
function wholeOf(frame: FrameInSource, range: SourceRange | undefined): SourceFunction | undefined {
  const holder = range && frame.functionOf(range);
  return range && holder && sameRange(range, holder.range) ? holder : undefined;
}

/** The place at `at` where it is a part of a function, not the whole of one. */
function placeOf(frame: FrameInSource, at: number): Place | null {
  const range = frame.range(at);
  const holder = range && frame.functionOf(range);
  return range && holder && !sameRange(range, holder.range) ? { range, holder } : null;
}
