/**
 * Parts of a build's JSON that are read when they are asked for: trees of sources make up most of it, and a run of tests
 * needs none of them.
 */

import type { CompilerRun } from '../source/compiled/compilation';
import { type Fields, isFields, parseJson, readFields, readText } from '../values/json-fields';

/** A compiler run whose output is read when it is first asked for. */
export type LazyRun = CompilerRun & {
  /** Reads the output of one source alone; undefined where that is not found. */
  sourceOf?(path: string): Fields | undefined;
};

/** Begin of an artefact as forge writes it, and of the tree of the contract's file in it; quotes inside of texts are escaped, so this is no part of one. */
const ARTEFACT = '{"abi":';
const TREE = ',"ast":{"absolutePath"';
const OUTPUT = ',"output":{';
const CONFIGURED = 'forge-config';
/** Matches the end of an artefact that was written whole. */
const END = /},"id":\d+}\s*$/;
/** Returns where the tree begins that an artefact of forge has behind all but its id; -1 where it is none, or where its tree configures a test. */
export function placeOfTree(text: string): number {
  const at = text.startsWith(ARTEFACT) ? text.indexOf(TREE) : -1;
  return at < 0 || !END.test(text.slice(-40)) || text.includes(CONFIGURED, at) ? -1 : at;
}

/** Ends an artefact whose tree was left out. An empty one stays: who reads the artefact knows that its own code configures no test. */
export const WITHOUT_TREE = ',"ast":{}}';

/** Reads an artefact, with an empty tree where its own configures no test. Throws what `JSON.parse` throws. */
export function parseArtefact(text: string): unknown {
  const at = placeOfTree(text);
  return JSON.parse(at < 0 ? text : `${text.slice(0, at)}${WITHOUT_TREE}`);
}

/** Returns a whole compiler run of a file of build info, its output unread; undefined where the file is none or is written otherwise. */
export function lazyRun(text: string): LazyRun | undefined {
  const at = text.indexOf(OUTPUT);
  const start = at + OUTPUT.length - 1;
  const end = at < 0 ? -1 : text.lastIndexOf('},"solc');
  if (end < start) return undefined;
  const before = parseJson(`${text.slice(0, at)}}`);
  const behind = parseJson(`{${text.slice(end + 2)}`);
  if (!isFields(before) || !isFields(behind) || !isFields(before.input)) return undefined;
  const version = readText(behind.solcLongVersion) || readText(behind.solcVersion);
  const { input } = before;
  let output: Fields | undefined;
  let places: Map<string, number> | undefined;
  return {
    version,
    input,
    get output() {
      output ??= readFields(JSON.parse(text.slice(start, end + 1)));
      return output;
    },
    sourceOf(path) {
      places ??= placesOf(text, Object.keys(readFields(input.sources)), start);
      const place = output === undefined ? places.get(path) : undefined;
      const found = place === undefined ? undefined : parseJson(text.slice(place, endOf(text, place)));
      return isFields(found) && isFields(found.ast) ? found : undefined;
    },
  };
}

/** Returns where the output of each source begins. They stand in the order of their paths, so that one pass finds all. */
function placesOf(text: string, paths: readonly string[], from: number): Map<string, number> {
  const places = new Map<string, number>();
  const first = text.indexOf('"sources":{', from);
  let cursor = first;
  for (const path of [...paths].sort((a, b) => (a < b ? -1 : 1))) {
    const key = `${JSON.stringify(path)}:{"`;
    const at = text.indexOf(key, cursor);
    if (first < 0 || at < 0) continue;
    cursor = at + key.length - 2;
    places.set(path, cursor);
  }
  return places;
}

/** Returns where the object ends that begins at `start`, past its brace. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfText(text, at);
    else if (code === 0x7b) depth++;
    else if (code === 0x7d && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Returns the place of the quote that ends the text that begins at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}
