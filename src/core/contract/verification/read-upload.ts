/**
 * What a reader hands in, read into sources: files of a project, standard JSON
 * input, the metadata of a contract, or a build that contains one of them.
 */

import { bytesToString, stringToBytes } from 'viem';
import { keccakHex } from '../../chain/keccak';
import { isFields } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import { draftSettings } from './compiler-settings';
import type { DraftSettings, SourceTexts } from './draft';
import { projectRemappings } from './foundry-remappings';
import { foundrySettings } from './foundry-settings';
import { hardhatSettings } from './hardhat-settings';
import { MAX_FILES, MAX_UPLOAD } from './limits';
import { contentIdOf } from './package-file';
import { isProjectFile } from './project-file';

/** A file as it was picked. */
export type UploadedFile = { path: string; bytes: Uint8Array };

export type ReadFiles = {
  sources: SourceTexts;
  /** Remappings of the project, one a line; '' where it states none. */
  remappings: string;
  /** Compiler settings that the project's `foundry.toml` states. */
  settings: Partial<DraftSettings>;
  /** Files that are left out, and why; the first 20. */
  rejected: readonly { path: string; reason: string }[];
};

/** What a JSON file says of a compilation. */
export type ReadJson = {
  /** The kind of file: standard JSON input, or metadata. */
  kind: 'standard' | 'metadata';
  sources: SourceTexts;
  /** keccak256 by path, of metadata. */
  hashes: Readonly<Record<string, string>>;
  /** Content ids of IPFS by path, of metadata. */
  contentIds: Readonly<Record<string, string>>;
  settings: DraftSettings;
  /** `path:Name`, where it says which contract it is of. */
  root?: string;
};

const MAX_REJECTED = 20;
const SOURCE = /\.(sol|yul)$/i;

/** Reads the source files among `files`, without the folder that all of them lie in. Others are left out without a word. */
export function readSourceFiles(files: readonly UploadedFile[]): ReadFiles {
  const rejected: { path: string; reason: string }[] = [];
  const reject = (path: string, reason: string) => {
    if (rejected.length < MAX_REJECTED) rejected.push({ path, reason });
  };
  const wanted = files.filter(({ path }) => SOURCE.test(path) || isProjectFile(path));
  const isAlone = files.length === 1 && wanted.length === 0;
  if (isAlone) reject(files[0].path, 'it is no .sol or .yul file');
  const sources: [string, string][] = [];
  const settings: [string, string][] = [];
  let bytesRead = 0;
  const common = commonFolder(wanted.map(({ path }) => sourceName(path)));
  for (const { path, bytes } of wanted) {
    if (sources.length === MAX_FILES) {
      reject(path, `there are more than ${MAX_FILES} files`);
      continue;
    }
    bytesRead += bytes.length;
    if (bytesRead > MAX_UPLOAD) {
      reject(path, `the files are larger than ${MAX_UPLOAD / 1e6} MB together`);
      continue;
    }
    const text = textOf(bytes);
    const name = sourceName(path).slice(common.length);
    if (text === undefined) reject(path, 'it is no text');
    else if (SOURCE.test(path)) sources.push([name, text]);
    else settings.push([name, text]);
  }
  const remappings = projectRemappings(
    sources.map(([name]) => name),
    Object.fromEntries(settings),
  );
  const fileAt = (path: string) => settings.find(([name]) => name === path)?.[1];
  const [, config] = settings.find(([name]) => /^hardhat\.config\./i.test(name)) ?? [];
  const toml = fileAt('foundry.toml');
  // A project of both is built by Foundry, which states the folder of its sources.
  const stated = toml === undefined ? hardhatSettings(config ?? '') : foundrySettings(toml, fileAt);
  return { sources: Object.fromEntries(sources), remappings, settings: stated, rejected };
}

/** Reads a JSON file; the error is one sentence. */
export function readJsonUpload(text: string): Result<ReadJson, string> {
  if (text.length > MAX_UPLOAD) return fail(`The file is larger than ${MAX_UPLOAD / 1e6} MB.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('The text is not valid JSON.');
  }
  return readJsonValue(value, '');
}

/** Returns the name of a file as a source: slashes, no drive, no `..`, so that it stays in its own folder. */
export function sourceName(path: string): string {
  const segments: string[] = [];
  for (const segment of path
    .replaceAll('\\', '/')
    .replace(/^[A-Za-z]:/, '')
    .split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** Returns keccak256 of a source, as metadata states it. */
export function sourceHash(text: string): string {
  return keccakHex(stringToBytes(text));
}

function readJsonValue(value: unknown, version: string): Result<ReadJson, string> {
  if (!isFields(value)) return fail('The file is neither standard JSON input nor metadata.');
  // A build of Hardhat has the compiler's input in it.
  if (isFields(value.input))
    return readJsonValue(value.input, textOr(value.solcLongVersion ?? value.solcVersion, version));
  // An artifact of Foundry or an output of solc has the metadata in it, as text or as JSON.
  const metadata = value.rawMetadata ?? value.metadata;
  if (!isFields(value.sources)) {
    if (isFields(metadata)) return readJsonValue(metadata, version);
    if (typeof metadata === 'string') return readJsonUpload(metadata);
    return fail('The file is neither standard JSON input nor metadata: it names no sources.');
  }
  const settings = isFields(value.settings) ? value.settings : {};
  const target = isFields(settings.compilationTarget) ? Object.entries(settings.compilationTarget)[0] : undefined;
  const compiler = isFields(value.compiler) ? textOr(value.compiler.version, version) : version;
  if (textOr(value.language, 'Solidity') === 'Vyper')
    return fail('Vyper does not run in a browser, so it cannot be verified here.');
  const sources: [string, string][] = [];
  const hashes: [string, string][] = [];
  const contentIds: [string, string][] = [];
  for (const [path, source] of Object.entries(value.sources)) {
    if (!isFields(source)) continue;
    if (typeof source.content === 'string') sources.push([path, source.content]);
    const contentId = contentIdOf(source.urls);
    if (contentId !== undefined) contentIds.push([path, contentId]);
    if (typeof source.keccak256 === 'string') hashes.push([path, source.keccak256.toLowerCase()]);
    else if (typeof source.content !== 'string') hashes.push([path, '']);
  }
  if (sources.length + hashes.length === 0) return fail('The file names no sources.');
  if (sources.length > MAX_FILES || hashes.length > MAX_FILES) return fail(`There are more than ${MAX_FILES} sources.`);
  return ok({
    kind: target === undefined ? 'standard' : 'metadata',
    sources: Object.fromEntries(sources),
    hashes: Object.fromEntries(hashes),
    contentIds: Object.fromEntries(contentIds),
    settings: draftSettings(compiler, settings),
    ...(target === undefined ? {} : { root: `${target[0]}:${String(target[1])}` }),
  });
}

/** The text of a file, undefined where it is none. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = bytesToString(bytes);
  // What is no UTF-8 is read as U+FFFD, which takes three bytes where it stands in a text by itself.
  return text.includes('\uFFFD') && stringToBytes(text).length !== bytes.length ? undefined : text;
}

/** The folder that every path lies in, with its slash; '' where there is none. */
function commonFolder(paths: readonly string[]): string {
  const [first] = paths;
  const slash = first?.indexOf('/') ?? -1;
  if (first === undefined || slash === -1) return '';
  const folder = first.slice(0, slash + 1);
  return paths.every((path) => path.startsWith(folder)) ? folder : '';
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value.slice(0, 200) : otherwise;
}
