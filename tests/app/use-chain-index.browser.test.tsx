/** What a page says of an index before any of it is there: it must not invite to what begins by itself. */
import { afterEach, expect, test } from 'vitest';
import { sayPageShown } from '../../src/app/page-stages';
import { useChainIndex } from '../../src/app/use-chain-index';
import { type Wiring, WiringProvider } from '../../src/app/wiring';
import type { Network } from '../../src/core/chain/network';
import type { NetworkId } from '../../src/core/chain/primitives';
import type { RuntimeConfig } from '../../src/core/config/runtime-config';
import { eventually } from '../helpers/eventually';
import { mount } from './ui/mount';

let mounted: ReturnType<typeof mount> | undefined;
/** Every state that was drawn. */
let said: string[] = [];
afterEach(() => {
  mounted?.unmount();
  said = [];
});

function Shown({ network }: { network: Network }) {
  const state = useChainIndex(network).state ?? 'not known';
  said.push(state);
  return <p>{state}</p>;
}

/** A chain that nothing is kept of, on a node at `url`; `answer` says whether it is one for development. */
function open(id: number, url: string, config: Partial<RuntimeConfig> = {}) {
  let asked = 0;
  let answer: (isDevelopment: boolean) => void = () => {};
  const indexer = {
    follow: async () => {},
    isDevelopment: () => {
      asked++;
      return new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    },
  };
  const network = { id: id as NetworkId, rpcUrls: [url] } as unknown as Network;
  mounted = mount(
    <WiringProvider value={{ workers: { indexer }, config } as unknown as Wiring}>
      <Shown network={network} />
    </WiringProvider>,
  );
  sayPageShown();
  return { asked: () => asked, answer: (isDevelopment: boolean) => answer(isDevelopment) };
}

const shown = (state: string) => eventually(() => expect(mounted?.element.textContent).toBe(state));

test.each([
  { isDevelopment: true, id: 777_001, state: 'filling' },
  { isDevelopment: false, id: 777_002, state: 'off' },
])(
  'a node on this machine is taken for one for development until it says otherwise: $state',
  async ({ isDevelopment, id, state }) => {
    const node = open(id, 'http://127.0.0.1:8545');
    await shown('filling');
    await eventually(() => expect(node.asked()).toBe(1));
    expect(said).not.toContain('off');
    node.answer(isDevelopment);
    await shown(state);
  },
);

test('elsewhere nothing begins by itself, and nobody is asked', async () => {
  const node = open(777_003, 'https://rpc.example');
  await shown('off');
  expect(node.asked()).toBe(0);
});

test('a far chain with the id of development nodes is none of the reader’s, and is not said to be indexed', async () => {
  const node = open(31_337, 'https://rpc.example');
  await shown('off');
  expect(node.asked()).toBe(0);
});

test('an explorer whose configuration says so is being indexed', async () => {
  open(777_004, 'https://rpc.example', { explorer: { networkId: 777_004 as NetworkId, index: 1_000 } });
  await shown('filling');
});
