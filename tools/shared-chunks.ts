/**
 * Which modules that several entries share are built into one file.
 *
 * Modules that the same entries need go together, and small files are merged
 * with one that nearly the same entries need. Two files are never merged where
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
type Group = { test?: RegExp; minShareCount?: number };

type Options = {
  /** Characters of source code below which a file is merged with another, where one can be found. */
  mergeBelow: number;
  before: readonly Group[];
};

/**
 * Modules that become one file. Bit n of `entries` says whether entry n needs it. What other groups likely take is
 * among the modules and not in the size, characters: whether they take it, the bundler knows alone.
 */
type Chunk = { entries: bigint; size: number; modules: string[]; imports: Set<Chunk> };

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
  const taken = findTaken(modules, entriesOf, options.before);
  const chunks = new Set<Chunk>();
  const chunkOf = new Map<string, Chunk>();
  const byEntries = new Map<bigint, Chunk>();
  for (const [id, { size }] of modules) {
    const entries = entriesOf.get(id) ?? 0n;
    if (countBits(entries) < 2) continue;
    const chunk = byEntries.get(entries) ?? { entries, size: 0, modules: [], imports: new Set() };
    byEntries.set(entries, chunk);
    chunks.add(chunk);
    chunkOf.set(id, chunk);
    if (!taken.has(id)) chunk.size += size;
    chunk.modules.push(id);
  }
  for (const [id, chunk] of chunkOf) {
    for (const imported of modules.get(id)?.imports ?? []) {
      const other = chunkOf.get(imported);
      if (other !== undefined && other !== chunk) chunk.imports.add(other);
    }
  }
  mergeSmall(chunks, options.mergeBelow);
  const plan = new Map<string, string | null>([...modules.keys()].map((id) => [id, null]));
  for (const [at, { modules: ids }] of [...chunks].entries()) for (const id of ids) plan.set(id, `shared-${at}`);
  return plan;
}

/** The entries that need each module: those of the bundle, and all that is imported when it is wanted. */
function findEntries(modules: Modules): ReadonlyMap<string, bigint> {
  const entriesOf = new Map<string, bigint>();
  let bit = 1n;
  for (const [entry, { isEntry }] of modules) {
    if (!isEntry) continue;
    for (const id of withImports([entry], modules)) entriesOf.set(id, (entriesOf.get(id) ?? 0n) | bit);
    bit <<= 1n;
  }
  return entriesOf;
}

/** Finds the modules that groups before this one take, as far as the imports tell. */
function findTaken(
  modules: Modules,
  entriesOf: ReadonlyMap<string, bigint>,
  before: readonly Group[],
): ReadonlySet<string> {
  const isTaken = (id: string) =>
    before.some(({ test, minShareCount = 1 }) => test?.test(id) && countBits(entriesOf.get(id) ?? 0n) >= minShareCount);
  return withImports([...modules.keys()].filter(isTaken), modules);
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

/** Merges each chunk below a size, the smallest first, with the one that makes entries load least that they do not need. */
function mergeSmall(chunks: Set<Chunk>, below: number): void {
  const settled = new Set<Chunk>();
  for (;;) {
    const small = [...chunks]
      .filter((chunk) => chunk.size > 0 && chunk.size < below && !settled.has(chunk))
      .reduce<Chunk | undefined>((one, other) => (one === undefined || other.size < one.size ? other : one), undefined);
    if (small === undefined) return;
    const partner = [...chunks]
      .filter((chunk) => chunk !== small && chunk.size > 0)
      .sort((one, other) => wasteOf(small, one) - wasteOf(small, other))
      .find((chunk) => !importsAround(small, chunk) && !importsAround(chunk, small));
    if (partner === undefined) settled.add(small);
    else merge(chunks, small, partner);
  }
}

/** Characters that entries load for nothing when two chunks are one, over all entries. */
function wasteOf(one: Chunk, other: Chunk): number {
  return countBits(one.entries & ~other.entries) * other.size + countBits(other.entries & ~one.entries) * one.size;
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
  into.entries |= gone.entries;
  into.size += gone.size;
  into.modules.push(...gone.modules);
  for (const imported of gone.imports) into.imports.add(imported);
  for (const { imports } of chunks) if (imports.delete(gone)) imports.add(into);
  into.imports.delete(into);
}

function countBits(bits: bigint): number {
  let count = 0;
  for (let left = bits; left > 0n; left &= left - 1n) count++;
  return count;
}
