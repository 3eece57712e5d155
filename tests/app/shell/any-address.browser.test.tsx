/** Whatever stands in an address, it leads to a page and never to the one that says the app is broken. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppPage } from '../../helpers/app-page';
import { CHAIN, demoChain, openPage } from '../../helpers/demo-page';

const VALUES = [
  '',
  '0',
  '-1',
  '1.5',
  '007',
  '1e400',
  '9007199254740993',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '{"accounts":[1,{"address":3}],"from":{}}',
  '"x"',
  '0x',
  '__proto__',
  '%00',
  '%E2%80%AE%F0%9F%92%A9',
  'x'.repeat(3_000),
];

/** The page is there: its heading is, and it is not that of a fault. */
async function expectPage(path: string): Promise<void> {
  const main = page.getByRole('main');
  await expect.element(main.getByRole('heading').first(), { message: path }).toBeVisible();
  expect(main.element().textContent, path).not.toContain('something has gone wrong on our end');
}

/** Every path gives a page with any value of its search parameters. */
async function expectPages(app: AppPage, parameters: Readonly<Record<string, readonly string[]>>): Promise<void> {
  for (const [path, names] of Object.entries(parameters)) {
    for (const value of VALUES) {
      const search = names.map((name) => `${name}=${value}`).join('&');
      await app.follow(`${path}${path.includes('?') ? '&' : '?'}${search}`);
      await expectPage(`${path} ${search}`);
    }
  }
}

test('any value of any search parameter gives a page', async () => {
  const { hashOf, addressOf } = await demoChain();
  const hash = hashOf('swap-two-hops');
  const contract = addressOf('Router');
  await expectPages(await openPage('/'), {
    [`/${CHAIN}`]: ['page'],
    [`/${CHAIN}/tx/${hash}`]: ['trace', 'action', 'view'],
    [`/${CHAIN}/tx/${hash}/logs`]: ['trace', 'event', 'contract'],
    [`/${CHAIN}/tx/${hash}/gas-usage`]: ['trace', 'gas'],
    [`/${CHAIN}/tx/${hash}/debugger`]: ['trace', 'step', 'code'],
    [`/${CHAIN}/block/1`]: ['after', 'rows'],
    [`/${CHAIN}/contract/${contract}`]: ['after', 'rows', 'view'],
    [`/${CHAIN}/contract/${contract}/code`]: ['file', 'line'],
    [`/${CHAIN}/wallet/0x70997970c51812dc3a010c7d01b50e0d17dc79c8`]: ['after', 'rows'],
    [`/${CHAIN}/wallet/0x70997970c51812dc3a010c7d01b50e0d17dc79c8/txs/all`]: ['after', 'status', 'function', 'time'],
    [`/${CHAIN}/transactions`]: ['after', 'rows', 'status', 'function', 'time'],
    [`/${CHAIN}/blocks`]: ['after', 'rows'],
    [`/${CHAIN}/token-transfers`]: ['after', 'rows'],
    [`/${CHAIN}/nft-transfers`]: ['after', 'rows'],
    [`/${CHAIN}/diff`]: ['a', 'b', 'changes', 'all'],
    [`/${CHAIN}/diff?a=${hash}`]: ['b', 'changes', 'all'],
    '/settings': ['network'],
    '/networks': ['network', 'add'],
    '/open': ['url'],
  });
});

test('any value of the parameters of tokens, items and assets gives a page', async () => {
  const { addressOf } = await demoChain();
  await expectPages(await openPage('/'), {
    [`/${CHAIN}/contract/${addressOf('Postcards')}`]: ['view'],
    [`/${CHAIN}/contract/${addressOf('Postcards')}/holders`]: ['after', 'rows', 'view'],
    [`/${CHAIN}/nft/${addressOf('Postcards')}/1`]: ['after', 'rows', 'ownersAfter', 'ownersRows'],
    [`/${CHAIN}/wallet/0x70997970c51812dc3a010c7d01b50e0d17dc79c8/assets/token`]: [
      'groupBy',
      'hideZero',
      'page',
      'perPage',
    ],
    [`/${CHAIN}/wallet/0x70997970c51812dc3a010c7d01b50e0d17dc79c8/assets/nft`]: ['search', 'page', 'perPage'],
  });
});

test('a parameter that is given twice, and one that is no text, give a page when the app starts there', async () => {
  const tx = `/${CHAIN}/tx/${(await demoChain()).hashOf('swap-two-hops')}`;
  for (const path of [
    `/${CHAIN}/diff?a=1.5&b=-1`,
    `${tx}?trace=0&trace=1&view=simple&view=full`,
    `${tx}/debugger?step=5&step=6`,
    `${tx}?trace=%E0%A4%A`,
    `/${CHAIN}/block/1?after=2&after=3`,
    '/networks?network=1&network=2&add=%',
  ]) {
    await openPage(path);
    await expectPage(path);
  }
});

test('any segment of a path gives a page', async () => {
  const app = await openPage('/');
  const segments = [
    '0',
    '-1',
    '1.5',
    '0x',
    `0x${'g'.repeat(40)}`,
    '%20',
    '%E2%80%AE',
    '..%2F..',
    '__proto__',
    'x'.repeat(3_000),
  ];
  for (const segment of segments) {
    for (const path of [
      ...['tx', 'block', 'contract', 'wallet'].map((kind) => `/${CHAIN}/${kind}/${segment}`),
      `/${segment}`,
    ]) {
      await app.follow(path);
      await expectPage(path);
    }
  }
});
