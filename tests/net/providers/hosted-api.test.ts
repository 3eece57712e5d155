/** Every question of the hosted API, asked of a server on this machine: method, path, parameters, payload, and what is read. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import type { HostedAccess } from '../../../src/core/hosted/hosted-access';
import { createHostedApi, type HostedApi } from '../../../src/net/providers/hosted/hosted-api';
import {
  type HostedQuestion,
  type HostedReply,
  type HostedServer,
  startHostedServer,
} from '../../helpers/hosted-server';

let server: HostedServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const networkId = 5 as NetworkId;
const address = `0x${'ab'.repeat(20)}` as Address;
const hash = `0x${'12'.repeat(32)}` as Hash;
const { signal } = new AbortController();

/** A host that answers everything so, and what is asked of it. */
async function hostOf(
  reply: HostedReply | ((question: HostedQuestion) => HostedReply | undefined),
  more: Partial<HostedAccess> = {},
): Promise<{ api: HostedApi; seen: readonly HostedQuestion[] }> {
  const started = await startHostedServer(typeof reply === 'function' ? reply : () => reply);
  server = started;
  const access = { name: 'Host', tokenHeader: 'x-refreshed-token', paths: {}, isOwn: true };
  return { api: createHostedApi({ url: started.url, ...access, ...more }, undefined), seen: started.seen };
}

type Row = {
  name: string;
  ask: (api: HostedApi) => Promise<unknown>;
  asks: Partial<HostedQuestion>;
  answer: unknown;
  value: unknown;
  more?: Partial<HostedAccess>;
};

const transaction = {
  hash,
  network_id: '5',
  block_hash: `0x${'34'.repeat(32)}`,
  block_number: 17,
  index: 2,
  from: address.toUpperCase().replace('0X', '0x'),
  to: address,
  value: '0x10',
  input: '0xA9059CBB00',
  gas: 60_000,
  gas_used: 50_000,
  gas_price: '7',
  status: true,
  timestamp: '2025-08-11T09:32:59Z',
};
const summary = {
  networkId,
  hash,
  from: address,
  to: address,
  selector: '0xa9059cbb',
  value: 16n,
  gas: 60_000,
  gasUsed: 50_000,
  fee: 350_000n,
  status: 'success',
  blockNumber: 17,
  blockHash: transaction.block_hash,
  index: 2,
  timestamp: Date.UTC(2025, 7, 11, 9, 32, 59) / 1_000,
};

const contract = {
  address,
  network_id: '5',
  contract_name: 'Vault',
  public: true,
  verification_date: '2025-01-01T00:00:00Z',
  compiler_version: 'v0.8.30+commit.73712a01',
  evm_version: 'cancun',
  optimizations_used: true,
  optimization_runs: 300,
  libraries: { Math: address },
  child_contracts: [{ address, network_id: '5' }],
  data: {
    main_contract: 2,
    contract_info: [
      { id: 1, path: 'src/Math.sol', name: 'Math', source: 'library Math {}' },
      { id: 2, path: 'src/Vault.sol', name: 'Vault', source: 'contract Vault {}' },
    ],
    raw_abi: [{ type: 'function', name: 'total', inputs: [], outputs: [], stateMutability: 'view' }],
  },
};

const compiler = {
  name: 'solc',
  version: '0.8.30',
  settings: {
    optimizations_used: true,
    optimizations_count: 200,
    evm_version: 'default',
    details: {},
    remappings: ['@a/=lib/a/'],
    via_ir: false,
  },
};
const files = [
  {
    contract_name: 'Vault',
    contract_path: 'src/Vault.sol',
    source: 'contract Vault {}',
    imports: [],
    network_id: '5',
    address,
  },
];
const expression = {
  address,
  expression: 'total + 1',
  line: 7,
  fileId: 2,
  tracePoint: '0.1',
  codeStart: 10,
  codeLength: 4,
};

