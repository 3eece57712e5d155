/** Lies about tokens and proxies, which no execution of the transaction asks for: symbols, decimals, and which code runs. */
import { IMPLEMENTATION_SLOT } from './chain';
import type { Lie, LieCase } from './lie';

type Fields = Record<string, unknown>;
type Told = Omit<LieCase, 'kind'>;

const word = (value: string | bigint) =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`;
const OTHER_ADDRESS = `0x${'5e'.repeat(20)}`;

/** Makes a lie about the answer of a call of a contract, by the selector asked. */
const answering =
  (selector: string, answer: string): Lie =>
  (method, params, result) =>
    method === 'eth_call' && (params[0] as Fields).data === selector ? answer : result;

const DECIMALS = '0x313ce567';
const SYMBOL = '0x95d89b41';
/** `USDC` as bytes32. */
const USDC = `0x55534443${'0'.repeat(56)}`;

/** `МPL` as bytes32, the first letter of which is Cyrillic. */
const CYRILLIC = `0xd09c504c${'0'.repeat(56)}`;

/** Answers about tokens and proxies that no execution of the transaction asks for. */
export const WORD_LIES: readonly Told[] = [
  ...(['token', 'nested', 'proxied'] as const).flatMap((target): Told[] => [
    {
      name: 'token: decimals',
      target,
      deserves: 'none',
      told: /answers decimals with 18, and the endpoint said 6/,
      token: 'MPL 18',
      lie: () => answering(DECIMALS, word(6n)),
    },
    {
      name: 'token: symbol',
      target,
      deserves: 'none',
      told: /answers symbol with MPL, and the endpoint said USDC/,
      token: 'MPL 18',
      lie: () => answering(SYMBOL, USDC),
    },
  ]),
  ...[
    ['no decimals', DECIMALS, '0x', /answers decimals with 18, and the endpoint said none/],
    [
      'decimals of a whole word',
      DECIMALS,
      word(2n ** 256n - 1n),
      /answers decimals with 18, and the endpoint said none/,
    ],
    ['decimals that fit no byte', DECIMALS, word(256n), /answers decimals with 18, and the endpoint said none/],
    ['no digit behind the point', DECIMALS, word(0n), /answers decimals with 18, and the endpoint said 0/],
    ['no symbol', SYMBOL, '0x', /answers symbol with MPL, and the endpoint said none/],
    ['a symbol that looks alike', SYMBOL, CYRILLIC, /answers symbol with MPL, and the endpoint said/],
  ].map(
    ([name, selector, answer, told]): Told => ({
      name: `token: ${name}`,
      target: 'token',
      deserves: 'none',
      told: told as RegExp,
      token: 'MPL 18',
      lie: () => answering(selector as string, answer as string),
    }),
  ),
  {
    name: 'token: decimals of today alone',
    target: 'token',
    deserves: 'proven',
    token: 'MPL 18',
    told: /first of its block/,
    lie: () => (method, params, result) =>
      params[1] === 'latest' ? answering(DECIMALS, word(6n))(method, params, result) : result,
  },
];

/** Selector of the function by which proxies (EIP-897) and beacons name their code. */
const IMPLEMENTATION = '0x5c60da1b';
const BEACON_SLOT = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50';

const atSlot =
  (slot: string): Lie =>
  (method, params, result) =>
    method === 'eth_getStorageAt' && params[1] === slot ? word(OTHER_ADDRESS) : result;

/** A token that is no proxy, and its endpoint that would have it one. */
const noProxy = (['whole', 'plain'] as const).flatMap((kind) =>
  (
    [
      ['by the slot of EIP-1967', atSlot(IMPLEMENTATION_SLOT)],
      ['by the slot of beacons', atSlot(BEACON_SLOT)],
      ['by the function of EIP-897', answering(IMPLEMENTATION, word(OTHER_ADDRESS))],
    ] as const
  ).map(
    ([how, lie]): LieCase => ({
      name: `proxy: what is none, ${how}`,
      target: 'token',
      kind,
      deserves: 'proven',
      told: /first of its block/,
      isNoProxy: true,
      lie: () => lie,
    }),
  ),
);

const ofSlot = (): Lie => atSlot(IMPLEMENTATION_SLOT);

/** The slot of a proxy, where the execution itself runs on what prestateTracer answers. */
export const PROXY_LIES: readonly LieCase[] = [
  {
    name: 'proxy: implementation of one that was made',
    target: 'proxyMade',
    kind: 'whole',
    deserves: 'none',
    told: /another value in slot 0x360894/,
    lie: ofSlot,
  },
  {
    name: 'proxy: implementation of one that ran',
    target: 'proxied',
    kind: 'whole',
    deserves: 'proven',
    told: /first of its block/,
    runsToken: true,
    lie: ofSlot,
  },
  {
    // The execution reads its slots by another method than pages do, and comes to the code that ran.
    name: 'proxy: implementation of one that ran',
    target: 'proxied',
    kind: 'plain',
    deserves: 'proven',
    told: /first of its block/,
    runsToken: true,
    lie: ofSlot,
  },
  ...noProxy,
];
