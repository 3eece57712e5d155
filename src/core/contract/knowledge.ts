/**
 * What is known of one contract, and from whom.
 *
 * Knowledge of an address is merged best first: the reader's own, then build
 * output, then Sourcify, then recovered. Every name keeps its origin, which
 * the interface shows.
 */
import type { Abi } from 'viem';
import type { Name, NameOrigin } from '../chain/name';
import type { Address, Hash, Hex, NetworkId, Selector } from '../chain/primitives';
import type { TokenStandard } from '../chain/token-standard';

export type ProxyKind =
  | 'EIP-1967'
  | 'EIP-1967 beacon'
  | 'EIP-1822'
  | 'EIP-1167'
  | 'EIP-7702'
  | 'EIP-897' // it answers proxyType() by itself
  | 'Safe' // singleton in slot 0
  | 'ZeppelinOS' // the slots OpenZeppelin used before EIP-1967
  | 'Compound' // the Unitroller
  | 'beacon' // another contract answers the implementation
  | 'minimal proxy' // short code with the implementation in it
  | 'delegating fallback'; // it hands on the calls of functions that it does not have

/** A contract whose code hands on what a proxy handed to it. What it reads is in the storage of that proxy. */
export type ProxyBetween = { address: Address; kind: ProxyKind };

export type ProxyInfo = {
  kind: ProxyKind;
  /** The current implementation, whose functions run: behind proxies in between, the last. For a beacon, what the beacon answers. */
  implementation: Address;
  /** Proxies between this one and its implementation, the first that is met first. Absent for none. */
  through?: readonly ProxyBetween[];
  /** Calls are handed on in a ring until their gas is spent; `implementation` is the last contract before it closes. */
  isEndless?: true;
  /** There are more proxies in between than are followed. */
  isCut?: true;
  beacon?: Address;
  admin?: Address;
  /** Arguments of a clone, which stand in its code beside the implementation. */
  arguments?: Hex;
  /** Whether the proxy reads a slot and was written by hand (ERC-7760): like a clone, it has no source. */
  isWritten?: true;
};

/** A facet of a diamond (EIP-2535), with the functions that the diamond sends there. */
export type Facet = { address: Address; selectors: readonly Selector[] };

/** What a diamond says of itself. */
export type DiamondInfo = {
  /** Facets in the order of the loupe, each function once. Absent where the loupe gives no answer. */
  facets?: readonly Facet[];
  /** There are more than are read. */
  isCut?: true;
  /** The implementation of the proxy is the diamond: what no facet has is a function of its own. */
  isBehind?: true;
  /** The endpoint did not answer what was asked of the loupe, so that nothing is said of the facets. */
  isUnread?: true;
  /** keccak256 of the code that answered. */
  codeHash?: Hash;
};

/** What a token says of itself. Untrusted text. */
export type TokenFacts = {
  standard: TokenStandard;
  symbol?: string;
  decimals?: number;
  /** The token that a vault takes and gives (ERC-4626). */
  asset?: Address;
  /** Items of an ERC-6909 that were asked for, with what its metadata extension says of each; `id` in decimal. */
  items?: readonly { id: string; symbol?: string; decimals?: number }[];
};

export type ContractKnowledge = {
  networkId: NetworkId;
  address: Address;
  name?: Name;
  /** Empty while nothing is known. */
  abi: Abi;
  abiOrigin?: NameOrigin;
  /** keccak256 of the runtime bytecode that this is known of. */
  codeHash?: Hash;
  proxy?: ProxyInfo;
  /** Present for a diamond. A contract that is a proxy of another kind too runs what its facets say. */
  diamond?: DiamondInfo;
  /** Source files, path to text, where delivered. */
  sources?: Readonly<Record<string, string>>;
  /** How many source files there are, where that is known without having them. */
  fileCount?: number;
  /** Version as the source of the knowledge states it, e.g. `0.8.30+commit.73712a01`. */
  compilerVersion?: string;
  match?: 'exact' | 'partial';
  token?: TokenFacts;
  /** For a pool of two tokens (`token0()` and `token1()`): their symbols. */
  pair?: readonly [string, string];
  /** The addresses of these tokens. */
  pairTokens?: readonly [Address, Address];
  /** Milliseconds since the epoch; -1 for what does not age. */
  fetchedAt: number;
};