const ROWS: readonly Row[] = [
  {
    name: 'the creation of a contract',
    ask: (api) => api.creation({ networkId, address }, signal),
    asks: { method: 'GET', path: `/public-contracts/contract/5/${address}/creation-tx`, query: {} },
    answer: { hash },
    value: hash,
  },
  {
    name: 'a balance',
    ask: (api) => api.balance({ networkId, address }, signal),
    asks: { method: 'GET', path: `/public-contracts/5/${address}/balance`, query: {} },
    answer: { balance: '0x10', balance_in_dollars: 12.5, dollar_value: 2, currency_symbol: 'ETH' },
    value: { balance: 16n, dollars: 12.5, dollarsPerUnit: 2, symbol: 'ETH' },
  },
  {
    name: 'verification of sources',
    ask: (api) => api.verify({ contracts: files, compiler }, signal),
    asks: { method: 'POST', path: '/public/verify-contracts', query: {}, body: { config: compiler, contracts: files } },
    answer: { contracts: [{ address, contract_name: 'Vault' }], bytecode_mismatch_errors: [] },
    value: { isVerified: true, mismatches: [] },
  },
  {
    name: 'verification of sources whose code is another',
    ask: (api) => api.verify({ contracts: files, compiler }, signal),
    asks: { method: 'POST' },
    answer: { contracts: [{ address }], bytecode_mismatch_errors: ['differs'] },
    value: { isVerified: false, mismatches: ['differs'] },
  },
  {
    name: 'verification of sources that leads to no contract',
    ask: (api) => api.verify({ contracts: files, compiler }, signal),
    asks: { method: 'POST' },
    answer: { contracts: [] },
    value: { isVerified: false, mismatches: [] },
  },
  {
    name: 'an ABI for everybody',
    ask: (api) => api.verifyAbi({ networkId, address }, { abi: [], contractName: 'Vault' }, signal),
    asks: {
      method: 'POST',
      path: `/public/contract/5/${address}/verify/abi`,
      body: { abi: [], contract_name: 'Vault', is_public_verification: true },
    },
    answer: { account: { address, network_id: '5', balance: '0xff', type: 'contract' } },
    value: expect.objectContaining({ address, networkId, networkRoute: '5', balance: 255n, type: 'contract' }),
  },
  {
    name: 'an ABI inside of a project',
    more: { project: 'harbor:vault' },
    ask: (api) => api.verifyAbi({ networkId, address }, { abi: [], contractName: 'Vault' }, signal),
    asks: {
      method: 'POST',
      path: `/account/harbor/project/vault/contract/5/${address}/abi`,
      body: { abi: [], contract_name: 'Vault', is_public_verification: false },
    },
    answer: { account: { address, network_id: 5, network_route: 'goerli', type: 'unverified_contract' } },
    value: expect.objectContaining({ networkRoute: 'goerli', type: 'unverified_contract' }),
  },
  {
    name: 'texts of files',
    ask: (api) => api.texts({ 'a.sol': ['ipfs://a', 'https://b'] }, signal),
    asks: { method: 'POST', path: '/storage/fetch', body: { 'a.sol': ['ipfs://a', 'https://b'] } },
    answer: { 'a.sol': Buffer.from('contract A {} // é').toString('base64') },
    value: { 'a.sol': 'contract A {} // é' },
  },
  {
    name: 'a transaction of any network',
    ask: (api) => api.networkOf(hash, signal),
    asks: { method: 'GET', path: `/explorer/${hash}`, query: {} },
    answer: transaction,
    value: networkId,
  },
  {
    name: 'a transaction the host keeps',
    ask: (api) => api.cachedTransaction({ networkId, hash }, signal),
    asks: { method: 'GET', path: `/public/cached-tx-data/network/5/tx/${hash}`, query: {} },
    answer: transaction,
    value: summary,
  },
  {
    name: 'the contracts of a transaction',
    ask: (api) => api.contractsOf({ networkId, hash }, signal),
    asks: { method: 'GET', path: `/public-contract/5/tx/${hash}/contracts`, query: { simulate: 'false' } },
    answer: { contracts: [contract] },
    value: [
      {
        networkId,
        address,
        name: 'Vault',
        verification: 'public',
        abi: contract.data.raw_abi,
        compilerVersion: '0.8.30+commit.73712a01',
        implementations: [address],
        source: {
          name: 'Vault',
          path: 'src/Vault.sol',
          compilerVersion: '0.8.30+commit.73712a01',
          input: {
            language: 'Solidity',
            sources: {
              'src/Math.sol': { content: 'library Math {}' },
              'src/Vault.sol': { content: 'contract Vault {}' },
            },
            settings: {
              optimizer: { enabled: true, runs: 300 },
              evmVersion: 'cancun',
              libraries: { '': { Math: address } },
            },
          },
        },
      },
    ],
  },
  {
    name: 'a trace',
    ask: (api) => api.trace({ networkId, hash }, { retrace: true }, signal),
    asks: { method: 'GET', path: `/public-contract/5/trace/${hash}`, query: { retrace: 'true', simulate: 'false' } },
    answer: { call_trace: [] },
    value: { trace: { call_trace: [] }, isLight: false },
  },
  {
    name: 'the value of an expression',
    ask: (api) => api.evaluate({ networkId, hash }, expression, signal),
    asks: {
      method: 'POST',
      path: `/account/me/network/5/trace/${hash}/eval`,
      body: {
        address,
        expression: 'total + 1',
        line: 7,
        fileId: 2,
        trace_point: '0.1',
        code_start: 10,
        code_length: 4,
      },
    },
    answer: { value: '8' },
    value: { value: '8' },
  },
  {
    name: 'the number of the newest block',
    ask: (api) => api.blockNumber(networkId, signal),
    asks: { method: 'GET', path: '/network/5/block-number', query: {} },
    answer: { block_number: '0x11' },
    value: 17,
  },
  {
    name: 'networks',
    ask: (api) => api.networks(signal),
    asks: { method: 'GET', path: '/public-networks', query: {} },
    answer: [
      {
        id: '5',
        name: 'Goerli',
        sort_order: 3,
        metadata: {
          label: 'Görli',
          slug: 'goerli',
          secondary_slugs: ['gor'],
          short_identifier: 'gor',
          color: '#3099f2',
          explorer_base_url: 'https://goerli.example',
          native_currency: 'Ether',
          exclude_from_listing: true,
        },
        chain_config: '{"chainId":5}',
      },
      { id: 6, name: 'Other', chain_config: '{nonsense' },
    ],
    value: [
      expect.objectContaining({
        id: 5,
        name: 'Görli',
        route: 'goerli',
        routeAliases: ['gor'],
        shorthand: 'gor',
        color: '#3099f2',
        explorers: [{ name: 'goerli.example', url: 'https://goerli.example' }],
        hidden: true,
        sortOrder: 3,
        chainConfig: { chainId: 5 },
      }),
      expect.objectContaining({ id: 6, name: 'Other', route: '6', chainConfig: {} }),
    ],
  },
  {
    name: 'transactions of a contract',
    ask: (api) =>
      api.transactions(
        { networkId, address },
        'contract',
        {
          txType: 'internal',
          functionSelector: '0xa9059cbb',
          after: 0,
          before: 1_000,
          contractId: 'eth:5:c',
          tag: 'mine',
          status: 'failed',
          limit: 50,
          cursor: 'there',
        },
        signal,
      ),
    asks: {
      method: 'GET',
      path: `/public-contract/5/address/${address}/explorer/transactions`,
      query: {
        networkId: '5',
        txType: 'internal',
        functionSelector: '0xa9059cbb',
        after: '1970-01-01T00:00:00.000Z',
        before: '1970-01-01T00:00:01.000Z',
        contractId: 'eth:5:c',
        tag: 'mine',
        status: '2',
        limit: '50',
        cursor: 'there',
      },
    },
    answer: { transactions: [transaction], cursor: 'further' },
    value: { rows: [summary], next: 'further' },
  },
  {
    name: 'transactions of a wallet',
    ask: (api) => api.transactions({ networkId, address }, 'wallet', { txType: 'all' }, signal),
    asks: {
      method: 'GET',
      path: `/public/wallet/${address}/network/5/explorer/transactions`,
      query: { networkId: '5', txType: 'all', limit: '20' },
    },
    answer: Array.from({ length: 20 }, () => transaction),
    // A full page goes on after its last row.
    value: {
      rows: Array.from({ length: 20 }, () => summary),
      next: JSON.stringify({ hash, timestamp: summary.timestamp, blockNumber: 17, transactionIndex: 2 }),
    },
  },
  {
    name: 'what an address is',
    ask: (api) => api.addressInfo({ networkId, address }, signal),
    asks: { method: 'GET', path: `/address/info/5/${address}`, query: {} },
    answer: { type: 'unverified_contract', scope: 'public' },
    value: { type: 'unverified_contract', scope: 'public' },
  },
  {
    name: 'what an address is to a project and a virtual network',
    more: { project: 'harbor:vault', vnet: 'vnet-1' },
    ask: (api) => api.addressInfo({ networkId, address }, signal),
    asks: { path: `/address/info/5/${address}`, query: { projectId: 'harbor:vault', vnetId: 'vnet-1' } },
    answer: { type: 'wallet' },
    value: { type: 'wallet', scope: '' },
  },
  {
    name: 'permissions',
    more: { paths: { permissions: '/permissions' } },
    ask: (api) => api.withdrawn('me:harbor', signal),
    asks: { method: 'GET', path: '/permissions', query: { projectId: 'me:harbor' } },
    answer: { permissions: { add_contract: false, remove_alert: false, update_alert: true, unheard_of: false } },
    value: ['add_contract', 'remove_alert'],
  },
  {
    name: 'a text',
    more: { paths: { search: '/search' }, project: 'harbor:vault' },
    ask: (api) => api.search('vau', signal),
    asks: { method: 'GET', path: '/search', query: { query: 'vau', projectId: 'harbor:vault' } },
    answer: {
      groups: {
        wallets: [{ type: 'wallet', address, label: 'Mine', network_id: '5', project: { id: 'harbor:vault' } }],
        contracts: [{ type: 'contract', uuid: 'c', value: address, name: 'Vault' }],
        others: [{ value: 'no' }],
      },
    },
    value: [
      { group: 'contracts', value: address, name: 'Vault' },
      { group: 'wallets', value: address, name: 'Mine', networkId, project: 'harbor:vault' },
    ],
  },
  {
    name: 'usage',
    more: { paths: { usage: '/usage' } },
    ask: (api) => api.usage(signal),
    asks: { method: 'GET', path: '/usage', query: {} },
    answer: {
      quota: { plan_limit: 1_000, tus_used: 20, tus_remaining: 980 },
      usages: [{ label: 'failed calls', count: 3, tus_consumed: 9, timeseries: [{ timestamp: 100, count: 3 }] }],
    },
    value: {
      limit: 1_000,
      used: 20,
      categories: [{ label: 'failed calls', calls: 3, units: 9, series: [{ at: 100, calls: 3 }] }],
    },
  },
  {
    name: 'the safety of an action',
    more: { paths: { actionSafety: '/action-safety' } },
    ask: (api) => api.actionSafety(networkId, { from: address, data: '0x' }, signal),
    asks: { method: 'POST', path: '/action-safety', body: { network_id: '5', from: address, data: '0x' } },
    answer: { action_type: 'Dangerous', reason: 'known thief', is_to_malicious: true, created_at: 100 },
    value: expect.objectContaining({ tone: 'danger', message: 'known thief', isToMalicious: true, createdAt: 100 }),
  },
];

