/**
 * 0x09: BLAKE2b's compression function F (RFC 7693, EIP-152).
 *
 * 64-bit words are pairs of 32-bit halves, low half first: a transaction may
 * ask for millions of rounds, which would take minutes in big integers.
 */
import { charge, type Precompile } from './result';

const IV = new Uint32Array([
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a, 0xade682d1,
  0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
]);
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
].map((row) => Uint8Array.from(row));

const v = new Int32Array(32); // the sixteen working words
const m = new Int32Array(32); // the message

/** One gas a round; input of 213 bytes: rounds, state, message, two offsets, the final flag. */
export const blake2f: Precompile = (input, gas) => {
  if (input.length !== 213) return { ok: false, error: 'invalid input length' };
  const view = new DataView(input.buffer, input.byteOffset, input.length);
  const rounds = view.getUint32(0);
  if (input[212] > 1) return { ok: false, error: 'invalid final flag' };
  return charge(rounds, gas, () => {
    const h = new Uint32Array(16);
    for (let i = 0; i < 16; i++) h[i] = view.getUint32(4 + 4 * i, true);
    for (let i = 0; i < 32; i++) m[i] = view.getUint32(68 + 4 * i, true);
    v.set(h);
    v.set(IV, 16);
    for (let i = 0; i < 4; i++) v[24 + i] ^= view.getUint32(196 + 4 * i, true);
    if (input[212] === 1) {
      v[28] ^= 0xffffffff;
      v[29] ^= 0xffffffff;
    }
    for (let round = 0; round < rounds; round++) {
      const s = SIGMA[round % 10];
      mix(0, 8, 16, 24, s[0] << 1, s[1] << 1);
      mix(2, 10, 18, 26, s[2] << 1, s[3] << 1);
      mix(4, 12, 20, 28, s[4] << 1, s[5] << 1);
      mix(6, 14, 22, 30, s[6] << 1, s[7] << 1);
      mix(0, 10, 20, 30, s[8] << 1, s[9] << 1);
      mix(2, 12, 22, 24, s[10] << 1, s[11] << 1);
      mix(4, 14, 16, 26, s[12] << 1, s[13] << 1);
      mix(6, 8, 18, 28, s[14] << 1, s[15] << 1);
    }
    const output = new Uint8Array(64);
    const out = new DataView(output.buffer);
    for (let i = 0; i < 16; i++) out.setUint32(4 * i, h[i] ^ v[i] ^ v[i + 16], true);
    return output;
  });
};

/** What carries out of the sum a + b of two halves. */
function carry(a: number, b: number, sum: number): number {
  return ((a & b) | ((a | b) & ~sum)) >>> 31;
}

/** RFC 7693's G on the words whose low halves are v[a], v[b], v[c], v[d], with the message words at m[x] and m[y]. */
function mix(a: number, b: number, c: number, d: number, x: number, y: number): void {
  let bl = v[b];
  let bh = v[b + 1];
  let cl = v[c];
  let ch = v[c + 1];
  // a += b + x; d = (d ^ a) >>> 32
  let sum = (v[a] + bl) | 0;
  let al = (sum + m[x]) | 0;
  let ah = (v[a + 1] + bh + m[x + 1] + carry(v[a], bl, sum) + carry(sum, m[x], al)) | 0;
  let dl = v[d + 1] ^ ah;
  let dh = v[d] ^ al;
  // c += d; b = (b ^ c) >>> 24
  sum = (cl + dl) | 0;
  ch = (ch + dh + carry(cl, dl, sum)) | 0;
  cl = sum;
  let low = bl ^ cl;
  let high = bh ^ ch;
  bl = (low >>> 24) | (high << 8);
  bh = (high >>> 24) | (low << 8);
  // a += b + y; d = (d ^ a) >>> 16
  sum = (al + bl) | 0;
  const last = (sum + m[y]) | 0;
  ah = (ah + bh + m[y + 1] + carry(al, bl, sum) + carry(sum, m[y], last)) | 0;
  al = last;
  low = dl ^ al;
  high = dh ^ ah;
  dl = (low >>> 16) | (high << 16);
  dh = (high >>> 16) | (low << 16);
  // c += d; b = (b ^ c) >>> 63
  sum = (cl + dl) | 0;
  ch = (ch + dh + carry(cl, dl, sum)) | 0;
  low = bl ^ sum;
  high = bh ^ ch;
  v[a] = al;
  v[a + 1] = ah;
  v[b] = (low << 1) | (high >>> 31);
  v[b + 1] = (high << 1) | (low >>> 31);
  v[c] = sum;
  v[c + 1] = ch;
  v[d] = dl;
  v[d + 1] = dh;
}
