/** What a draft's sources contain: contracts to choose from, what the chosen one imports, and what is missing. */
import type { Selector } from '../../chain/primitives';
import { fail, ok, type Result } from '../../values/result';
import type { StandardInput } from '../build-output/standard-input';
import { standardInputOf, standardSettings } from './compiler-settings';
import { type SourceTexts, sourcesOfDraft, type VerificationDraft } from './draft';
import { type ImportedUnit, type MissingImport, readImportGraph, remappingsOf } from './import-graph';
import { type RootScores, scoreRoots } from './likely-roots';
import { withOneLicense } from './one-license';
import { sourceHash } from './read-upload';
import { type DeclaredContract, type SourceOutline, scanSource } from './scan-source';

export type RootCandidate = DeclaredContract & {
  path: string;
  /** Names it: `path:Name`. */
  id: string;
  /** Whether another file of the draft imports its file. */
  isImported: boolean;
};

export type SourceReview = {
  files: number;
  characters: number;
  /** The likely ones first: those whose functions the code has, then contracts that nobody imports, other contracts, libraries, interfaces; at most 500. */
  roots: readonly RootCandidate[];
  /** The draft's choice where the sources have it, else the likeliest. */
  root: RootCandidate | undefined;
  units: readonly ReviewedUnit[];
  missing: readonly MissingUnit[];
  /** Version ranges of all units, each once. */
  pragmas: readonly string[];
};

export type ReviewedUnit = ImportedUnit & {
  characters: number;
  /** Whether the file was added for an import that was missing. */
  wasMissing: boolean;
  /** Whether the file has the hash that metadata states; undefined where none is stated. */
  hasStatedHash?: boolean;
};

export type MissingUnit = MissingImport & {
  /** keccak256 that metadata states for it. */
  hash?: string;
  /** IPFS content id that metadata states for it. */
  contentId?: string;
};

const MAX_ROOTS = 500;

/** Reviews a draft. `selectors` are those of the deployed code, where it is known. Linear in the sources. */
export function reviewSources(draft: VerificationDraft, selectors: readonly Selector[] = []): SourceReview {
  const sources = sourcesOfDraft(draft);
  const outlines = new Map<string, SourceOutline>();
  const outlineOf = (path: string): SourceOutline => {
    const known = outlines.get(path) ?? scanSource(sources[path] ?? '');
    outlines.set(path, known);
    return known;
  };
  const roots = rootsOf(sources, outlineOf, selectors.length === 0 ? new Map() : scoreRoots(sources, selectors));
  const root = roots.find(({ id }) => id === draft.root) ?? roots[0];
  const graph =
    root === undefined
      ? { units: [], missing: [] }
      : readImportGraph(sources, root.path, remappingsOf(draft.settings.remappings), outlineOf);
  const units = draft.isWhole ? withAll(graph.units, sources) : graph.units;
  const stated = statedButMissing(draft, sources, graph.missing);
  return {
    files: Object.keys(sources).length,
    characters: Object.values(sources).reduce((sum, text) => sum + text.length, 0),
    roots: roots.slice(0, MAX_ROOTS),
    root,
    units: units.map((unit) => reviewUnit(unit, sources, draft)),
    missing: [...graph.missing, ...stated].map((one) => ({
      ...one,
      ...hashOf(draft, one.name),
      ...contentOf(draft, one.name),
    })),
    pragmas: [...new Set(units.flatMap(({ file }) => outlineOf(file).pragmas))],
  };
}

/** Returns the compiler's input for the draft's root contract; the error says in one sentence what is missing. */
export function inputOfDraft(
  draft: VerificationDraft,
): Result<{ input: StandardInput; path: string; name: string }, string> {
  const review = reviewSources(draft);
  if (review.root === undefined) return fail('There is no contract among the sources.');
  const [missing] = review.missing;
  if (missing !== undefined) return fail(`The source ${missing.name} is missing; ${missing.from} imports it.`);
  const sources = sourcesOfDraft(draft);
  const declaring = (name: string) =>
    review.units.find(({ file }) => scanSource(sources[file] ?? '').contracts.some((one) => one.name === name))?.name;
  const settings = standardSettings(draft.settings, declaring);
  if (!settings.ok) return settings;
  const { compilerVersion } = draft.settings;
  const units = review.units.map(({ name, file }) => ({
    name,
    text: withOneLicense(sources[file] ?? '', compilerVersion),
  }));
  return ok({ input: standardInputOf(units, settings.value), path: review.root.path, name: review.root.name });
}

const KINDS: readonly DeclaredContract['kind'][] = ['contract', 'library', 'abstract contract', 'interface'];

function rootsOf(
  sources: SourceTexts,
  outlineOf: (path: string) => SourceOutline,
  scores: RootScores,
): readonly RootCandidate[] {
  const imported = new Set(
    Object.keys(sources).flatMap((path) =>
      outlineOf(path).imports.map(({ specifier }) => specifier.split('/').at(-1) ?? ''),
    ),
  );
  return Object.keys(sources)
    .flatMap((path) =>
      outlineOf(path).contracts.map(
        (declared): RootCandidate => ({
          ...declared,
          path,
          id: `${path}:${declared.name}`,
          isImported: imported.has(path.split('/').at(-1) ?? ''),
        }),
      ),
    )
    .sort(
      (a, b) =>
        Number(!isDeployed(a)) - Number(!isDeployed(b)) ||
        (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0) ||
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
        Number(a.isImported) - Number(b.isImported) ||
        b.line - a.line,
    );
}

/** Tells whether the compiler makes code of it that can be on a chain. */
function isDeployed({ kind }: RootCandidate): boolean {
  return kind === 'contract' || kind === 'library';
}

/** Standard JSON is compiled as it is: what the root does not reach is part of it too. */
function withAll(units: readonly ImportedUnit[], sources: SourceTexts): readonly ImportedUnit[] {
  const reached = new Set(units.map(({ name }) => name));
  const others = Object.keys(sources).filter((path) => !reached.has(path));
  return [...units, ...others.map((path) => ({ name: path, file: path, depth: 0 }))];
}

/** Sources that metadata or an input names without their text. */
function statedButMissing(
  { hashes }: VerificationDraft,
  sources: SourceTexts,
  missing: readonly MissingImport[],
): readonly MissingImport[] {
  const known = new Set(missing.map(({ name }) => name));
  return Object.keys(hashes)
    .filter((path) => !Object.hasOwn(sources, path) && !known.has(path))
    .map((path) => ({ name: path, specifier: path, from: 'the JSON file', line: 0 }));
}

function hashOf({ hashes }: VerificationDraft, name: string): { hash?: string } {
  const hash = Object.hasOwn(hashes, name) ? hashes[name] : undefined;
  return hash === undefined || hash === '' ? {} : { hash };
}

function contentOf({ contentIds }: VerificationDraft, name: string): { contentId?: string } {
  const contentId = Object.hasOwn(contentIds, name) ? contentIds[name] : undefined;
  return contentId === undefined ? {} : { contentId };
}

function reviewUnit(unit: ImportedUnit, sources: SourceTexts, draft: VerificationDraft): ReviewedUnit {
  const text = sources[unit.file] ?? '';
  const { hash } = hashOf(draft, unit.name);
  return {
    ...unit,
    characters: text.length,
    wasMissing: Object.hasOwn(draft.added, unit.file),
    ...(hash === undefined ? {} : { hasStatedHash: sourceHash(text) === hash }),
  };
}
