/** Files that NFTs name: asked for with consent only, bounded, and by the gateway of the configuration. */
import { afterEach, expect, test } from 'vitest';
import { askProviders } from '../../../src/net/providers/ask-providers';
import { type FileKind, fileHosts, placeOf } from '../../../src/net/providers/nft-hosts';
import { type JsonServer, startJsonServer } from '../../helpers/json-server';

let server: JsonServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const uri = { at: 'ipfs', path: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/a b%20c.json' } as const;

async function ask(
  answer: { status?: number; body: unknown },
  { nft = true, maxBytes = 1_000, kind = 'nft' as FileKind } = {},
) {
  server = await startJsonServer(() => answer);
  const provider = fileHosts({ ipfs: `${server.url}/`, arweave: server.url }, kind);
  return askProviders([provider], { uri, maxBytes }, { consent: { nft }, signal: new AbortController().signal });
}

test('a file comes from the gateway', async () => {
  const answer = await ask({ body: '{"a":1}' });
  expect(answer.ok && new TextDecoder().decode(answer.value.rows[0])).toBe('{"a":1}');
  expect(server?.seen).toEqual([`/ipfs/${uri.path.replace(' ', '%20')}`]);
  expect(placeOf({ at: 'arweave', path: 'x' }, { ipfs: '', arweave: 'https://arweave.net/' })).toBe(
    'https://arweave.net/x',
  );
});

test('without consent nothing is asked', async () => {
  const answer = await ask({ body: '{}' }, { nft: false });
  expect(answer).toMatchObject({ ok: true, value: { rows: [] } });
  expect(server?.seen).toEqual([]);
});

test('logos of tokens are switched on by themselves', async () => {
  expect(await ask({ body: '{}' }, { kind: 'tokenLogos' })).toMatchObject({ ok: true, value: { rows: [] } });
  expect(server?.seen).toEqual([]);
});

test('what is too large is not read, what is missing is nothing, and a failure is one', async () => {
  expect(await ask({ body: 'x'.repeat(2_000) })).toMatchObject({ ok: false, error: { code: 'tooLarge' } });
  await server?.stop();
  expect(await ask({ status: 404, body: 'gone' })).toMatchObject({ ok: true, value: { rows: [] } });
  await server?.stop();
  expect((await ask({ status: 500, body: '' })).ok).toBe(false);
});
