/** The config.json that `npm start` serves: one network, at the node that was started or given. */

import { sampleTransactions, transactionNotes } from '../../devnet/names';
import { request } from '../../devnet/rpc';
import { chainId } from '../../devnet/rules';
import type { Manifest } from '../../devnet/seed';
import { StartFailure } from '../../devnet/start-failure';
import { parseRuntimeConfig, type RuntimeConfig } from '../../src/core/config/runtime-config';
import { isLoopback } from '../../src/core/values/loopback';
import { compilerListUrl } from '../solc/served';

export const buildOutputUrl = '/build-output.json';
/** First path segment of the demo chain's pages. */
const demoRoute = 'anvil';

/** Returns the configuration of the demo chain with its samples, and the build output of its contracts. */
export function demoConfig(rpcUrl: string, manifest: Manifest): RuntimeConfig {
  return complete({
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

/** Ids that development nodes of every kind use. */
const DEVELOPMENT: ReadonlySet<number> = new Set([31337, 1337]);

/** Returns the configuration of a node's chain: viem's facts for its id, or just the id. `client` is what the node calls itself. */
export async function ownNodeConfig(rpcUrl: string, id: number, client = ''): Promise<RuntimeConfig> {
  // Loaded only here: the definitions of all chains take a second to load.
  const chains = await import('viem/chains');
  const known = Object.values(chains).find((chain) => chain.id === id);
  const explorer = known && 'blockExplorers' in known ? known.blockExplorers?.default : undefined;
  const currency = known?.nativeCurrency;
  return complete({
    networks: [
      {
        id,
        rpcUrls: [rpcUrl],
        sortOrder: -1,
        ...(known === undefined ? {} : { name: nameOf(known, client, rpcUrl), testnet: known.testnet ?? false }),
        ...(currency === undefined ? {} : { nativeCurrency: currency }),
        ...(explorer === undefined ? {} : { explorers: [{ name: explorer.name, url: explorer.url }] }),
      },
    ],
    defaultNetwork: id,
    thirdParties: { compilers: compilerListUrl },
  });
}

/**
 * The name of a known chain as its node serves it. An id of development chains says nothing of the client; and a node of
 * this machine may have the id of a public chain, as a fork or by a copied configuration.
 */
function nameOf({ id, name }: { id: number; name: string }, client: string, rpcUrl: string): string {
  const known = ['Anvil', 'Hardhat', 'Ganache'].find((each) => client.toLowerCase().startsWith(each.toLowerCase()));
  if (DEVELOPMENT.has(id)) return known ?? `Local chain ${id}`;
  return isLoopback(rpcUrl) ? `${name} (local node)` : name;
}

/** Asks the node at `rpcUrl` for its chain id. Throws a `StartFailure` when none comes within 10 seconds. */
export async function askChainId(rpcUrl: string): Promise<number> {
  const answer = await request(rpcUrl, 'eth_chainId', [], AbortSignal.timeout(10_000)).catch((error: unknown) => {
    throw new StartFailure(`The node at ${rpcUrl} does not answer (${reasonOf(error)}).`);
  });
  const id = Number(answer);
  if (typeof answer === 'string' && Number.isSafeInteger(id) && id > 0) return id;
  throw new StartFailure(`The node at ${rpcUrl} does not state a chain id; is it a JSON-RPC endpoint?`);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'nothing within 10 seconds';
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code || error.message;
}

function complete(config: unknown): RuntimeConfig {
  const parsed = parseRuntimeConfig(config);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
