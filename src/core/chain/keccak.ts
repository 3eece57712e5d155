/**
 * keccak256 without allocating: contracts hash the keys of their mappings all
 * the time. Lanes of 64 bits are two halves of 32; a round is written out, so
 * that its 25 lanes stay in registers.
 * Keccak-f[1600] with the padding of Ethereum (0x01, not SHA-3's 0x06).
 */
import { bytesToHash, hexToBytes } from './hex';
import type { Hash, Hex } from './primitives';

/** Bytes taken in between two permutations. */
const RATE = 136;
/** Lanes in the order x + 5y, low half first. */
const s = new Int32Array(50);
const block = new Uint8Array(RATE);

// biome-ignore format: constants of the rounds, low half first
const ROUND = Int32Array.of(
  0x00000001, 0x00000000,
  0x00008082, 0x00000000,
  0x0000808a, 0x80000000,
  0x80008000, 0x80000000,
  0x0000808b, 0x00000000,
  0x80000001, 0x00000000,
  0x80008081, 0x80000000,
  0x00008009, 0x80000000,
  0x0000008a, 0x00000000,
  0x00000088, 0x00000000,
  0x80008009, 0x00000000,
  0x8000000a, 0x00000000,
  0x8000808b, 0x00000000,
  0x0000008b, 0x80000000,
  0x00008089, 0x80000000,
  0x00008003, 0x80000000,
  0x00008002, 0x80000000,
  0x00000080, 0x80000000,
  0x0000800a, 0x00000000,
  0x8000000a, 0x80000000,
  0x80008081, 0x80000000,
  0x00008080, 0x80000000,
  0x80000001, 0x00000000,
  0x80008008, 0x80000000,
);

/** Returns keccak256 of bytes, 32 bytes. */
export function keccak(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const halves = hashRange(bytes, 0, bytes.length);
  const hash = new Uint8Array(32);
  for (let index = 0; index < 32; index++) hash[index] = halves[index >> 2] >>> (8 * (index & 3));
  return hash;
}

/** Returns keccak256 of bytes, or of those that are written as hex. */
export function keccakHex(bytes: Uint8Array | Hex): Hash {
  return bytesToHash(keccak(typeof bytes === 'string' ? hexToBytes(bytes) : bytes));
}

/**
 * Returns keccak256 of bytes[start, start + length) as the first eight halves, each four bytes of the hash with the first
 * one lowest. They stand until the next hash.
 */
export function hashRange(bytes: Uint8Array, start: number, length: number): Int32Array {
  s.fill(0);
  let at = start;
  const end = start + length;
  for (; at + RATE <= end; at += RATE) {
    absorb(bytes, at);
    permute();
  }
  block.fill(0);
  for (let i = at; i < end; i++) block[i - at] = bytes[i];
  block[end - at] ^= 0x01;
  block[RATE - 1] ^= 0x80;
  absorb(block, 0);
  permute();
  return s;
}

function absorb(bytes: Uint8Array, start: number): void {
  for (let i = 0; i < RATE / 4; i++) {
    const at = start + 4 * i;
    s[i] ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
  }
}

