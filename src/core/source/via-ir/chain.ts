/**
 * The functions of the source that a frame made via IR was in, with the place
 * in each: those that were jumped into, and between them those that were
 * inlined, whose calls only the syntax tree still tells.
 *
 * A modifier is in the chain only while its own text runs. While the function
 * runs at the `_` of the modifier, the chain leaves the modifier out.
 */
import type { SourceFunction } from '../compiled/functions';
import { modifiersOf } from '../compiled/modifiers';
import { contains, type SourceRange } from '../compiled/source-file';
import type { FrameInSource } from '../frame-in-source';
import { type CallGraph, type CallSite, callGraphOf } from './call-sites';
import type { Segment } from './segments';

/** A function and the place in it: of the call of the next one, or what ran last; undefined where nothing says. */
export type Link = { function: SourceFunction; place: SourceRange | undefined };

/** Returns the chain of functions, outermost first; empty where only code around them ran. `start` is what the frame was called for. */
export function chainOf(frame: FrameInSource, segments: readonly Segment[], start: SourceFunction | undefined): Link[] {
  const chain = new Chain(frame);
  const roots = [...(start ? [start] : []), ...(frame.isCreate ? begunIn(frame) : [])];
  for (const { function: entry, trail } of segments) {
    if (entry) chain.enter(entry, roots);
    chain.follow(entry ? [entry] : roots, trail);
  }
  return chain.links;
}

class Chain {
  links: Link[] = [];
  private readonly graph: CallGraph;

  constructor(private readonly frame: FrameInSource) {
    this.graph = callGraphOf(frame.compilation, frame.contract);
  }

  /** A function was jumped into: from the last one, from one that is inlined in it, or from the code around, which may hold one of `roots`. */
  enter(entry: SourceFunction, roots: readonly SourceFunction[]): void {
    const { links } = this;
    if (this.resume(entry)) return;
    if (links.length === 0) {
      const root = roots.find((from) => this.graph.pathTo(from, entry) !== undefined) ?? entry;
      links.push({ function: root, place: undefined });
      this.walk(this.graph.pathTo(root, entry) ?? []);
      return;
    }
    for (let index = links.length - 1; index >= 0; index--) {
      const path = this.graph.pathTo(links[index].function, entry);
      if (path === undefined) continue;
      const own = path.length > 0 ? undefined : this.siteOf(links[index], entry);
      if (path.length === 0 && own === undefined) continue;
      links.length = index + 1;
      this.walk(own === undefined ? path : [own]);
      return;
    }
    const last = links.at(-1);
    if (last?.function === entry) {
      last.place = undefined;
      return;
    }
    // Constructors of bases run one after another; what the tree does not tell was called by a pointer.
    if (entry.kind === 'constructor') links.length = 0;
    links.push({ function: entry, place: undefined });
  }

  /** Places ran in the last function, or in those inlined in it. */
  follow(roots: readonly SourceFunction[], trail: ReadonlyMap<SourceFunction, SourceRange>): void {
    for (const [holder, place] of [...trail].reverse()) {
      const root = roots.find((from) => this.graph.pathTo(from, holder) !== undefined);
      if (root === undefined) continue;
      const path = this.graph.pathTo(root, holder) ?? [];
      if (this.links.at(-1)?.function !== root) this.links.push({ function: root, place: undefined });
      this.walk(path, trail);
      this.links[this.links.length - 1].place = place;
      return;
    }
  }

  /** Goes on after a modifier's `_`: in the function around it, or in the next modifier. */
  private resume(entry: SourceFunction): boolean {
    const { links, frame } = this;
    const around = links.findLastIndex((link) => link.function.kind !== 'modifier');
    if (around < 0) return false;
    const outer = links[around].function;
    const isModifier = modifiersOf(frame.compilation, outer, frame.contract.bases).some(({ id }) => id === entry.id);
    if (!isModifier && (outer.id !== entry.id || around === links.length - 1)) return false;
    links.length = around + 1;
    links[around].place = undefined;
    if (isModifier) links.push({ function: entry, place: undefined });
    return true;
  }

  private walk(path: readonly CallSite[], trail?: ReadonlyMap<SourceFunction, SourceRange>): void {
    const { links } = this;
    for (const { target } of path) {
      const last = links[links.length - 1];
      const ran = last.place ?? trail?.get(last.function);
      last.place = this.siteOf({ ...last, place: ran }, target)?.place ?? ran;
      links.push({ function: target, place: undefined });
    }
  }

  /** The call of `target` that comes next in a function, by the place that ran last in it. */
  private siteOf({ function: caller, place }: Link, target: SourceFunction): CallSite | undefined {
    const sites = this.graph.callsOf(caller).filter((site) => site.target === target);
    if (place === undefined) return sites[0];
    return (
      sites.find((site) => contains(site.place, place)) ??
      sites.find((site) => site.place.start + site.place.length >= place.start) ??
      sites.at(-1)
    );
  }
}

/** What runs while a contract is created: constructors, and what its variables begin with. */
function begunIn({ compilation, contract }: FrameInSource): SourceFunction[] {
  return [...compilation.functions.byId.values()].filter(
    (entry) => contract.bases.includes(entry.contract) && (entry.kind === 'constructor' || entry.kind === 'getter'),
  );
}
