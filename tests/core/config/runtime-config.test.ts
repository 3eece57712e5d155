import { expect, test } from 'vitest';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';

test('fills an empty configuration with defaults', () => {
  expect(parseRuntimeConfig({})).toEqual({
    ok: true,
    value: {
      variant: 'workbench',
      networks: [],
      defaultNetwork: 1,
      samples: [],
      traces: [],
      labels: [],
      buildOutput: [],
      thirdParties: {
        sourcify: 'https://sourcify.dev/server',
        signatures: 'https://api.4byte.sourcify.dev',
        compilers: 'https://binaries.soliditylang.org/bin/list.json',
        prices: 'https://coins.llama.fi',
        ipfs: 'https://ipfs.io',
        arweave: 'https://arweave.net',
      },
    },
  });
});

test('a network needs its chain id only, and unreadable chainConfig counts as empty', () => {
  const parsed = parseRuntimeConfig({
    networks: [{ id: 31337, rpcUrls: ['http://127.0.0.1:8545'], chainConfig: '{oops' }],
  });
  expect(parsed.ok && parsed.value.networks[0]).toMatchObject({
    id: 31337,
    name: 'Chain 31337',
    route: '31337',
    rpcUrls: ['http://127.0.0.1:8545'],
    nativeCurrency: { symbol: 'ETH', decimals: 18 },
    chainConfig: {},
  });
});

test('reads chainConfig from JSON text too', () => {
  const parsed = parseRuntimeConfig({ networks: [{ id: 1, chainConfig: '{"gasProfiler":false}' }] });
  expect(parsed.ok && parsed.value.networks[0]?.chainConfig).toEqual({ gasProfiler: false });
});

test('keeps samples with the hash in lower case', () => {
  const parsed = parseRuntimeConfig({ samples: [{ networkId: 1, hash: `0x${'AB'.repeat(32)}`, name: 'swap' }] });
  expect(parsed.ok && parsed.value.samples[0]).toEqual({
    networkId: 1,
    hash: `0x${'ab'.repeat(32)}`,
    name: 'swap',
    note: '',
  });
});

test('keeps labels with the address in lower case and the name trimmed', () => {
  const parsed = parseRuntimeConfig({ labels: [{ networkId: 1, address: `0x${'AB'.repeat(20)}`, name: ' Alice ' }] });
  expect(parsed.ok && parsed.value.labels).toEqual([{ networkId: 1, address: `0x${'ab'.repeat(20)}`, name: 'Alice' }]);
});

test.each([
  [{ labels: [{ networkId: 1, address: '0x12', name: 'x' }] }, 'config.json: labels.0.address: must be an address.'],
  [
    { labels: [{ networkId: 1, address: `0x${'ab'.repeat(20)}`, name: 'x'.repeat(65) }] },
    'config.json: labels.0.name: is longer than 64 characters.',
  ],
  [{ labels: [{ networkId: 1, address: `0x${'ab'.repeat(20)}`, name: ' ' }] }, 'config.json: labels.0.name: is empty.'],
  [null, 'config.json: must hold an object.'],
  [{ variant: 'classic' }, 'config.json: variant: must be "workbench" or "explorer".'],
  [{ explorer: { networkId: 1, index: 0.5 } }, 'config.json: explorer.index: must be a number of blocks.'],
  [{ variant: 'explorer' }, 'config.json: the explorer variant needs explorer.networkId.'],
  [{ networks: [{ id: -1 }] }, 'config.json: networks.0.id: must be a chain id.'],
  [
    { networks: [{ id: 1, rpcUrls: ['javascript:alert(1)'] }] },
    'config.json: networks.0.rpcUrls.0: must be a URL that starts with http:// or https://.',
  ],
  [{ buildOutput: ['//elsewhere/a.json'] }, 'config.json: buildOutput.0: must be a path of the same origin.'],
  [{ buildOutput: ['https://elsewhere/a.json'] }, 'config.json: buildOutput.0: must be a path of the same origin.'],
  [
    { samples: [{ networkId: 1, hash: '0x12', name: 'x' }] },
    'config.json: samples.0.hash: must be a transaction hash.',
  ],
])('says what is wrong with %j', (json, sentence) => {
  expect(parseRuntimeConfig(json)).toEqual({ ok: false, error: sentence });
});
