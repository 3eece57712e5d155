/**
 * What deployed code says of its compiler without any source: the map that
 * closes it, and the newest opcode it uses.
 */

import { bytesToHex } from '../../chain/hex';
import * as Op from '../../evm/rules/opcode-bytes';
import { closingVyperAuxdata, endsCode, findAuxdata } from '../matching/auxdata';
import { compareVersions } from './pragma';

export type CodeFacts = {
  /** Bytes. */
  length: number;
  language: 'Solidity' | 'Vyper' | undefined;
  /** `0.8.30`; absent before solc 0.5.9, which left it out. */
  compilerVersion?: string;
  /** Where the metadata lies: `ipfs`, `bzzr1` or `bzzr0`, and the hash as hex without 0x. */
  metadata?: { kind: string; hash: string };
  /** The oldest EVM version that has every opcode the code uses; undefined where any has. */
  evmVersion: string | undefined;
  /** Whether it uses PUSH0, which compilers from 0.8.20 on do unless told to stay at paris. */
  usesPush0: boolean;
};

/** Opcodes that came with an EVM version, newest version first. */
const NEWCOMERS: readonly (readonly [version: string, opcodes: readonly number[]])[] = [
  ['osaka', [0x1e]], // CLZ
  ['cancun', [0x49, 0x4a, 0x5c, 0x5d, 0x5e]], // BLOBHASH, BLOBBASEFEE, TLOAD, TSTORE, MCOPY
  ['shanghai', [0x5f]], // PUSH0
  ['london', [0x48]], // BASEFEE
  ['istanbul', [0x46, 0x47]], // CHAINID, SELFBALANCE
  ['constantinople', [0x1b, 0x1c, 0x1d, 0x3f, 0xf5]], // SHL, SHR, SAR, EXTCODEHASH, CREATE2
  ['byzantium', [0x3d, 0x3e, 0xfa]], // RETURNDATASIZE, RETURNDATACOPY, STATICCALL
];

/** Tells whether the compiler that the code names would have used PUSH0, had it not been told to stay at paris or before. */
export function staysAtParis({
  compilerVersion,
  usesPush0,
}: Pick<CodeFacts, 'compilerVersion' | 'usesPush0'>): boolean {
  return !usesPush0 && compilerVersion !== undefined && compareVersions(compilerVersion, '0.8.20') >= 0;
}

/** Says which EVM versions the code was made for: `cancun or later`, `constantinople to paris`; undefined where any EVM version has the opcodes of the code. */
export function evmVersionText(
  facts: Pick<CodeFacts, 'compilerVersion' | 'usesPush0' | 'evmVersion'>,
): string | undefined {
  const { evmVersion } = facts;
  if (staysAtParis(facts)) return evmVersion === undefined ? 'paris or older' : `${evmVersion} to paris`;
  return evmVersion && `${evmVersion} or later`;
}

/**
 * Returns `metadata` of the settings that puts such a hash at the end of the code, or none, where that is not the
 * compiler's default (Solidity docs, changelog of 0.6.0 for the hash and of 0.8.18 for code without it); undefined where it is.
 */
export function metadataSetting({
  language,
  compilerVersion,
  metadata,
  usesPush0,
}: Pick<CodeFacts, 'language' | 'compilerVersion' | 'metadata' | 'usesPush0'>): Record<string, unknown> | undefined {
  // Code without any map names no compiler, and only those from 0.8.20 on use PUSH0.
  if (language === undefined) return usesPush0 ? { appendCBOR: false } : undefined;
  if (compilerVersion === undefined || compareVersions(compilerVersion, '0.6.0') < 0) return undefined;
  if (metadata === undefined) return { bytecodeHash: 'none' };
  return metadata.kind === 'bzzr1' ? { bytecodeHash: 'bzzr1' } : undefined;
}

/** Reads runtime code. Linear. */
export function readCodeFacts(code: Uint8Array): CodeFacts {
  const closing = findAuxdata(code).at(-1);
  const map = endsCode(closing, code) ? entriesOf(code, closing.start) : undefined;
  const isVyper = map?.has('vyper') === true || closingVyperAuxdata(code) !== undefined;
  const used = usedOpcodes(code, endsCode(closing, code) ? closing.start : code.length);
  const hash = ['ipfs', 'bzzr1', 'bzzr0'].find((kind) => map?.has(kind));
  const version = versionOf(map?.get('solc'));
  return {
    length: code.length,
    language: isVyper ? 'Vyper' : map === undefined ? undefined : 'Solidity',
    ...(version === undefined ? {} : { compilerVersion: version }),
    ...(hash === undefined ? {} : { metadata: { kind: hash, hash: bytesToHex(map?.get(hash) ?? NOTHING).slice(2) } }),
    evmVersion: NEWCOMERS.find(([, opcodes]) => opcodes.some((opcode) => used.has(opcode)))?.[0],
    usesPush0: used.has(0x5f),
  };
}

const NOTHING = new Uint8Array(0);

/** Three bytes for a release, text for a build between releases (Solidity docs, Encoding of the Metadata Hash). */
function versionOf(value: Uint8Array | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value.length === 3) return [...value].join('.');
  const text = String.fromCharCode(...value.subarray(0, 100));
  return /^\d+\.\d+\.\d+[\w.+-]*$/.test(text) ? text : undefined;
}

/** Keys and byte or text values of the map at `start`, which `findAuxdata` has found well-formed. */
function entriesOf(code: Uint8Array, start: number): Map<string, Uint8Array> {
  const entries = new Map<string, Uint8Array>();
  let at = start + 1;
  for (let left = code[start] - 0xa0; left > 0; left--) {
    const keyLength = code[at] - 0x60;
    const key = String.fromCharCode(...code.subarray(at + 1, at + 1 + keyLength));
    at += 1 + keyLength;
    const major = code[at] >> 5;
    const low = code[at] & 0x1f;
    const head = low < 24 ? 1 : low === 24 ? 2 : 3;
    const length = low < 24 ? low : low === 24 ? code[at + 1] : code[at + 1] * 256 + code[at + 2];
    if (major !== 2 && major !== 3) {
      entries.set(key, NOTHING);
      // The version of Vyper is an array, and closes the map.
      if (major !== 7) break;
      at++;
      continue;
    }
    entries.set(key, code.subarray(at + head, at + head + length));
    at += head + length;
  }
  return entries;
}

/** Opcodes in the order of the code up to the first INVALID, behind which data may lie. */
function usedOpcodes(code: Uint8Array, end: number): ReadonlySet<number> {
  const used = new Set<number>();
  for (let pc = 0; pc < end; pc += 1 + Op.pushDataLength(code[pc])) {
    if (code[pc] === Op.INVALID && used.size > MIN_DISPATCH) break;
    used.add(code[pc]);
  }
  return used;
}

/** Old compilers end a require with INVALID; fewer kinds of opcodes than this are no whole contract. */
const MIN_DISPATCH = 20;
