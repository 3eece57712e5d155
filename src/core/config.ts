/**
 * The runtime configuration, `public/config.json`: which variant the build is,
 * the networks and endpoints it knows from the start, and what it may link to.
 */
import type { Network } from './chain/network';
import type { Hash, NetworkId } from './chain/primitives';

export type Variant = 'workbench' | 'explorer';

/** A transaction worth opening, offered on the home page. */
export type SampleTransaction = { networkId: NetworkId; hash: Hash; name: string; note: string };

export type RuntimeConfig = {
  variant: Variant;
  /** Networks that override or extend the generated list; `rpcUrls` become endpoints of origin `config`. */
  networks: readonly Network[];
  /** The network a path without network segment means. The explorer variant has one per entry of `explorerNetworks`. */
  defaultNetwork: NetworkId;
  /** Explorer variant: this deployment's chain, and the other deployment the header links to. */
  explorer?: { networkId: NetworkId; other?: { name: string; url: string } };
  samples: readonly SampleTransaction[];
  /** URLs, same origin, of build output to import on start: Hardhat, Foundry or standard JSON. */
  buildOutput: readonly string[];
  /** Where the simulator links lead in the explorer variant; absent hides them. */
  simulatorUrl?: string;
  supportUrl?: string;
  thirdParties: { sourcify: string; signatures: string };
};
