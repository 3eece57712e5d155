/** What the page is told of the sources of one contract. */
import { bytesToHex, hexToBytes } from '../../../core/chain/hex';
import type { Address, Hex, NetworkId } from '../../../core/chain/primitives';
import { readCompiledCode } from '../../../core/contract/build-output/compiled-code';
import { type ContractDocs, readNatSpec } from '../../../core/contract/functions/natspec';
import { compareRuntimeCode } from '../../../core/contract/matching/compare-code';
import { type Fields, parseJson, readFields } from '../../../core/values/json-fields';
import { codesIn, contractIn, sourceMapIn } from '../compiling/compiler-output';
import type { ContractSource, SourceMatch } from '../contracts.api';
import type { LoadedSource } from './check-sources';
import type { SourceOfCode } from './verified-sources';

const MAX_MATCHES = 500;
const MAX_LINE = 200;

/** Returns the facts of a loaded source, without texts. */
export function describeSource(networkId: NetworkId, address: Address, { code, source }: SourceOfCode): ContractSource {
  const { run, path, name, match, origin } = source;
  const { creation, runtime } = codesIn(run.output, path, name);
  const libraries = librariesIn(runtime, code);
  const { abi } = contractIn(run.output, path, name);
  return {
    networkId,
    address,
    origin,
    match,
    language: run.input.language,
    compilerVersion: run.version,
    file: path,
    contract: name,
    files: filesOf(source).map(([file, { content }]) => ({ path: file, characters: content.length })),
    settings: JSON.stringify(run.input.settings, null, 2),
    abi: JSON.stringify(abi ?? [], null, 2),
    creationCode: linkedHex(creation, libraries),
    libraries: [...libraries].map(([library, linked]) => ({ name: library, address: linked })),
    runtimeCode: code,
    sourceMap: sourceMapIn(run.output, path, name),
  };
}

/** Lists the files that the contract was made of, as its metadata says; a run of a project has many others. All without metadata. */
function filesOf({ run, path, name }: LoadedSource) {
  const all = Object.entries(run.input.sources);
  const { metadata } = contractIn(run.output, path, name);
  const named = readFields(typeof metadata === 'string' ? parseJson(metadata) : undefined).sources;
  const own = all.filter(([file]) => Object.hasOwn(readFields(named), file));
  return own.some(([file]) => file === path) ? own : all;
}

/** Reads the author's documentation of the functions: from the output itself, or from the metadata in it, which has the same. */
export function docsOf({ run, path, name }: LoadedSource): ContractDocs {
  const { userdoc, devdoc, metadata } = contractIn(run.output, path, name);
  if (userdoc !== undefined || devdoc !== undefined) return readNatSpec(userdoc, devdoc);
  if (typeof metadata !== 'string') return {};
  const output = readFields(readFields(parseJson(metadata)).output);
  return readNatSpec(output.userdoc, output.devdoc);
}

/** Returns the lines of the sources that contain `text`, whatever the case; at most 500, each cut at 200 characters. Linear. */
export function searchSource({ run }: LoadedSource, text: string): readonly SourceMatch[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  const matches: SourceMatch[] = [];
  for (const [path, { content }] of Object.entries(run.input.sources)) {
    if (!content.toLowerCase().includes(wanted)) continue;
    const lines = content.split('\n');
    for (const [index, line] of lines.entries()) {
      if (!line.toLowerCase().includes(wanted)) continue;
      matches.push({ path, line: index + 1, text: line.trim().slice(0, MAX_LINE) });
      if (matches.length === MAX_MATCHES) return matches;
    }
  }
  return matches;
}

/** Reads the address of each library, by `path:Name`, from the code on the chain. */
function librariesIn(runtime: Fields, code: Hex): ReadonlyMap<string, Address> {
  const compiled = readCompiledCode(runtime);
  if (compiled === undefined || compiled.libraries.length === 0) return new Map();
  const { parts } = compareRuntimeCode(compiled, hexToBytes(code));
  return new Map(parts.filter(({ kind }) => kind === 'library').map(({ id, value }) => [id, value as Address]));
}

/** Returns the compiler's creation code with the libraries linked as they are on the chain, so that it can be deployed. */
function linkedHex(creation: Fields, libraries: ReadonlyMap<string, Address>): Hex {
  const compiled = readCompiledCode(creation);
  if (compiled === undefined) return '0x';
  for (const { id, start } of compiled.libraries) {
    const address = libraries.get(id);
    if (address !== undefined) compiled.bytes.set(hexToBytes(address), start);
  }
  return bytesToHex(compiled.bytes);
}
