/**
 * The place in its functions where a frame raised its error. When the last
 * place that ran cannot raise it, this is the next place in the text that can.
 */
import type { SourceFunction } from '../compiled/functions';
import { contains, type SourceRange } from '../compiled/source-file';
import type { CallGraph } from './call-sites';
import type { Link } from './chain';
import { type Raises, raisingPlaces } from './raise-sites';

/** Calls within calls that are looked into; sources may nest them as deep as somebody wants. */
const MAX_DEPTH = 200;

/** Returns the chain that ends where the error can have been raised; the chain as it was where nothing in reach can raise it. */
export function raisedAt(
  graph: CallGraph,
  links: readonly Link[],
  start: SourceFunction | undefined,
  raises: Raises,
): Link[] {
  const finder = new Finder(graph, raises);
  const last = links.at(-1);
  if (last?.place) {
    const here = finder.at(last.function, last.place);
    if (here) return [...links.slice(0, -1), { function: last.function, place: here }];
  }
  // Behind the last place in the innermost function, or behind the call in those around it.
  for (let index = links.length - 1; index >= 0; index--) {
    const { function: entry, place } = links[index];
    const found = finder.from(entry, place?.start ?? 0);
    if (found) return [...links.slice(0, index), ...found];
  }
  const first = links[0]?.function ?? start;
  return (first && finder.from(first, 0)) ?? [...links];
}

class Finder {
  private readonly places = new Map<SourceFunction, SourceRange[]>();
  private readonly fruitless = new Set<SourceFunction>();
  private depth = 0;

  constructor(
    private readonly graph: CallGraph,
    private readonly raises: Raises,
  ) {}

  /** The raising place around or within `place`: the smallest around it, else the first within. */
  at(entry: SourceFunction, place: SourceRange): SourceRange | undefined {
    const places = this.placesOf(entry);
    return places.findLast((range) => contains(range, place)) ?? places.find((range) => contains(place, range));
  }

  /** The first raising place of `entry` that ends behind `from`, or that of what it calls there. */
  from(entry: SourceFunction, from: number): Link[] | undefined {
    const own = this.placesOf(entry).find((range) => range.start + range.length > from);
    for (const site of this.graph.callsOf(entry)) {
      const { place, target } = site;
      const isModifier = target.kind === 'modifier';
      if (!isModifier && (place.start + place.length <= from || (own && own.start + own.length <= place.start)))
        continue;
      // A modifier runs before its function, or else after all of it.
      if (isModifier && from > 0 && own) continue;
      const inside = this.inside(target);
      if (inside) return [{ function: entry, place }, ...inside];
    }
    return own && [{ function: entry, place: own }];
  }

  private inside(target: SourceFunction): Link[] | undefined {
    if (this.fruitless.has(target) || this.depth === MAX_DEPTH) return undefined;
    this.fruitless.add(target);
    this.depth++;
    const found = this.from(target, 0);
    this.depth--;
    if (found) this.fruitless.delete(target);
    return found;
  }

  private placesOf(entry: SourceFunction): SourceRange[] {
    let found = this.places.get(entry);
    if (found === undefined) {
      found = raisingPlaces(entry, this.raises);
      this.places.set(entry, found);
    }
    return found;
  }
}
