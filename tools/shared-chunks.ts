/**
 * Which modules that several entries share are built into one file.
 *
 * Modules that the same entries need go together, and files are merged where
 * that costs less than it saves: who loads a merged file also loads all that
 * the other half of it imports. Two files are never merged where
 * the result would import a third one that imports it: which of such files runs
 * first depends on the one a reader comes to first, and then a class extends
 * one that is not there yet. The bundler's own merging (`entriesAwareMergeThreshold`)
 * does not look at that.
 */

/** What the bundler tells of a module; ids are its own. */
type ModuleInfo = {
  /** Null for a module that is not bundled. */
  code: string | null;
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
};
type ModuleGraph = { getModuleInfo(id: string): ModuleInfo | null };

/**
 * A bundled module: characters of code, whether it is an entry or imported when it is wanted, and what it imports at
 * once.
 */
type Module = { size: number; isEntry: boolean; imports: readonly string[] };
type Modules = ReadonlyMap<string, Module>;

/** A group of the bundler's configuration that takes modules before, with all that they import. */
type Group = { test?: RegExp; priority?: number; minShareCount?: number };

type Options = {
  /** Characters of source code that an entry rather loads for nothing than that it asks for another file. */
  request: number;
  before: readonly Group[];
};

/** Bit n says whether entry n is among them. */
type Entries = Uint32Array;

/** Modules that become one file, the entries that load it, and characters of code. What another group takes is not merged. */
type Chunk = { entries: Entries; isTaken: boolean; size: number; modules: string[]; imports: Set<Chunk> };

/** Names the file of a module, `shared-0` and so on, alike for all modules of one file; null for what one entry alone needs. */
export function sharedChunks(options: Options): (id: string, graph: ModuleGraph) => string | null {
  // Each bundle has a graph of its own: the app, and each worker.
  const plans = new WeakMap<ModuleGraph, Map<string, string | null>>();
  return (id, graph) => {
    const plan = plans.get(graph) ?? new Map<string, string | null>();
    plans.set(graph, plan);
    // What no entry needs is not met on the way from the others; it has no file.
    if (!plan.has(id)) for (const [module, file] of planChunks(readModules(id, graph), options)) plan.set(module, file);
    return plan.get(id) ?? null;
  };
}

/** All modules of the bundle that `id` is part of. */
function readModules(id: string, graph: ModuleGraph): Modules {
  const modules = new Map<string, Module>();
  const left = [id];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const info = modules.has(next) ? null : graph.getModuleInfo(next);
    if (!info || info.code === null) continue;
    const { code, isEntry, importers, dynamicImporters, importedIds, dynamicallyImportedIds } = info;
    // The bundler uses its arrays again.
    modules.set(next, {
      size: code.length,
      isEntry: isEntry || dynamicImporters.length > 0,
      imports: [...importedIds],
    });
    left.push(...importers, ...dynamicImporters, ...importedIds, ...dynamicallyImportedIds);
  }
  return modules;
}

/** The file of each module, null for those that are not to be in one. */
function planChunks(modules: Modules, options: Options): ReadonlyMap<string, string | null> {
  const entriesOf = findEntries(modules);
  const groupOf = findGroups(modules, entriesOf, options.before);
  const chunks = new Set<Chunk>();
  const chunkOf = new Map<string, Chunk>();
  const byName = new Map<string, Chunk>();
  for (const [id, { size }] of modules) {
    const entries = entriesOf.get(id);
    const group = groupOf.get(id);
    if (entries === undefined || (group === undefined && countShared(entries, entries) < 2)) continue;
    const name = group === undefined ? entries.join() : `group ${group}`;
    const chunk = byName.get(name) ?? {
      entries: entries.slice(),
      isTaken: group !== undefined,
      size: 0,
      modules: [],
      imports: new Set(),
    };
    byName.set(name, chunk);
    chunks.add(chunk);
    chunkOf.set(id, chunk);
    addAll(chunk.entries, entries);
    chunk.size += size;
    chunk.modules.push(id);
  }
  for (const [id, chunk] of chunkOf) {
    for (const imported of modules.get(id)?.imports ?? []) {
      const other = chunkOf.get(imported);
      if (other !== undefined && other !== chunk) chunk.imports.add(other);
    }
  }
  // Who needs one module of a group loads all of it, and what that imports.
  for (const chunk of chunks)
    if (chunk.isTaken) for (const each of withImported(chunk)) addAll(each.entries, chunk.entries);
  mergeSmall(chunks, options.request);
  const plan = new Map<string, string | null>([...modules.keys()].map((id) => [id, null]));
  for (const [at, { modules: ids }] of [...chunks].entries()) for (const id of ids) plan.set(id, `shared-${at}`);
  return plan;
}

