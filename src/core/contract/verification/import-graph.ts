/**
 * Which files a contract's file needs: its imports, their imports, and so on,
 * resolved to names of sources as solc does (Solidity docs, Import Path
 * Resolution). A project folder has its dependencies in other places than the
 * names say, so a name that is no file is looked for there, too.
 */
import type { SourceTexts } from './draft';
import { type SourceOutline, scanSource } from './scan-source';

export type ImportedUnit = {
  /** The name by which the compiler asks for it. */
  name: string;
  /** Key of its text among the sources. */
  file: string;
  /** The unit that imports it first; absent for the root. */
  from?: string;
  /** Imports between the root and it. */
  depth: number;
};

export type MissingImport = {
  /** The name by which the compiler asks for it. */
  name: string;
  /** The import as written in the file that imports it. */
  specifier: string;
  from: string;
  /** Line of the import, from 1. */
  line: number;
};

export type ImportGraph = {
  /** The root first, every unit once, in the order they are reached. */
  units: readonly ImportedUnit[];
  missing: readonly MissingImport[];
};

/** Where a project keeps what it depends on. */
const DEPENDENCY_FOLDERS = ['node_modules/', 'lib/', 'src/', 'contracts/'];

/** Reads the units reached from the file `root`. Imports in a circle are followed once. Linear in the sources reached. */
export function readImportGraph(
  sources: SourceTexts,
  root: string,
  remappings: readonly string[],
  outlineOf: (path: string) => SourceOutline = (path) => scanSource(sources[path] ?? ''),
): ImportGraph {
  if (!Object.hasOwn(sources, root)) return { units: [], missing: [] };
  const places = placesOf(sources);
  const units = new Map<string, ImportedUnit>([[root, { name: root, file: root, depth: 0 }]]);
  const missing = new Map<string, MissingImport>();
  // A Map grows while it is walked: what is reached later is walked too.
  for (const unit of units.values()) {
    for (const { specifier, line } of outlineOf(unit.file).imports) {
      const name = resolveImport(specifier, unit.name, remappings);
      if (units.has(name) || missing.has(name)) continue;
      const file = places.find(name);
      if (file === undefined) missing.set(name, { name, specifier, from: unit.name, line });
      else units.set(name, { name, file, from: unit.name, depth: unit.depth + 1 });
    }
  }
  return { units: [...units.values()], missing: [...missing.values()] };
}

/** Returns the name that an import in the unit `from` asks for. */
export function resolveImport(specifier: string, from: string, remappings: readonly string[]): string {
  const isRelative = specifier.startsWith('./') || specifier.startsWith('../');
  return remap(isRelative ? joinRelative(from, specifier) : specifier, from, remappings);
}

/** Remappings, one a line; blank lines and comments are left out. */
export function remappingsOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.includes('=') && !line.startsWith('#'));
}

/** Returns a path from the folder of `from`. Each `..` of the import takes a segment off the importer's folder, and is dropped where none is left. */
export function joinRelative(from: string, specifier: string): string {
  const segments = from.split('/').slice(0, -1);
  for (const segment of specifier.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

/** `context:prefix=target`: the longest context wins, then the longest prefix, then the last one. */
function remap(name: string, from: string, remappings: readonly string[]): string {
  let best: { context: string; prefix: string; target: string } | undefined;
  for (const text of remappings) {
    const equals = text.indexOf('=');
    const colon = text.slice(0, equals).indexOf(':');
    const context = colon === -1 ? '' : text.slice(0, colon);
    const prefix = text.slice(colon + 1, equals);
    if (prefix === '' || !name.startsWith(prefix) || !from.startsWith(context)) continue;
    const isBetter =
      best === undefined ||
      context.length > best.context.length ||
      (context.length === best.context.length && prefix.length >= best.prefix.length);
    if (isBetter) best = { context, prefix, target: text.slice(equals + 1) };
  }
  return best === undefined ? name : best.target + name.slice(best.prefix.length);
}

/** Finds the file of a name: by that name, in a folder of dependencies, or the only file that ends with it. */
function placesOf(sources: SourceTexts): { find(name: string): string | undefined } {
  /** Names of sources by their last segment; undefined until somebody asks. */
  let byEnd: Map<string, string[]> | undefined;
  return {
    find(name) {
      if (Object.hasOwn(sources, name)) return name;
      const known = DEPENDENCY_FOLDERS.map((folder) => folder + name).find((path) => Object.hasOwn(sources, path));
      if (known !== undefined) return known;
      byEnd ??= groupByEnd(Object.keys(sources));
      const ending = (byEnd.get(name.split('/').at(-1) ?? '') ?? []).filter((path) => path.endsWith(`/${name}`));
      if (ending.length > 0) return ending.length === 1 ? ending[0] : undefined;
      // A handful of files without their folders, as a file picker gives them.
      const alone = name.split('/').at(-1) ?? '';
      return Object.hasOwn(sources, alone) ? alone : undefined;
    },
  };
}

function groupByEnd(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const end = path.split('/').at(-1) ?? '';
    const group = groups.get(end);
    if (group === undefined) groups.set(end, [path]);
    else group.push(path);
  }
  return groups;
}

/** Finds the file that a name is from one of its folders on: somebody handed in that folder alone. */
function withoutFolders(name: string, files: SourceTexts): string | undefined {
  const segments = name.split('/');
  const ends = segments.slice(1, -1).map((_, at) => segments.slice(at + 1).join('/'));
  return ends.find((end) => Object.hasOwn(files, end));
}

/**
 * Finds the missing units among `files`: by the hash that metadata states, else by the end of their path. Returns
 * texts by the names of the units.
 */
export function fillMissing(
  missing: readonly { name: string; hash?: string }[],
  files: SourceTexts,
  hashOf: (text: string) => string,
): SourceTexts {
  const byHash = new Map<string, string>();
  if (missing.some(({ hash }) => hash !== undefined))
    for (const text of Object.values(files)) byHash.set(hashOf(text), text);
  const places = placesOf(files);
  const found = missing.flatMap(({ name, hash }): [string, string][] => {
    const exact = hash === undefined ? undefined : byHash.get(hash);
    const file = exact === undefined ? (places.find(name) ?? withoutFolders(name, files)) : undefined;
    const text = exact ?? (file === undefined ? undefined : files[file]);
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(found);
}
