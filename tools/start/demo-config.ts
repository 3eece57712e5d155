/** The config.json that `npm start` serves for the demo chain. */

import type { Manifest } from '../../devnet/demo-chain';
import { sampleTransactions, transactionNotes } from '../../devnet/names';
import { chainId } from '../../devnet/rules';
import type { RuntimeConfig } from '../../src/core/config/runtime-config';
import { completeConfig } from '../serving/own-node';
import { compilerListUrl } from '../solc/served';

export const buildOutputUrl = '/build-output.json';
/** First path segment of the demo chain's pages. */
const demoRoute = 'anvil';

/** Returns the configuration of the demo chain with its samples, and the build output of its contracts. */
export function demoConfig(rpcUrl: string, manifest: Manifest): RuntimeConfig {
  return completeConfig({
    networks: [
      {
        id: chainId,
        name: 'Demo chain',
        route: demoRoute,
        routeAliases: ['localhost', 'hardhat', 'foundry'],
        rpcUrls: [rpcUrl],
        testnet: true,
        sortOrder: -1,
      },
    ],
    defaultNetwork: chainId,
    samples: demoSamples(manifest).map(({ name, note, hash }) => ({ networkId: chainId, name, note, hash })),
    labels: Object.entries(manifest.accounts).map(([address, name]) => ({ networkId: chainId, address, name })),
    buildOutput: [buildOutputUrl],
    thirdParties: { compilers: compilerListUrl },
  });
}

/** Returns name, note, hash and path of the transactions that are offered to begin with. */
export function demoSamples(manifest: Manifest): { name: string; note: string; hash: string; path: string }[] {
  const hashes = new Map(manifest.transactions.map(({ name, hash }) => [name, hash]));
  return sampleTransactions.flatMap((name) => {
    const hash = hashes.get(name);
    return hash === undefined ? [] : [{ name, note: transactionNotes[name], hash, path: `/${demoRoute}/tx/${hash}` }];
  });
}
