/**
 * The CBOR map that compilers append to runtime bytecode (Solidity docs,
 * Contract Metadata, Encoding of the Metadata Hash in the Bytecode): which
 * compiler it was and where the metadata lies. A factory carries the maps of
 * the contracts it creates as well.
 *
 *     … fe a2 64 'ipfs' 58 22 <34 bytes> 64 'solc' 43 <version> 00 33
 *          └───────────────── map ──────────────────────────┘ └ its length
 */

/** Bytes [start, end) of a map with the two bytes of length behind it. */
export type Auxdata = {
  start: number;
  end: number;
  /** Whether it commits to the metadata, and so to the sources. */
  hasMetadataHash: boolean;
};

const KEYS = ['ipfs', 'bzzr0', 'bzzr1', 'solc', 'experimental', 'vyper'];
const METADATA_HASHES = ['ipfs', 'bzzr0', 'bzzr1'];
const MAX_MAP_ENTRIES = 8;

/** Finds every map in `code` whose keys compilers use, in order. Linear. */
export function findAuxdata(code: Uint8Array): readonly Auxdata[] {
  const found: Auxdata[] = [];
  let at = 0;
  while (at < code.length - 6) {
    const auxdata = auxdataAt(code, at);
    if (auxdata !== undefined) found.push(auxdata);
    at = auxdata === undefined ? at + 1 : auxdata.end;
  }
  return found;
}

/** Returns whether `auxdata` is at the end of the code, as that of the contract itself is. */
export function endsCode(auxdata: Auxdata | undefined, code: Uint8Array): auxdata is Auxdata {
  return auxdata !== undefined && auxdata.end === code.length;
}

/**
 * Returns the auxdata of Vyper versions that append more or less than a map
 * with its length. Up to 0.3.4 that is a map without a length. From 0.3.10 on,
 * creation code ends with an array: a hash of the sources (from 0.4.1 on), the
 * sizes of code, data sections and immutables, and the map. Undefined when
 * `code` does not end so.
 */
export function closingVyperAuxdata(code: Uint8Array): (Auxdata & { immutableBytes?: number }) | undefined {
  const old = code.length - VYPER_MAP.length - 3;
  if (old >= 0 && VYPER_MAP.every((byte, index) => code[old + index] === byte)) {
    return { start: old, end: code.length, hasMetadataHash: false };
  }
  const start = code.length - (code[code.length - 2] * 256 + code[code.length - 1]);
  if (!(start >= 0) || code[start] >> 5 !== 4) return undefined;
  const items = code[start] & 0x1f;
  let at = start + 1;
  let immutableBytes: number | undefined;
  for (let item = 0; item < items - 1; item++) {
    if (item === items - 2) immutableBytes = integerAt(code, at);
    at = endOfItem(code, at);
    if (at === -1) return undefined;
  }
  const map = VYPER_MAP.every((byte, index) => code[at + index] === byte);
  return map && immutableBytes !== undefined
    ? { start, end: code.length, hasMetadataHash: false, immutableBytes }
    : undefined;
}

/** `{ vyper: [` */
const VYPER_MAP = [0xa1, 0x65, 0x76, 0x79, 0x70, 0x65, 0x72, 0x83];

function integerAt(code: Uint8Array, at: number): number | undefined {
  const head = code[at];
  if (head < 24) return head;
  if (head === 24) return code[at + 1];
  return head === 25 ? code[at + 1] * 256 + code[at + 2] : undefined;
}

/** A CBOR map of 1 to 8 entries (RFC 8949, major type 5). */
function isMapHead(byte: number): boolean {
  return byte > 0xa0 && byte <= 0xa0 + MAX_MAP_ENTRIES;
}

/** Returns the map that starts at `start`, undefined when there is none that compilers write. */
export function auxdataAt(code: Uint8Array, start: number): Auxdata | undefined {
  if (!isMapHead(code[start])) return undefined;
  let at = start + 1;
  let hasMetadataHash = false;
  for (let left = code[start] - 0xa0; left > 0; left--) {
    const key = textAt(code, at);
    if (key === undefined || !KEYS.includes(key)) return undefined;
    hasMetadataHash ||= METADATA_HASHES.includes(key);
    at = endOfItem(code, at + 1 + key.length);
    if (at === -1) return undefined;
  }
  const end = at + 2;
  if (end > code.length) return undefined;
  // Vyper counts the two bytes of the length as well, from 0.3.10 on.
  const length = code[at] * 256 + code[at + 1];
  return length === at - start || length === at - start + 2 ? { start, end, hasMetadataHash } : undefined;
}

/** A short text string at `at`, or undefined. */
function textAt(code: Uint8Array, at: number): string | undefined {
  const length = code[at] - 0x60;
  if (!(length > 0 && length < 24) || at + 1 + length > code.length) return undefined;
  return String.fromCharCode(...code.subarray(at + 1, at + 1 + length));
}

/** Where the CBOR item at `at` ends: strings, small integers, arrays of them, booleans. -1 for anything else. */
function endOfItem(code: Uint8Array, at: number): number {
  const head = code[at];
  if (head === undefined) return -1;
  const major = head >> 5;
  const low = head & 0x1f;
  if (major === 7) return at + 1;
  const wide = low === 24 ? 1 : low === 25 ? 2 : 0;
  if (low > 25 || at + wide >= code.length) return -1;
  const value = wide === 0 ? low : wide === 1 ? code[at + 1] : code[at + 1] * 256 + code[at + 2];
  const next = at + 1 + wide;
  if (major === 0 || major === 1) return next;
  if (major === 2 || major === 3) return next + value <= code.length ? next + value : -1;
  if (major !== 4 || value > MAX_MAP_ENTRIES) return -1;
  let end = next;
  for (let left = value; left > 0 && end !== -1; left--) end = code[end] >> 5 === 4 ? -1 : endOfItem(code, end);
  return end;
}
