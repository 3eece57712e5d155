/** An item in a grid: what its maker says of it, and pictures that are asked for only where the reader allows it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NftCard, NftGrid } from '../../../src/app/views/nft/NftCard';
import { NftConsentNote } from '../../../src/app/views/nft/NftConsentNote';
import { useNftConsent } from '../../../src/app/views/nft/use-nft';
import type { Address } from '../../../src/core/chain/primitives';
import { ok } from '../../../src/core/values/result';
import { readPreference, savePreference } from '../../../src/db/reader/preferences';
import type { ItemMetadata, Picture } from '../../../src/workers/tokens/tokens.api';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const TOKEN = `0x${'ab'.repeat(20)}` as Address;
const COLLECTION = {
  networkId: DEMO.id,
  address: TOKEN,
  standard: 'ERC-721' as const,
  symbol: 'PIC',
  name: 'Pictures',
};
/** A drawing that would run a script in a document of its own. */
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><script>parent.ran = true</script></svg>';

let mounted: MountedAt | undefined;
beforeEach(async () => {
  await savePreference('providers', {});
});
afterEach(() => mounted?.unmount());

function Note() {
  return <NftConsentNote consent={useNftConsent()} />;
}

/** Item 7, whose metadata is elsewhere; hosts answer only with the reader's consent. */
function show(): { asked: string[] } {
  const asked: string[] = [];
  const isAllowed = async () => (await readPreference('providers')).nft === true;
  const tokens = {
    loadMetadata: async () => {
      asked.push('metadata');
      const metadata = { name: 'Dawn\u202egpj.exe', image: 'ipfs://drawing', attributes: [], moreAttributes: 0 };
      return ok<ItemMetadata>(
        (await isAllowed())
          ? { state: 'here', metadata, from: 'gateway.example' }
          : { state: 'off', host: 'gateway.example' },
      );
    },
    loadPicture: async (_: unknown, uri: string) => {
      asked.push(uri);
      const bytes = new TextEncoder().encode(DRAWING);
      return ok<Picture>({ state: 'here', type: 'image/svg+xml', bytes, from: 'gateway.example' });
    },
  };
  const item = { network: DEMO, token: TOKEN, standard: 'ERC-721' as const, tokenId: 7n };
  mounted = mountAt(
    { path: '/items', pattern: '/items', answers: { tokens } },
    <>
      <Note />
      <NftGrid label="Items">
        <li>
          <NftCard item={item} collection={COLLECTION} amount={1n} />
        </li>
      </NftGrid>
    </>,
  );
  return { asked };
}

const text = () => mounted?.element.textContent ?? '';
const image = () => mounted?.element.querySelector('img');

test('without consent no picture is asked for, and the card says who would be asked', async () => {
  const { asked } = show();
  await expect.poll(text).toContain('Its metadata is at gateway.example, which is not asked.');
  expect(text()).toContain('PIC #7');
  expect(asked).toEqual(['metadata']);
  expect(image()).toBeNull();
});

test('consent is kept, and shows name and picture; a drawing runs nothing', async () => {
  const { asked } = show();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => image()?.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
  expect((await readPreference('providers')).nft).toBe(true);
  expect(asked).toEqual(['metadata', 'metadata', 'ipfs://drawing']);
  const link = mounted?.element.querySelector('a');
  expect(link?.textContent).toContain('Dawn');
  expect(link?.textContent).not.toContain('\u202e');
  expect(link?.getAttribute('href')).toBe(`/demo/nft/${TOKEN}/7`);
  expect(text()).not.toContain('It loads names and pictures from other hosts');
  expect('ran' in window).toBe(false);
});

test('an item of ERC-6909 is counted in the decimals of its id, and in the smallest unit where the contract says none', async () => {
  const tokens = {
    loadMetadata: async () => ok<ItemMetadata>({ state: 'missing', reason: 'The contract states no location for it.' }),
    itemUnits: async (_: unknown, __: unknown, asked: readonly { tokenId: bigint }[]) =>
      ok(asked.map(({ tokenId }) => (tokenId === 7n ? { name: 'Silver claim', symbol: 'SLV', decimals: 6 } : {}))),
  };
  const card = (tokenId: bigint, amount: bigint) => (
    <NftCard
      key={String(tokenId)}
      item={{ network: DEMO, token: TOKEN, standard: 'ERC-6909', tokenId }}
      collection={COLLECTION}
      amount={amount}
    />
  );
  mounted = mountAt({ path: '/items', pattern: '/items', answers: { tokens } }, [card(7n, 1_250_000n), card(8n, 300n)]);
  await expect.poll(text).toContain('1.25 SLV');
  expect(text()).toContain('Silver claim');
  expect(text()).toContain('× 300');
});

test('a picture that is broken says so', async () => {
  const metadata = { name: 'Leaf', image: 'ipfs://leaf', attributes: [], moreAttributes: 0 };
  const here = { state: 'here', from: 'gateway.example' } as const;
  const tokens = {
    loadMetadata: async () => ok<ItemMetadata>({ ...here, metadata }),
    loadPicture: async () => ok<Picture>({ ...here, type: 'image/png', bytes: Uint8Array.of(0, 0, 0) }),
  };
  const item = { network: DEMO, token: TOKEN, standard: 'ERC-721' as const, tokenId: 7n };
  mounted = mountAt(
    { path: '/items', pattern: '/items', answers: { tokens } },
    <NftCard item={item} collection={COLLECTION} amount={1n} />,
  );
  await expect.poll(text).toContain('It could not be loaded.');
  expect(mounted.element.querySelector('figure')?.getAttribute('aria-label')).toBe('Leaf, not shown');
});