describe('asks', () => {
  test.each(ROWS)('$name', async ({ ask, asks, answer, value, more }) => {
    const { api, seen } = await hostOf({ body: answer }, more);
    expect(await ask(api)).toEqual({ ok: true, value });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject(asks);
    expect(seen[0]?.authorization).toBeUndefined();
  });

  test('for nothing at paths that the configuration does not name', async () => {
    const { api, seen } = await hostOf({ body: {} });
    const unasked = { ok: true, value: undefined };
    expect(await api.withdrawn('me:harbor', signal)).toEqual(unasked);
    expect(await api.search('vault', signal)).toEqual(unasked);
    expect(await api.usage(signal)).toEqual(unasked);
    expect(await api.actionSafety(networkId, {}, signal)).toEqual(unasked);
    expect(seen).toEqual([]);
  });

  test('for the light trace where the full one fails, and says that it is one', async () => {
    const { api, seen } = await hostOf(({ path }) =>
      path.startsWith('/explorer/trace') ? { body: { call_trace: [] } } : { status: 500, body: { error: 'no' } },
    );
    const light = await api.trace({ networkId, hash }, {}, signal);
    expect(light).toEqual({ ok: true, value: { trace: { call_trace: [] }, isLight: true } });
    expect(seen.map(({ path }) => path)).toEqual([`/public-contract/5/trace/${hash}`, `/explorer/trace/5/${hash}`]);
  });
});

