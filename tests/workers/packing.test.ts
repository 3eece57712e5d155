import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packText, unpackText, unpackWithin } from '../../src/workers/packing';

test('a text comes back, and what it is packed as is gzip over UTF-8', async () => {
  const text = 'pragma solidity ^0.8.0; // “ö” 🜚'.repeat(1_000);
  const packed = await packText(text);
  expect(packed.byteLength).toBeLessThan(text.length / 10);
  expect(gunzipSync(Buffer.from(packed)).toString('utf8')).toBe(text);
  expect(await unpackText(packed)).toBe(text);
});

test('bytes within the limit are unpacked, more are not', async () => {
  const packed = new Uint8Array(gzipSync(new Uint8Array(100_000)));
  expect(await unpackWithin(100_000, packed, 'gzip')).toEqual(new Uint8Array(100_000));
  expect(await unpackWithin(99_999, packed, 'gzip')).toBeUndefined();
});

test('what is damaged, cut or of another format is refused', async () => {
  const packed = new Uint8Array(gzipSync('text'));
  await expect(unpackText(packed.subarray(0, packed.length - 2))).rejects.toThrow();
  await expect(unpackText(new TextEncoder().encode('no gzip'))).rejects.toThrow();
  await expect(unpackWithin(10, packed, 'deflate-raw')).rejects.toThrow();
});