function permute(): void {
  for (let round = 0; round < 24; round++) {
    const c0 = s[0] ^ s[10] ^ s[20] ^ s[30] ^ s[40];
    const d0 = s[1] ^ s[11] ^ s[21] ^ s[31] ^ s[41];
    const c1 = s[2] ^ s[12] ^ s[22] ^ s[32] ^ s[42];
    const d1 = s[3] ^ s[13] ^ s[23] ^ s[33] ^ s[43];
    const c2 = s[4] ^ s[14] ^ s[24] ^ s[34] ^ s[44];
    const d2 = s[5] ^ s[15] ^ s[25] ^ s[35] ^ s[45];
    const c3 = s[6] ^ s[16] ^ s[26] ^ s[36] ^ s[46];
    const d3 = s[7] ^ s[17] ^ s[27] ^ s[37] ^ s[47];
    const c4 = s[8] ^ s[18] ^ s[28] ^ s[38] ^ s[48];
    const d4 = s[9] ^ s[19] ^ s[29] ^ s[39] ^ s[49];
    // theta
    const t0 = c4 ^ ((c1 << 1) | (d1 >>> 31));
    const u0 = d4 ^ ((d1 << 1) | (c1 >>> 31));
    const t1 = c0 ^ ((c2 << 1) | (d2 >>> 31));
    const u1 = d0 ^ ((d2 << 1) | (c2 >>> 31));
    const t2 = c1 ^ ((c3 << 1) | (d3 >>> 31));
    const u2 = d1 ^ ((d3 << 1) | (c3 >>> 31));
    const t3 = c2 ^ ((c4 << 1) | (d4 >>> 31));
    const u3 = d2 ^ ((d4 << 1) | (c4 >>> 31));
    const t4 = c3 ^ ((c0 << 1) | (d0 >>> 31));
    const u4 = d3 ^ ((d0 << 1) | (c0 >>> 31));
    // rho and pi
    const a0 = s[0] ^ t0;
    const b0 = s[1] ^ u0;
    const l1 = s[12] ^ t1;
    const h1 = s[13] ^ u1;
    const a1 = (h1 << 12) | (l1 >>> 20);
    const b1 = (l1 << 12) | (h1 >>> 20);
    const l2 = s[24] ^ t2;
    const h2 = s[25] ^ u2;
    const a2 = (h2 << 11) | (l2 >>> 21);
    const b2 = (l2 << 11) | (h2 >>> 21);
    const l3 = s[36] ^ t3;
    const h3 = s[37] ^ u3;
    const a3 = (l3 << 21) | (h3 >>> 11);
    const b3 = (h3 << 21) | (l3 >>> 11);
    const l4 = s[48] ^ t4;
    const h4 = s[49] ^ u4;
    const a4 = (l4 << 14) | (h4 >>> 18);
    const b4 = (h4 << 14) | (l4 >>> 18);
    const l5 = s[6] ^ t3;
    const h5 = s[7] ^ u3;
    const a5 = (l5 << 28) | (h5 >>> 4);
    const b5 = (h5 << 28) | (l5 >>> 4);
    const l6 = s[18] ^ t4;
    const h6 = s[19] ^ u4;
    const a6 = (l6 << 20) | (h6 >>> 12);
    const b6 = (h6 << 20) | (l6 >>> 12);
    const l7 = s[20] ^ t0;
    const h7 = s[21] ^ u0;
    const a7 = (l7 << 3) | (h7 >>> 29);
    const b7 = (h7 << 3) | (l7 >>> 29);
    const l8 = s[32] ^ t1;
    const h8 = s[33] ^ u1;
    const a8 = (h8 << 13) | (l8 >>> 19);
    const b8 = (l8 << 13) | (h8 >>> 19);
    const l9 = s[44] ^ t2;
    const h9 = s[45] ^ u2;
    const a9 = (h9 << 29) | (l9 >>> 3);
    const b9 = (l9 << 29) | (h9 >>> 3);
    const l10 = s[2] ^ t1;
    const h10 = s[3] ^ u1;
    const a10 = (l10 << 1) | (h10 >>> 31);
    const b10 = (h10 << 1) | (l10 >>> 31);
    const l11 = s[14] ^ t2;
    const h11 = s[15] ^ u2;
    const a11 = (l11 << 6) | (h11 >>> 26);
    const b11 = (h11 << 6) | (l11 >>> 26);
    const l12 = s[26] ^ t3;
    const h12 = s[27] ^ u3;
    const a12 = (l12 << 25) | (h12 >>> 7);
    const b12 = (h12 << 25) | (l12 >>> 7);
    const l13 = s[38] ^ t4;
    const h13 = s[39] ^ u4;
    const a13 = (l13 << 8) | (h13 >>> 24);
    const b13 = (h13 << 8) | (l13 >>> 24);
    const l14 = s[40] ^ t0;
    const h14 = s[41] ^ u0;
    const a14 = (l14 << 18) | (h14 >>> 14);
    const b14 = (h14 << 18) | (l14 >>> 14);
    const l15 = s[8] ^ t4;
    const h15 = s[9] ^ u4;
    const a15 = (l15 << 27) | (h15 >>> 5);
    const b15 = (h15 << 27) | (l15 >>> 5);
    const l16 = s[10] ^ t0;
    const h16 = s[11] ^ u0;
    const a16 = (h16 << 4) | (l16 >>> 28);
    const b16 = (l16 << 4) | (h16 >>> 28);
    const l17 = s[22] ^ t1;
    const h17 = s[23] ^ u1;
    const a17 = (l17 << 10) | (h17 >>> 22);
    const b17 = (h17 << 10) | (l17 >>> 22);
    const l18 = s[34] ^ t2;
    const h18 = s[35] ^ u2;
    const a18 = (l18 << 15) | (h18 >>> 17);
    const b18 = (h18 << 15) | (l18 >>> 17);
    const l19 = s[46] ^ t3;
    const h19 = s[47] ^ u3;
    const a19 = (h19 << 24) | (l19 >>> 8);
    const b19 = (l19 << 24) | (h19 >>> 8);
    const l20 = s[4] ^ t2;
    const h20 = s[5] ^ u2;
    const a20 = (h20 << 30) | (l20 >>> 2);
    const b20 = (l20 << 30) | (h20 >>> 2);
    const l21 = s[16] ^ t3;
    const h21 = s[17] ^ u3;
    const a21 = (h21 << 23) | (l21 >>> 9);
    const b21 = (l21 << 23) | (h21 >>> 9);
    const l22 = s[28] ^ t4;
    const h22 = s[29] ^ u4;
    const a22 = (h22 << 7) | (l22 >>> 25);
    const b22 = (l22 << 7) | (h22 >>> 25);
    const l23 = s[30] ^ t0;
    const h23 = s[31] ^ u0;
    const a23 = (h23 << 9) | (l23 >>> 23);
    const b23 = (l23 << 9) | (h23 >>> 23);
    const l24 = s[42] ^ t1;
    const h24 = s[43] ^ u1;
    const a24 = (l24 << 2) | (h24 >>> 30);
    const b24 = (h24 << 2) | (l24 >>> 30);
    // chi, and iota in the first lane
    s[0] = a0 ^ (~a1 & a2) ^ ROUND[2 * round];
    s[1] = b0 ^ (~b1 & b2) ^ ROUND[2 * round + 1];
    s[2] = a1 ^ (~a2 & a3);
    s[3] = b1 ^ (~b2 & b3);
    s[4] = a2 ^ (~a3 & a4);
    s[5] = b2 ^ (~b3 & b4);
    s[6] = a3 ^ (~a4 & a0);
    s[7] = b3 ^ (~b4 & b0);
    s[8] = a4 ^ (~a0 & a1);
    s[9] = b4 ^ (~b0 & b1);
    s[10] = a5 ^ (~a6 & a7);
    s[11] = b5 ^ (~b6 & b7);
    s[12] = a6 ^ (~a7 & a8);
    s[13] = b6 ^ (~b7 & b8);
    s[14] = a7 ^ (~a8 & a9);
    s[15] = b7 ^ (~b8 & b9);
    s[16] = a8 ^ (~a9 & a5);
    s[17] = b8 ^ (~b9 & b5);
    s[18] = a9 ^ (~a5 & a6);
    s[19] = b9 ^ (~b5 & b6);
    s[20] = a10 ^ (~a11 & a12);
    s[21] = b10 ^ (~b11 & b12);
    s[22] = a11 ^ (~a12 & a13);
    s[23] = b11 ^ (~b12 & b13);
    s[24] = a12 ^ (~a13 & a14);
    s[25] = b12 ^ (~b13 & b14);
    s[26] = a13 ^ (~a14 & a10);
    s[27] = b13 ^ (~b14 & b10);
    s[28] = a14 ^ (~a10 & a11);
    s[29] = b14 ^ (~b10 & b11);
    s[30] = a15 ^ (~a16 & a17);
    s[31] = b15 ^ (~b16 & b17);
    s[32] = a16 ^ (~a17 & a18);
    s[33] = b16 ^ (~b17 & b18);
    s[34] = a17 ^ (~a18 & a19);
    s[35] = b17 ^ (~b18 & b19);
    s[36] = a18 ^ (~a19 & a15);
    s[37] = b18 ^ (~b19 & b15);
    s[38] = a19 ^ (~a15 & a16);
    s[39] = b19 ^ (~b15 & b16);
    s[40] = a20 ^ (~a21 & a22);
    s[41] = b20 ^ (~b21 & b22);
    s[42] = a21 ^ (~a22 & a23);
    s[43] = b21 ^ (~b22 & b23);
    s[44] = a22 ^ (~a23 & a24);
    s[45] = b22 ^ (~b23 & b24);
    s[46] = a23 ^ (~a24 & a20);
    s[47] = b23 ^ (~b24 & b20);
    s[48] = a24 ^ (~a20 & a21);
    s[49] = b24 ^ (~b20 & b21);
  }
}