describe('an answer', () => {
  test.each(ROWS.filter(({ name }) => name !== 'the value of an expression'))(
    'of another shape is a failure: $name',
    async ({ ask, more }) => {
      const { api } = await hostOf({ body: [[{ hash: '<script>', address: '<script>', groups: 1 }]] }, more);
      expect(await ask(api)).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
    },
  );

  test('that is no JSON, or empty, is a failure; one that says that nothing is known is none', async () => {
    const replies: HostedReply[] = [
      { body: '<html>' },
      { body: '' },
      { status: 404, body: {} },
      { status: 404, body: '<html>' },
    ];
    const { api } = await hostOf(() => replies.shift());
    const ask = () => api.blockNumber(networkId, signal);
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'badAnswer', raw: 'No response data' } });
    expect(await ask()).toEqual({ ok: true, value: undefined });
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  });

  test('with a part of its fields is read as far as it goes', async () => {
    const { api } = await hostOf(({ path }) =>
      path.includes('/tx/')
        ? {
            body: [
              { address, network_id: 5 },
              { ...contract, data: { contract_info: [], abi: contract.data.raw_abi } },
            ],
          }
        : { body: { transactions: [{ hash, from: address, to: null }] } },
    );
    const contracts = await api.contractsOf({ networkId, hash }, signal);
    expect(contracts).toMatchObject({
      value: [
        { verification: 'unverified', abi: [] },
        { verification: 'abi', abi: contract.data.raw_abi },
      ],
    });
    const page = await api.transactions({ networkId, address }, 'wallet', { txType: 'all' }, signal);
    expect(page).toEqual({ ok: true, value: { rows: [{ networkId, hash, from: address, value: 0n, gas: 0 }] } });
  });

  test('about another network or transaction is a failure', async () => {
    const { api } = await hostOf(({ path }) =>
      path.startsWith('/public/cached')
        ? { body: { ...transaction, hash: `0x${'99'.repeat(32)}` } }
        : { body: [{ ...transaction, network_id: 1 }] },
    );
    expect(await api.cachedTransaction({ networkId, hash }, signal)).toMatchObject({ error: { code: 'badAnswer' } });
    const page = await api.transactions({ networkId, address }, 'wallet', { txType: 'all' }, signal);
    expect(page).toMatchObject({ error: { code: 'badAnswer' } });
  });
});
