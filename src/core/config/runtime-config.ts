/**
 * The runtime configuration, `public/config.json`: which variant the build is,
 * the networks and endpoints it knows from the start, and what it may link to.
 */
import * as v from 'valibot';
import { findNetwork, type Network } from '../chain/network';
import type { Address, Hash, NetworkId } from '../chain/primitives';
import { MAX_LABEL_LENGTH } from '../contract/label';
import { DEFAULT_TOKEN_HEADER, type HostedConfig } from '../hosted/hosted-access';
import { fail, ok, type Result } from '../values/result';

export type Variant = 'workbench' | 'explorer';

/** A transaction worth opening, offered on the home page. */
export type SampleTransaction = { networkId: NetworkId; hash: Hash; name: string; note: string };

/** A name this deployment gives to an address; names of verified code and the reader's own labels go before it. */
export type ConfigLabel = { networkId: NetworkId; address: Address; name: string };

/** `isBare`: configured by its id and endpoints alone, so that what is known of the chain by its id goes with it. */
export type ConfiguredNetwork = Network & { isBare?: true };

export type RuntimeConfig = {
  variant: Variant;
  /** Networks that override or extend the generated list; `rpcUrls` become endpoints of origin `config`. */
  networks: readonly ConfiguredNetwork[];
  /** The network a path without network segment means. The explorer variant has one per entry of `explorerNetworks`. */
  defaultNetwork: NetworkId;
  /** Explorer variant: this deployment's chain, and the other deployment the header links to. */
  explorer?: { networkId: NetworkId; other?: { name: string; url: string } };
  samples: readonly SampleTransaction[];
  labels: readonly ConfigLabel[];
  /** URLs, same origin, of build output to import on start: Hardhat, Foundry or standard JSON. */
  buildOutput: readonly string[];
  /** Trace files, same origin, that the home page offers: they open without any endpoint. */
  traces: readonly { name: string; note: string; file: string }[];
  /** Where the simulator links lead; without it there are none. */
  simulatorUrl?: string;
  supportUrl?: string;
  /** A host with the interface of docs/hosted-api.md, which is one more provider; without it none is asked. */
  hostedApi?: HostedConfig;
  thirdParties: {
    sourcify: string;
    signatures: string;
    /** A list of compilers in the format of binaries.soliditylang.org; a path is one of this origin, which needs no consent. */
    compilers: string;
    /** A service with the interface of DefiLlama's coins API; a path is one of this origin, which needs consent as well. */
    prices: string;
    /** Gateways to files that NFTs name: `{ipfs}/ipfs/{content id}`, `{arweave}/{content id}`. */
    ipfs: string;
    arweave: string;
    /** Files of npm packages: `{packages}/{name}@{version}/{path}`; absent for the default. */
    packages?: string;
  };
};

/** Where prices are asked for unless the deployment names another source. */
export const DEFAULT_PRICE_SOURCE = 'https://coins.llama.fi';

/**
 * The configuration in `json`, parsed from `public/config.json`. Absent fields
 * get their defaults; the error is one sentence that names the first bad field.
 */
export function parseRuntimeConfig(json: unknown): Result<RuntimeConfig, string> {
  const parsed = v.safeParse(configSchema, json);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const path = v.getDotPath(issue);
    return fail(`config.json: ${path === null ? '' : `${path}: `}${issue.message.slice(0, 300)}.`);
  }
  const { explorer, simulatorUrl, supportUrl, hostedApi, ...config } = parsed.output;
  if (config.variant === 'explorer' && explorer === undefined) {
    return fail('config.json: the explorer variant needs explorer.networkId.');
  }
  return ok({
    ...config,
    ...(explorer === undefined
      ? {}
      : {
          explorer: {
            networkId: explorer.networkId,
            ...(explorer.other === undefined ? {} : { other: explorer.other }),
          },
        }),
    ...(simulatorUrl === undefined ? {} : { simulatorUrl }),
    ...(supportUrl === undefined ? {} : { supportUrl }),
    ...(hostedApi === undefined ? {} : { hostedApi }),
  });
}

/** The network of the segment when the configuration alone decides it, so that no worker need be waited for. */
export function fixedNetwork(config: RuntimeConfig, segment: string | undefined): Network | undefined {
  const id = config.explorer?.networkId ?? config.defaultNetwork;
  const found =
    segment === undefined
      ? config.networks.find((network) => network.id === id)
      : findNetwork(config.networks, segment);
  return found?.isBare ? undefined : found;
}

/** Parses a value that is given as JSON text, a `chainConfig` for example: invalid JSON counts as an empty object. Returns other values as they are. */
function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return {};
  }
}

