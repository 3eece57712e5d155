/**
 * The runtime configuration, `public/config.json`: which variant the build is,
 * the networks and endpoints it knows from the start, and what it may link to.
 */

import { ETHER, type ExplorerLink, findNetwork, type NativeCurrency, type Network } from '../chain/network';
import type { Address, Hash, NetworkId } from '../chain/primitives';
import { MAX_LABEL_LENGTH } from '../contract/labels/label';
import type { HostedConfig } from '../hosted/hosted-access';
import { DEFAULT_TOKEN_HEADER } from '../hosted/token-header';
import { isFields } from '../values/json-fields';
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
  /** The network a path without network segment means. The explorer variant has one network, `explorer.networkId`. */
  defaultNetwork: NetworkId;
  /**
   * Explorer variant: this deployment's chain, the other deployment the header links to, and how many blocks below the head
   * every visitor's browser indexes without being told to; none when absent.
   */
  explorer?: { networkId: NetworkId; other?: { name: string; url: string }; index?: number };
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
 * Reads the configuration in `json`, parsed from `public/config.json`. Absent
 * fields get their defaults; the error is one sentence that names the first bad
 * field.
 */
export function parseRuntimeConfig(json: unknown): Result<RuntimeConfig, string> {
  try {
    const config = runtimeConfig(json, '');
    if (config.variant === 'explorer' && config.explorer === undefined) {
      return fail('config.json: the explorer variant needs explorer.networkId.');
    }
    return ok(config);
  } catch (error) {
    if (error instanceof BadField) return fail(`config.json: ${error.message}.`);
    throw error;
  }
}

/** Returns the network of the segment when the configuration alone decides it, so that no worker need be waited for. */
export function fixedNetwork(config: RuntimeConfig, segment: string | undefined): Network | undefined {
  const id = config.explorer?.networkId ?? config.defaultNetwork;
  const found =
    segment === undefined
      ? config.networks.find((network) => network.id === id)
      : findNetwork(config.networks, segment);
  return found?.isBare ? undefined : found;
}

/**
 * Returns what a value of the file means; throws a `BadField` where it is not as it must be. `path` leads to the value.
 * The page reads the file before it draws anything, so this is smaller than a schema of valibot with its library.
 */
type Read<T> = (value: unknown, path: string) => T;

/** Readers of the fields of T. `Record<never, never> extends Pick<T, K>` holds for a field that may be absent; its reader returns undefined where it is. */
type Fields<T> = {
  [K in keyof T]-?: Read<Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K]>;
};

/** Says which field is bad, and why. It does not leave this module. */
class BadField extends Error {
  constructor(path: string, problem: string) {
    super(path === '' ? problem : `${path}: ${problem}`);
  }
}

function object<T extends object>(fields: Fields<T>): Read<T> {
  const readers = Object.entries<Read<unknown>>(fields);
  return (value, path) => {
    if (!isFields(value)) throw new BadField(path, 'must hold an object');
    const read = readers.map(([name, field]) => [name, field(value[name], path === '' ? name : `${path}.${name}`)]);
    return Object.fromEntries(read.filter(([, found]) => found !== undefined)) as T;
  };
}

function list<T>(item: Read<T>): Read<readonly T[]> {
  return optional((value, path) => {
    if (!Array.isArray(value)) throw new BadField(path, 'must be a list');
    return value.map((each, at) => item(each, `${path}.${at}`));
  }, []);
}

/** Reads an absent value as `missing`. */
function optional<T, M>(read: Read<T>, missing: M): Read<T | M> {
  return (value, path) => (value === undefined ? missing : read(value, path));
}

/** Reads a text as it is, up to `limit` characters. */
function textUpTo(limit: number, problem: string): Read<string> {
  return (value, path) => {
    if (typeof value !== 'string') throw new BadField(path, 'must be text');
    if (value.length > limit) throw new BadField(path, problem);
    return value;
  };
}

function matching(pattern: RegExp, problem: string): Read<string> {
  return (value, path) => {
    const written = text(value, path);
    if (!pattern.test(written)) throw new BadField(path, problem);
    return written;
  };
}

/** Reads hex digits in lower case. */
function hex<T>(digits: number, problem: string): Read<T> {
  const read = matching(new RegExp(`^0x[0-9a-f]{${digits}}$`, 'i'), problem);
  return (value, path) => read(value, path).toLowerCase() as T;
}

function number(isAllowed: (value: unknown) => boolean, problem: string): Read<number> {
  return (value, path) => {
    if (!isAllowed(value)) throw new BadField(path, problem);
    return value as number;
  };
}

