import { afterEach, expect, test } from 'vitest';
import type { Address, Hash, NetworkId, Selector } from '../../../src/core/chain/primitives';
import { askAllPages } from '../../../src/net/providers/ask-providers';
import { signatureService } from '../../../src/net/providers/signature-service';
import { sourcifyContracts } from '../../../src/net/providers/sourcify';
import { type JsonServer, startJsonServer } from '../../helpers/json-server';

let server: JsonServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const MAINNET = 1 as NetworkId;
const TOKEN = '0x0123456789012345678901234567890123456789' as Address;
const TRANSFER = '0xa9059cbb' as Selector;
const TRANSFER_EVENT = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef' as Hash;

async function sourcify(body: unknown, status = 200) {
  server = await startJsonServer(() => ({ status, body }));
  return askSourcify(`${server.url}/server/`);
}

const { signal } = new AbortController();

function askSourcify(baseUrl: string) {
  return sourcifyContracts(baseUrl).ask({ networkId: MAINNET, address: TOKEN }, undefined, signal);
}

/** The rows of all pages. */
async function signatures(baseUrl: string, selectors: readonly Selector[], topics: readonly Hash[]) {
  const options = { consent: { signatures: true }, signal };
  const answer = await askAllPages([signatureService(baseUrl)], { selectors, topics }, options);
  return answer.ok && answer.value.rows;
}

const VERIFIED = {
  match: 'exact_match',
  creationMatch: null,
  chainId: '1',
  address: TOKEN,
  abi: [{ type: 'function', name: 'name', inputs: [], outputs: [{ type: 'string' }], stateMutability: 'view' }],
  compilation: { name: 'Token', compilerVersion: 'v0.8.12+commit.f00d7308' },
};

test('a verified contract comes with its ABI, name, compiler and match', async () => {
  const result = await sourcify(VERIFIED);
  expect(server?.seen).toEqual([`/server/v2/contract/1/${TOKEN}?fields=abi,compilation`]);
  expect(result).toMatchObject({
    ok: true,
    value: {
      rows: [
        {
          address: TOKEN,
          name: { text: 'Token', origin: 'sourcify' },
          abi: [{ type: 'function', name: 'name' }],
          abiOrigin: 'sourcify',
          compilerVersion: '0.8.12+commit.f00d7308',
          match: 'exact',
        },
      ],
    },
  });
});

test('404 is not verified; a page, an error, or another contract is not known', async () => {
  expect(await sourcify({ match: null, chainId: '1', address: TOKEN }, 404)).toEqual({
    ok: true,
    value: { rows: [] },
  });
  await server?.stop();
  expect(await sourcify('<html>', 404)).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  await server?.stop();
  expect(await sourcify('{"match":', 200)).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  await server?.stop();
  expect(await sourcify({ message: 'slow down' }, 429)).toMatchObject({
    ok: false,
    error: { code: 'rateLimited', retryAt: expect.any(Number) },
  });
  await server?.stop();
  expect(await sourcify({ ...VERIFIED, chainId: '2' })).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  const url = server?.url ?? '';
  await server?.stop();
  expect(await askSourcify(url)).toMatchObject({
    ok: false,
    error: { code: 'endpointDown', message: 'Sourcify cannot be reached. Try again later.' },
  });
});

test('signatures are believed when their hash is right, those of verified contracts first', async () => {
  server = await startJsonServer(() => ({
    body: {
      ok: true,
      result: {
        function: {
          [TRANSFER]: [
            { name: 'many_msg_babbage(bytes1)', filtered: false, hasVerifiedContract: false },
            { name: 'steal(address)', filtered: false, hasVerifiedContract: true },
            { name: 'transfer(address,uint256)', filtered: false, hasVerifiedContract: true },
          ],
          '0x00000000': null,
        },
        event: { [TRANSFER_EVENT]: [{ name: 'Transfer(address,address,uint256)' }] },
      },
    },
  }));
  const short = '0xa9' as Selector;
  const nothing = '0x00000000' as Selector;
  const result = await signatures(server.url, [TRANSFER, short, TRANSFER, nothing], [TRANSFER_EVENT]);
  expect(server.seen).toEqual([
    `/signature-database/v1/lookup?function=${TRANSFER},0x00000000&event=${TRANSFER_EVENT}&filter=true`,
  ]);
  expect(result).toEqual([
    { selector: TRANSFER, signature: 'transfer(address,uint256)', origin: 'signatureService' },
    { selector: TRANSFER, signature: 'many_msg_babbage(bytes1)', origin: 'signatureService' },
    { selector: TRANSFER_EVENT, signature: 'Transfer(address,address,uint256)', origin: 'signatureService' },
  ]);
});

test('many hashes go in several requests, none of them long; nothing asked sends nothing', async () => {
  server = await startJsonServer(() => ({ body: { ok: true, result: { function: {}, event: {} } } }));
  const many = Array.from({ length: 1000 }, (_, index) => `0x${index.toString(16).padStart(8, '0')}` as Selector);
  expect(await signatures(server.url, many, [])).toEqual([]);
  const asked = server.seen.flatMap((path) => path.match(/0x[0-9a-f]{8}/g) ?? []);
  expect(asked).toEqual(many);
  expect(Math.max(...server.seen.map((path) => path.length))).toBeLessThan(4_200);
  expect(await signatures(server.url, [], ['0x12' as Hash])).toEqual([]);
  expect(server.seen.length).toBe(3);
});
