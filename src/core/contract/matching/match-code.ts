/**
 * Whether code on chain is what a compiler made of known sources.
 *
 * As Sourcify defines it: immutables and linked libraries may hold anything,
 * and so may the address a library checks to protect itself from calls
 * (Solidity docs, Call Protection For Libraries). An exact match also shares
 * the metadata hash, which commits to the sources to the last blank; without
 * one, or with another one, the match is partial.
 */
import { bytesToHex, parseHex } from '../../chain/hex';
import { type Auxdata, endsCode, findAuxdata } from './auxdata';

export type CodeMatch = 'exact' | 'partial';

/** Compiled runtime bytecode; an `ArtifactRow` and a `CompiledContract` are such. */
export type RuntimeCode = {
  /** Hex, with or without 0x; `''` for interfaces, which match nothing. */
  runtimeBytecode: string;
  /** Immutables and library links, bytes; they differ on chain. */
  holes: readonly { start: number; length: number }[];
  /** Hex, with or without 0x; looked at where there is no runtime bytecode. */
  creationBytecode?: string;
};

type Prepared = {
  code: Uint8Array /** 1 where the chain may differ. */;
  open: Uint8Array;
  auxdata: readonly Auxdata[];
};

export type CodeIndex<T> = {
  /** The best match for `code` of the chain: an exact one where there is one, else the first partial one. */
  match(code: Uint8Array): { artifact: T; match: CodeMatch } | undefined;
};

/**
 * Prepares many contracts for matching, each only when code of the length of
 * its body is first asked for. A question costs the length of the code, and
 * about that again for every artifact whose body has the same length.
 */
export function createCodeIndex<T extends RuntimeCode>(artifacts: Iterable<T>): CodeIndex<T> {
  const byLength = new Map<number, Entry<T>[]>();
  const creations: T[] = [];
  for (const artifact of artifacts) {
    if (/^(0x)?$/.test(artifact.runtimeBytecode) && artifact.creationBytecode) creations.push(artifact);
    const length = compiledBodyLength(artifact);
    const bucket = byLength.get(length);
    if (bucket === undefined) byLength.set(length, [{ artifact }]);
    else bucket.push({ artifact });
  }
  return {
    match(code) {
      const auxdata = findAuxdata(code);
      let partial: T | undefined;
      for (const entry of byLength.get(bodyLength(code, auxdata)) ?? []) {
        entry.prepared ??= { code: prepare(entry.artifact) };
        const match = entry.prepared.code && compare(entry.prepared.code, code, auxdata);
        if (match === 'exact') return { artifact: entry.artifact, match };
        if (match === 'partial') partial ??= entry.artifact;
      }
      if (partial === undefined && creations.length > 0 && code.length >= SHORTEST_RETURNED) {
        const digits = bytesToHex(code).slice(2);
        partial = creations.find(({ creationBytecode = '' }) => isReturnedBy(creationBytecode, digits));
      }
      return partial && { artifact: partial, match: 'partial' };
    },
  };
}

/** Shorter code may be part of any contract, bytes. */
const SHORTEST_RETURNED = 64;
/** Instructions behind the code that return it, as Vyper puts them, bytes. */
const MAX_RETURNING = 64;
const RETURN = 'f3';

/**
 * Whether creation bytecode returns the code of these hex digits, going by
 * where it lies: last, as solc puts it, or before the instructions that return
 * it. Code of a contract that a factory creates lies before the factory's own
 * metadata.
 */
function isReturnedBy(creationBytecode: string, digits: string): boolean {
  const creation = creationBytecode.toLowerCase();
  const at = creation.lastIndexOf(digits);
  const behind = creation.slice(at + digits.length);
  return at > 0 && (behind === '' || (behind.length <= 2 * MAX_RETURNING && behind.endsWith(RETURN)));
}

type Entry<T> = { artifact: T; prepared?: { code: Prepared | undefined } };

/** Length of the body without reading the whole of it: the closing auxdata is in the last bytes. */
function compiledBodyLength({ runtimeBytecode }: RuntimeCode): number {
  const digits = runtimeBytecode.length - (runtimeBytecode.startsWith('0x') ? 2 : 0);
  const tailDigits = Math.min(digits - (digits % 2), 2 * MAX_AUXDATA);
  const tail = parseHex(runtimeBytecode.slice(runtimeBytecode.length - tailDigits));
  return tail === undefined ? -1 : digits / 2 - tail.length + bodyLength(tail, findAuxdata(tail));
}

/** Bytes that hold any closing auxdata in use, and the INVALID before it. */
const MAX_AUXDATA = 512;

function prepare(compiled: RuntimeCode): Prepared | undefined {
  const code = parseHex(compiled.runtimeBytecode);
  if (code === undefined || code.length === 0) return undefined;
  const open = new Uint8Array(code.length);
  for (const { start, length } of compiled.holes) open.fill(1, start, start + length);
  if (isProtectedLibrary(code)) open.fill(1, 1, 21);
  return { code, open, auxdata: findAuxdata(code) };
}

/** A library starts with PUSH20 of its address, zeros as compiled, ADDRESS, EQ. */
function isProtectedLibrary(code: Uint8Array): boolean {
  return code[0] === 0x73 && code[21] === 0x30 && code[22] === 0x14 && code.subarray(1, 21).every((byte) => byte === 0);
}

function compare(compiled: Prepared, code: Uint8Array, auxdata: readonly Auxdata[]): CodeMatch | undefined {
  const length = bodyLength(compiled.code, compiled.auxdata);
  if (bodyLength(code, auxdata) !== length) return undefined;
  let partial = false;
  let next = 0;
  for (let at = 0; at < length; at++) {
    while (next < compiled.auxdata.length && compiled.auxdata[next].end <= at) next++;
    if (code[at] === compiled.code[at] || compiled.open[at] === 1) continue;
    if (next === compiled.auxdata.length || at < compiled.auxdata[next].start) return undefined;
    partial = true;
  }
  const tail = compiled.code.subarray(length);
  const same = tail.length === code.length - length && tail.every((byte, at) => byte === code[length + at]);
  const own = compiled.auxdata.at(-1);
  const exact = same && !partial && endsCode(own, compiled.code) && own.hasMetadataHash;
  return exact ? 'exact' : 'partial';
}

/** Bytes before the closing auxdata and the INVALID that solc puts before it. */
function bodyLength(code: Uint8Array, auxdata: readonly Auxdata[]): number {
  const last = auxdata.at(-1);
  if (!endsCode(last, code)) return code.length;
  return code[last.start - 1] === 0xfe ? last.start - 1 : last.start;
}