const text = textUpTo(2_000, 'is too long');
const anyNumber = number((value) => typeof value === 'number', 'must be a number');
const webUrl = matching(/^https?:\/\//i, 'must be a URL that starts with http:// or https://');
/** Reads a URL of the same origin: a path, never `//host`. */
const ownPath = matching(/^(?!\/\/)(?![a-z][a-z0-9+.-]*:)/i, 'must be a path of the same origin');
const webUrlOrPath = matching(
  /^(https?:|(?!\/\/)(?![a-z][a-z0-9+.-]*:))/i,
  'must be a URL or a path of the same origin',
);
/** Reads a path below `/api/v1` of a hosted API. */
const hostPath = optional(matching(/^\/[^?#]*$/, 'must be a path that begins with /'), undefined);
const networkId = number(
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
  'must be a chain id',
) as Read<NetworkId>;

const flag: Read<boolean> = (value, path) => {
  if (value !== undefined && typeof value !== 'boolean') throw new BadField(path, 'must be true or false');
  return value ?? false;
};

const variant: Read<Variant> = (value = 'workbench', path) => {
  if (value !== 'workbench' && value !== 'explorer') throw new BadField(path, 'must be "workbench" or "explorer"');
  return value;
};

const labelText: Read<string> = (value, path) => {
  const name = typeof value === 'string' ? value.trim() : value;
  if (name === '') throw new BadField(path, 'is empty');
  return textUpTo(MAX_LABEL_LENGTH, `is longer than ${MAX_LABEL_LENGTH} characters`)(name, path);
};

/** Reads an object, or one as JSON text; anything else counts as an empty one. */
const chainConfig: Read<Network['chainConfig']> = (value) => {
  try {
    const config = typeof value === 'string' ? JSON.parse(value) : value;
    return isFields(config) ? config : {};
  } catch {
    return {};
  }
};

const writtenNetwork = object<Omit<Network, 'name' | 'route' | 'nativeCurrency'> & Partial<Network>>({
  id: networkId,
  name: optional(text, undefined),
  route: optional(matching(/^[a-z0-9-]+$/, 'must hold lower-case letters, digits and - only'), undefined),
  routeAliases: list(text),
  nativeCurrency: optional(
    object<NativeCurrency>({ name: text, symbol: text, decimals: number(Number.isInteger, 'must be a whole number') }),
    undefined,
  ),
  rpcUrls: list(webUrl),
  explorers: list(object<ExplorerLink>({ name: text, url: webUrl, apiUrl: optional(webUrl, undefined) })),
  testnet: flag,
  hidden: flag,
  deprecated: flag,
  excluded: flag,
  sortOrder: optional(anyNumber, 0),
  shorthand: optional(text, undefined),
  color: optional(text, undefined),
  chainConfig,
});

/** Reads a network; the chain id suffices. */
const network: Read<ConfiguredNetwork> = (value, path) => {
  const written = writtenNetwork(value, path);
  const { id, name, route, nativeCurrency } = written;
  return {
    ...written,
    ...(name === undefined && route === undefined && nativeCurrency === undefined ? { isBare: true } : {}),
    nativeCurrency: nativeCurrency ?? ETHER,
    name: name ?? `Chain ${id}`,
    route: route ?? String(id),
  };
};

const thirdParties = object<RuntimeConfig['thirdParties']>({
  sourcify: optional(webUrl, 'https://sourcify.dev/server'),
  signatures: optional(webUrl, 'https://api.4byte.sourcify.dev'),
  compilers: optional(webUrlOrPath, 'https://binaries.soliditylang.org/bin/list.json'),
  prices: optional(webUrlOrPath, DEFAULT_PRICE_SOURCE),
  ipfs: optional(webUrl, 'https://ipfs.io'),
  arweave: optional(webUrl, 'https://arweave.net'),
  packages: optional(webUrl, undefined),
});

const runtimeConfig = object<RuntimeConfig>({
  variant,
  networks: list(network),
  defaultNetwork: optional(networkId, 1 as NetworkId),
  explorer: optional(
    object<NonNullable<RuntimeConfig['explorer']>>({
      networkId,
      other: optional(object({ name: text, url: webUrl }), undefined),
      index: optional(
        number((value) => Number.isSafeInteger(value) && (value as number) > 0, 'must be a number of blocks'),
        undefined,
      ),
    }),
    undefined,
  ),
  samples: list(
    object<SampleTransaction>({
      networkId,
      hash: hex(64, 'must be a transaction hash'),
      name: text,
      note: optional(text, ''),
    }),
  ),
  labels: list(object<ConfigLabel>({ networkId, address: hex(40, 'must be an address'), name: labelText })),
  buildOutput: list(ownPath),
  traces: list(object<RuntimeConfig['traces'][number]>({ name: text, note: optional(text, ''), file: ownPath })),
  simulatorUrl: optional(webUrl, undefined),
  supportUrl: optional(webUrl, undefined),
  hostedApi: optional(
    object<HostedConfig>({
      url: webUrl,
      name: optional(text, 'Hosted API'),
      tokenHeader: optional(matching(/^[\w-]+$/, 'must be the name of a header'), DEFAULT_TOKEN_HEADER),
      paths: (value = {}, path) =>
        object<HostedConfig['paths']>({
          permissions: hostPath,
          search: hostPath,
          usage: hostPath,
          actionSafety: hostPath,
        })(value, path),
    }),
    undefined,
  ),
  thirdParties: (value = {}, path) => thirdParties(value, path),
});
