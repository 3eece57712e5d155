/** What the search finds by name, against IndexedDB itself: on the networks that it is asked for, also when those change. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useNamed } from '../../../src/app/views/search/use-search-answers';
import { type Wiring, WiringProvider } from '../../../src/app/wiring';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { saveTokens } from '../../../src/db/contracts/tokens';
import { mount } from '../ui/mount';

const MAINNET = 1 as NetworkId;
const OPTIMISM = 10 as NetworkId;
const address = `0x${'4e'.repeat(20)}` as Address;

function Found({ on }: { on: readonly NetworkId[] }) {
  const named = useNamed('alp', on);
  return <p>{named === undefined ? 'asked' : `found ${named.tokens.map(({ symbol }) => symbol).join()}`}</p>;
}

const contracts = { learnBuilt: async () => false };
const view = (on: readonly NetworkId[]) => (
  <WiringProvider value={{ workers: { contracts } } as unknown as Wiring}>
    <Found on={on} />
  </WiringProvider>
);

let mounted: ReturnType<typeof mount>;
beforeEach(async () => {
  await saveTokens([
    { networkId: MAINNET, address, standard: 'ERC-20', symbol: 'ALPHA' },
    { networkId: OPTIMISM, address, standard: 'ERC-20', symbol: 'ALPINE' },
  ]);
});
afterEach(() => mounted.unmount());

test('the same text is asked for again on other networks', async () => {
  // The networks are not known yet when the reader types at once.
  mounted = mount(view([]));
  const text = () => mounted.element.textContent;
  await expect.poll(text).toBe('found ');
  mounted.draw(view([MAINNET]));
  await expect.poll(text).toBe('found ALPHA');
  mounted.draw(view([OPTIMISM]));
  expect(text()).toBe('asked');
  await expect.poll(text).toBe('found ALPINE');
  mounted.draw(view([OPTIMISM, MAINNET]));
  await expect.poll(text).toBe('found ALPINE,ALPHA');
});