const text = v.pipe(v.string('must be text'), v.maxLength(2_000, 'is too long'));
const webUrl = v.pipe(text, v.regex(/^https?:\/\//i, 'must be a URL that starts with http:// or https://'));
/** A URL of the same origin: a path, never `//host`. */
const ownPath = v.pipe(text, v.regex(/^(?!\/\/)(?![a-z][a-z0-9+.-]*:)/i, 'must be a path of the same origin'));
/** A path below `/api/v1` of a hosted API. */
const hostPath = v.pipe(text, v.regex(/^\/[^?#]*$/, 'must be a path that begins with /'));
const networkId = v.pipe(
  v.number('must be a chain id'),
  v.safeInteger('must be a chain id'),
  v.minValue(1, 'must be a chain id'),
  v.transform((id) => id as NetworkId),
);
const transactionHash = v.pipe(
  text,
  v.regex(/^0x[0-9a-f]{64}$/i, 'must be a transaction hash'),
  v.transform((hash) => hash.toLowerCase() as Hash),
);
const addressText = v.pipe(
  text,
  v.regex(/^0x[0-9a-f]{40}$/i, 'must be an address'),
  v.transform((address) => address.toLowerCase() as Address),
);
const labelText = v.pipe(
  v.string('must be text'),
  v.trim(),
  v.minLength(1, 'is empty'),
  v.maxLength(MAX_LABEL_LENGTH, `is longer than ${MAX_LABEL_LENGTH} characters`),
);
const flag = v.optional(v.boolean('must be true or false'), false);

/** A network as configured: the chain id suffices. */
const networkSchema = v.pipe(
  v.object({
    id: networkId,
    name: v.optional(text),
    route: v.optional(v.pipe(text, v.regex(/^[a-z0-9-]+$/, 'must hold lower-case letters, digits and - only'))),
    routeAliases: v.optional(v.array(text), []),
    nativeCurrency: v.optional(v.object({ name: text, symbol: text, decimals: v.pipe(v.number(), v.integer()) })),
    rpcUrls: v.optional(v.array(webUrl), []),
    explorers: v.optional(v.array(v.object({ name: text, url: webUrl, apiUrl: v.exactOptional(webUrl) })), []),
    testnet: flag,
    hidden: flag,
    deprecated: flag,
    excluded: flag,
    sortOrder: v.optional(v.number(), 0),
    shorthand: v.exactOptional(text),
    color: v.exactOptional(text),
    chainConfig: v.optional(
      v.fallback(v.pipe(v.unknown(), v.transform(readJson), v.record(v.string(), v.unknown())), {}),
      {},
    ),
  }),
  v.transform(
    (network): ConfiguredNetwork => ({
      ...network,
      ...(network.name === undefined && network.route === undefined && network.nativeCurrency === undefined
        ? { isBare: true as const }
        : {}),
      nativeCurrency: network.nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 },
      name: network.name ?? `Chain ${network.id}`,
      route: network.route ?? String(network.id),
    }),
  ),
);

const configSchema = v.object(
  {
    variant: v.optional(v.picklist(['workbench', 'explorer'], 'must be "workbench" or "explorer"'), 'workbench'),
    networks: v.optional(v.array(networkSchema, 'must be a list'), []),
    defaultNetwork: v.optional(networkId, 1),
    explorer: v.optional(
      v.object({ networkId, other: v.optional(v.object({ name: text, url: webUrl }, 'must be a name and a URL')) }),
    ),
    samples: v.optional(
      v.array(v.object({ networkId, hash: transactionHash, name: text, note: v.optional(text, '') }), 'must be a list'),
      [],
    ),
    labels: v.optional(v.array(v.object({ networkId, address: addressText, name: labelText }), 'must be a list'), []),
    buildOutput: v.optional(v.array(ownPath, 'must be a list'), []),
    traces: v.optional(
      v.array(v.object({ name: text, note: v.optional(text, ''), file: ownPath }), 'must be a list'),
      [],
    ),
    simulatorUrl: v.optional(webUrl),
    supportUrl: v.optional(webUrl),
    hostedApi: v.optional(
      v.object({
        url: webUrl,
        name: v.optional(text, 'Hosted API'),
        tokenHeader: v.optional(
          v.pipe(text, v.regex(/^[\w-]+$/, 'must be the name of a header')),
          DEFAULT_TOKEN_HEADER,
        ),
        paths: v.optional(
          v.object({
            permissions: v.exactOptional(hostPath),
            search: v.exactOptional(hostPath),
            usage: v.exactOptional(hostPath),
            actionSafety: v.exactOptional(hostPath),
          }),
          {},
        ),
      }),
    ),
    thirdParties: v.optional(
      v.object({
        sourcify: v.optional(webUrl, 'https://sourcify.dev/server'),
        signatures: v.optional(webUrl, 'https://api.4byte.sourcify.dev'),
        compilers: v.optional(
          v.union([webUrl, ownPath], 'must be a URL or a path of the same origin'),
          'https://binaries.soliditylang.org/bin/list.json',
        ),
        prices: v.optional(
          v.union([webUrl, ownPath], 'must be a URL or a path of the same origin'),
          DEFAULT_PRICE_SOURCE,
        ),
        ipfs: v.optional(webUrl, 'https://ipfs.io'),
        arweave: v.optional(webUrl, 'https://arweave.net'),
        packages: v.exactOptional(webUrl),
      }),
      {},
    ),
  },
  'must hold an object',
);
