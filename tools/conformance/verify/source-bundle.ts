/**
 * A folder of a contract as a bundle: sources, the compiler's metadata.json
 * beside them, and often an artifact with bytecode and ABI.
 */
import { createHash } from 'node:crypto';
import { keccak256, toBytes } from 'viem';
import type { StandardInput } from './compile';
import type { Compiled } from './compiled-case';

type Metadata = {
  compiler: { version: string };
  language: string;
  output?: { abi?: unknown };
  settings: Record<string, unknown> & { compilationTarget?: Record<string, string> };
  sources: Record<string, { keccak256: string; content?: string }>;
};

/** Returns the Solidity contracts of a bundle whose sources are all there, with what each is expected to compile to. */
export function contractsOfBundle(files: Record<string, unknown>): (Compiled & { name: string })[] {
  const texts = new Map<string, string>();
  for (const value of Object.values(files)) if (typeof value === 'string') texts.set(keccak256(toBytes(value)), value);
  const metadatas = Object.entries(files).filter((entry): entry is [string, Metadata] => isMetadata(entry[1]));
  return metadatas.flatMap(([file, metadata]) => {
    const [target] = Object.entries(metadata.settings.compilationTarget ?? {});
    const input = inputOf(files, metadata, texts);
    if (target === undefined || input === undefined) return [];
    const artifact = artifactOf(files, file, target[1], metadatas.length);
    return [
      {
        name: target[1],
        version: metadata.compiler.version,
        input,
        contract: target[1],
        path: target[0],
        expected: {
          abi: metadata.output?.abi,
          creation: artifact?.bytecode,
          edited: !holdsHashOf(artifact?.bytecode ?? '', metadata),
        },
      },
    ];
  });
}

/**
 * Whether the code has the IPFS hash of the metadata; true for code with other
 * hashes or none. Where it has another one, the code was made of other sources.
 */
function holdsHashOf(code: string, metadata: Metadata): boolean {
  if (!code.includes(IPFS_KEY)) return true;
  const text = JSON.stringify(sorted(metadata));
  // Which of the two a compiler writes depends on its version.
  const escaped = text.replace(/[\u0080-\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return [text, escaped].some((written) => code.includes(IPFS_KEY + ipfsHash(written)));
}

/** CBOR of the key `ipfs` and the head of a multihash, SHA-256 of 32 bytes. */
const IPFS_KEY = '646970667358221220';

/** SHA-256 of the block that a file of at most 256 KiB is in IPFS: UnixFS data in a DAG-PB node. */
function ipfsHash(text: string): string {
  const data = Buffer.from(text);
  const length = varint(data.length);
  const file = Buffer.concat([Buffer.from([0x08, 0x02, 0x12]), length, data, Buffer.from([0x18]), length]);
  const node = Buffer.concat([Buffer.from([0x0a]), varint(file.length), file]);
  return createHash('sha256').update(node).digest('hex');
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    bytes.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) return Buffer.from(bytes);
  }
}

/** Keys in the order of the compiler. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Compiler input as the metadata describes it; undefined when a source is missing or another text. */
function inputOf(
  files: Record<string, unknown>,
  metadata: Metadata,
  texts: ReadonlyMap<string, string>,
): StandardInput | undefined {
  if (metadata.language !== 'Solidity') return undefined;
  const sources: [string, { content: string }][] = [];
  for (const [path, source] of Object.entries(metadata.sources)) {
    const content = source.content ?? texts.get(source.keccak256);
    if (content === undefined) return undefined;
    sources.push([path, { content }]);
  }
  const { compilationTarget: _, libraries, ...settings } = metadata.settings;
  return {
    sources: { ...Object.fromEntries(sources), ...completeSources(files) },
    settings: { ...settings, libraries: nested(libraries) },
  };
}

/**
 * Returns the other sources that were compiled in the same run, where the bundle has them: the optimizer of some
 * versions gives other code without them, although the metadata lists fewer.
 */
function completeSources(files: Record<string, unknown>): Record<string, { content: string }> {
  const folder = 'complete_sources/';
  const found = Object.entries(files).filter(
    (entry): entry is [string, string] => entry[0].startsWith(folder) && typeof entry[1] === 'string',
  );
  return Object.fromEntries(found.map(([path, content]) => [path.slice(folder.length), { content }]));
}

/** Metadata names libraries `path:Name`, the input wants a level for each. */
function nested(libraries: unknown): Record<string, Record<string, string>> {
  const byFile: Record<string, Record<string, string>> = {};
  for (const [name, address] of Object.entries((libraries ?? {}) as Record<string, string>)) {
    const separator = name.lastIndexOf(':');
    const file = separator === -1 ? '' : name.slice(0, separator);
    byFile[file] = { ...byFile[file], [name.slice(separator + 1)]: address };
  }
  return byFile;
}

/** The artifact beside a metadata file: `X.json` beside `X_metadata.json`, or the only one. */
function artifactOf(
  files: Record<string, unknown>,
  metadataFile: string,
  contract: string,
  metadatas: number,
): { bytecode?: string } | undefined {
  const named = files[metadataFile.replace('_metadata', '')] ?? files[`${contract}.json`];
  const only = metadatas === 1 ? files['artifact.json'] : undefined;
  const value = metadataFile.includes('_metadata') ? named : (only ?? named);
  return isArtifact(value) ? value : undefined;
}

function isArtifact(value: unknown): value is { bytecode: string } {
  return typeof value === 'object' && value !== null && 'bytecode' in value && typeof value.bytecode === 'string';
}

function isMetadata(value: unknown): value is Metadata {
  return (
    typeof value === 'object' && value !== null && 'compiler' in value && 'sources' in value && 'settings' in value
  );
}
