/** The compiler and the sources of built contracts, as a build or the metadata of a contract states them. */

import { type Fields, isFields } from '../../values/json-fields';

/** What one build shares among its contracts. */
export type BuildOrigin = {
  compilerVersion?: string;
  /** Path to text. */
  sources?: Readonly<Record<string, string>>;
  /** Index among the runs of the file. */
  run?: number;
};

/** Characters of sources that every contract of a build is given when nothing says which are its own. */
const MAX_SHARED_SOURCES = 1_000_000;

/** Returns the text of a field, undefined for another value or ''. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads version and sources that a build states beside its contracts. */
export function originOf(input: unknown, build: Fields): BuildOrigin {
  const sources = isFields(input) && isFields(input.sources) ? sourceTexts(input.sources) : undefined;
  const version = versionOf(build);
  return { ...(version && { compilerVersion: version }), ...(sources && { sources }) };
}

/** Returns the version of the compiler as a build states it, '' where it does not. */
export function versionOf(build: Fields): string {
  const vyper = textIn(build.compiler)?.replace(/^vyper-/, '');
  return textIn(build.solcLongVersion) ?? textIn(build.solcVersion) ?? textIn(build.version) ?? vyper ?? '';
}

/** `{ path: { content } }` to `{ path: text }`, undefined when there is no text. */
function sourceTexts(sources: Fields): Readonly<Record<string, string>> | undefined {
  const texts: [string, string][] = [];
  for (const [path, source] of Object.entries(sources)) {
    if (isFields(source) && typeof source.content === 'string') texts.push([path, source.content]);
  }
  // fromEntries defines properties, so a path of __proto__ is a path.
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

/** Adds what the contract's own metadata says where the build says nothing. */
export function withMetadata(build: BuildOrigin, metadata: unknown): BuildOrigin {
  if (build.compilerVersion !== undefined && build.sources !== undefined) return build;
  const fields = metadataFields(metadata);
  if (fields === undefined) return build;
  const compiler = isFields(fields.compiler) ? textIn(fields.compiler.version) : undefined;
  const sources = isFields(fields.sources) ? sourceTexts(fields.sources) : undefined;
  return { ...(compiler && { compilerVersion: compiler }), ...(sources && { sources }), ...build };
}

/** Leaves of a build's sources those that the contract was made of: what its metadata lists, or all while they are few. */
export function sourcesOf(build: BuildOrigin, path: string, metadata: unknown): BuildOrigin {
  if (build.sources === undefined) return build;
  const listed = metadataFields(metadata)?.sources;
  const all = Object.entries(build.sources);
  const few = () => all.reduce((sum, [, text]) => sum + text.length, 0) <= MAX_SHARED_SOURCES;
  if (!isFields(listed) && few()) return build;
  const wanted = isFields(listed) ? listed : { [path]: true };
  return { ...build, sources: Object.fromEntries(all.filter(([key]) => Object.hasOwn(wanted, key))) };
}

function metadataFields(metadata: unknown): Fields | undefined {
  if (isFields(metadata)) return metadata;
  if (typeof metadata !== 'string' || metadata === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(metadata);
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the compiler that Truffle names, `compiler: { name: 'solc', version }`. */
export function compilerOf(artifact: Fields): BuildOrigin {
  const version = isFields(artifact.compiler) ? textIn(artifact.compiler.version) : undefined;
  return version === undefined ? {} : { compilerVersion: version };
}

/** Reads path and name of the contract in the compiler's settings, which Foundry keeps: one source, one name. */
export function compilationTarget(artifact: Fields): { path: string; name: string } | undefined {
  const settings = metadataFields(artifact.metadata ?? artifact.rawMetadata)?.settings;
  const target = isFields(settings) && isFields(settings.compilationTarget) ? settings.compilationTarget : {};
  const [first] = Object.entries(target);
  return first && typeof first[1] === 'string' ? { path: first[0], name: first[1] } : undefined;
}