/** The entries that need each module: those of the bundle, and all that is imported when it is wanted. */
function findEntries(modules: Modules): ReadonlyMap<string, Entries> {
  const entriesOf = new Map<string, Entries>();
  const all = [...modules].filter(([, { isEntry }]) => isEntry);
  for (const [at, [entry]] of all.entries()) {
    for (const id of withImports([entry], modules)) {
      const entries = entriesOf.get(id) ?? new Uint32Array(Math.ceil(all.length / 32));
      entries[at >> 5] = (entries[at >> 5] ?? 0) | (1 << (at & 31));
      entriesOf.set(id, entries);
    }
  }
  return entriesOf;
}

/** The group before this one that takes a module, as far as the imports tell: the one of the highest priority. */
function findGroups(
  modules: Modules,
  entriesOf: ReadonlyMap<string, Entries>,
  before: readonly Group[],
): ReadonlyMap<string, number> {
  const groupOf = new Map<string, number>();
  const inOrder = before.toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  for (const [at, { test, minShareCount = 1 }] of inOrder.entries()) {
    const isMatched = (id: string) => {
      const entries = entriesOf.get(id);
      return test?.test(id) && entries !== undefined && countShared(entries, entries) >= minShareCount;
    };
    for (const id of withImports([...modules.keys()].filter(isMatched), modules))
      if (!groupOf.has(id)) groupOf.set(id, at);
  }
  return groupOf;
}

function withImports(ids: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [...ids];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    left.push(...(modules.get(id)?.imports ?? []));
  }
  return found;
}

/** Merges chunks, the smallest first, as long as what is loaded for nothing is worth less than the requests that are saved. */
function mergeSmall(chunks: Set<Chunk>, request: number): void {
  const settled = new Set<Chunk>();
  for (;;) {
    const small = [...chunks]
      .filter((chunk) => !chunk.isTaken && !settled.has(chunk))
      .reduce<Chunk | undefined>((one, other) => (one === undefined || other.size < one.size ? other : one), undefined);
    if (small === undefined) return;
    const partner = [...chunks]
      .filter((chunk) => chunk !== small && !chunk.isTaken)
      .map((chunk) => ({ chunk, gain: gainOf(small, chunk, request) }))
      .filter(({ gain }) => gain > 0)
      .sort((one, other) => other.gain - one.gain)
      .find(({ chunk }) => !importsAround(small, chunk) && !importsAround(chunk, small))?.chunk;
    if (partner === undefined) settled.add(small);
    else merge(chunks, small, partner);
  }
}

/** Characters that are saved when two chunks are one, over all entries: a request for each that loads both, less what is loaded for nothing. */
function gainOf(one: Chunk, other: Chunk, request: number): number {
  const saved = request * countShared(one.entries, other.entries);
  if (saved === 0) return 0;
  return saved - charactersMoreWith(one, other.entries) - charactersMoreWith(other, one.entries);
}

/** Characters that `entries` load more with the chunk: of it, and of all that it imports. */
function charactersMoreWith(chunk: Chunk, entries: Entries): number {
  let more = 0;
  for (const each of withImported(chunk)) more += each.size * countMissing(entries, each.entries);
  return more;
}

function withImported(chunk: Chunk): ReadonlySet<Chunk> {
  const seen = new Set([chunk]);
  for (const each of seen) for (const imported of each.imports) seen.add(imported);
  return seen;
}

/** Whether `from` imports `to` by way of another chunk. */
function importsAround(from: Chunk, to: Chunk): boolean {
  const seen = new Set<Chunk>();
  const left = [...from.imports].filter((chunk) => chunk !== to);
  for (let chunk = left.pop(); chunk !== undefined; chunk = left.pop()) {
    if (chunk === to) return true;
    if (seen.has(chunk)) continue;
    seen.add(chunk);
    left.push(...chunk.imports);
  }
  return false;
}

function merge(chunks: Set<Chunk>, gone: Chunk, into: Chunk): void {
  chunks.delete(gone);
  for (const chunk of withImported(gone)) addAll(chunk.entries, into.entries);
  for (const chunk of withImported(into)) addAll(chunk.entries, gone.entries);
  into.size += gone.size;
  into.modules.push(...gone.modules);
  for (const imported of gone.imports) into.imports.add(imported);
  for (const { imports } of chunks) if (imports.delete(gone)) imports.add(into);
  into.imports.delete(into);
}

function countShared(one: Entries, other: Entries): number {
  return one.reduce((sum, bits, at) => sum + countBits(bits & (other[at] ?? 0)), 0);
}

/** Counts those of `wanted` that `present` lacks. */
function countMissing(wanted: Entries, present: Entries): number {
  return wanted.reduce((sum, bits, at) => sum + countBits(bits & ~(present[at] ?? 0)), 0);
}

function addAll(to: Entries, entries: Entries): void {
  for (const [at, bits] of entries.entries()) to[at] = (to[at] ?? 0) | bits;
}

/** Counts the bits of 32 (Hamming weight). */
function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
