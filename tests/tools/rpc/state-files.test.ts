/** State files: what Anvil dumps is loaded here, and the other way round. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it as test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../../src/core/chain/hex';
import type { Hex } from '../../../src/core/chain/primitives';
import { GZIP } from '../../../src/workers/virtual/gzip-packing';
import { type Anvil, startAnvil } from '../../../tools/anvil';
import { type Served, serveEmpty } from './served';

const HOLDER = `0x${'5e'.repeat(20)}`;
const SLOT = `0x${'7'.padStart(64, '0')}`;
const VALUE = `0x${'ab'.repeat(32)}`;
const QUESTIONS: readonly (readonly [string, ...unknown[]])[] = [
  ['eth_getBalance', HOLDER, 'latest'],
  ['eth_getTransactionCount', HOLDER, 'latest'],
  ['eth_getCode', HOLDER, 'latest'],
  ['eth_getStorageAt', HOLDER, SLOT, 'latest'],
];
const VALUES = ['0x7b', '0x9', '0x5f5ffd', VALUE];
type Ask = (method: string, ...params: unknown[]) => Promise<unknown>;

let anvil: Anvil;
let served: Served;
let theirs: Ask;
let ours: Ask;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337, stepsTracing: false });
  served = await serveEmpty(31337);
  served.node.packing = GZIP;
  theirs = (method, ...params) => anvil.call(method, params);
  ours = (method, ...params) => served.call(method, ...params);
});
afterAll(async () => {
  await served?.server.close();
  await anvil?.stop();
});

async function fill(ask: Ask): Promise<void> {
  await ask('anvil_setBalance', HOLDER, '0x7b');
  await ask('anvil_setNonce', HOLDER, '0x9');
  await ask('anvil_setCode', HOLDER, '0x5f5ffd');
  await ask('anvil_setStorageAt', HOLDER, SLOT, VALUE);
}

async function clear(ask: Ask): Promise<void> {
  await ask('anvil_setBalance', HOLDER, '0x0');
  await ask('anvil_setNonce', HOLDER, '0x0');
  await ask('anvil_setCode', HOLDER, '0x');
  await ask('anvil_setStorageAt', HOLDER, SLOT, `0x${'0'.repeat(64)}`);
}

const answers = async (ask: Ask) => {
  const said: unknown[] = [];
  for (const question of QUESTIONS) said.push(await ask(...question));
  return said;
};

test('what Anvil dumps is loaded, packed and not, and can be gone back to', async () => {
  await fill(theirs);
  const dumped = String(await theirs('anvil_dumpState')) as Hex;
  const before = await answers(ours);
  const snapshot = await ours('evm_snapshot');
  expect(await ours('anvil_loadState', dumped)).toBe(true);
  expect(await answers(ours)).toEqual(VALUES);
  expect(await ours('evm_revert', snapshot)).toBe(true);
  expect(await answers(ours)).toEqual(before);
  const plain = bytesToHex(new Uint8Array(gunzipSync(hexToBytes(dumped))));
  expect(await ours('anvil_loadState', plain)).toBe(true);
  expect(await answers(ours)).toEqual(VALUES);
});

test('Anvil loads what is dumped here', async () => {
  await clear(theirs);
  await fill(ours);
  expect(await theirs('anvil_loadState', await ours('anvil_dumpState'))).toBe(true);
  expect(await answers(theirs)).toEqual(VALUES);
});

test.each([
  ['no hex', 'state'],
  ['no JSON', bytesToHex(new TextEncoder().encode('{'))],
  ['no accounts', bytesToHex(new TextEncoder().encode('{"accounts": 3}'))],
  ['a wrong account', bytesToHex(new TextEncoder().encode('{"accounts": {"0x12": {"balance": "0x1"}}}'))],
  ['damaged gzip', bytesToHex(new Uint8Array(gzipSync('{}')).slice(0, 12))],
])('%s is refused, and nothing is changed', async (_, file) => {
  const before = await answers(ours);
  await expect(ours('anvil_loadState', file)).rejects.toThrow();
  expect(await answers(ours)).toEqual(before);
});

test('a file with the text that Anvil answers is loaded, with quotes and without', async () => {
  await fill(theirs);
  const dumped = String(await theirs('anvil_dumpState'));
  for (const text of [dumped, `${JSON.stringify(dumped)}\n`]) {
    await clear(ours);
    expect(await ours('anvil_loadState', bytesToHex(new TextEncoder().encode(text)))).toBe(true);
    expect(await answers(ours)).toEqual(VALUES);
  }
});
