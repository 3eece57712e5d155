/** Somebody else's node: its chain id, what it says of itself, and the configuration that the app is served with for it. */
import { request } from '../../devnet/rpc';
import { StartFailure } from '../../devnet/start-failure';
import { parseRuntimeConfig, type RuntimeConfig } from '../../src/core/config/runtime-config';
import { harmlessText } from '../../src/core/text/harmless';
import { isLoopback } from '../../src/core/values/loopback';
import { compilerListUrl } from '../solc/served';

/**
 * Blocks that are searched back for one with a transaction: development chains mine one for each, others hold some in
 * each.
 */
const LOOK_BACK = 20;
/** Time for every question but the chain id, ms: their answers only serve the greeting. */
const PATIENCE = 5_000;
/** Bytes of an answer: what is asked is a number, a name, or the hashes of a block. */
const MOST = 4 << 20;

export type OwnNode = {
  chainId: number;
  /** The answer to web3_clientVersion; absent where the node does not give it. */
  client?: string;
  height?: number;
  /** The newest transaction that was found, and its block. */
  newest?: { hash: string; block: number };
};

/** Asks the node at `rpcUrl` of itself. What it does not answer is left out. */
export async function describeNode(rpcUrl: string, chainId: number): Promise<OwnNode> {
  const ask = (method: string, params: readonly unknown[]) =>
    request(rpcUrl, method, params, AbortSignal.timeout(PATIENCE), MOST).catch(() => undefined);
  const [client, answer] = await Promise.all([ask('web3_clientVersion', []), ask('eth_blockNumber', [])]);
  const height = typeof answer === 'string' && /^0x[0-9a-f]{1,12}$/i.test(answer) ? Number(answer) : undefined;
  const newest = height === undefined ? undefined : await findNewest(ask, height);
  return {
    chainId,
    ...(typeof client === 'string' && client !== '' ? { client: harmlessText(client, 80) } : {}),
    ...(height === undefined ? {} : { height }),
    ...(newest === undefined ? {} : { newest }),
  };
}

/** Describes a node in one line: chain id, client and height. */
export function nodeLine({ chainId, client, height }: OwnNode): string {
  const parts = [`chain ${chainId}`, client, height === undefined ? undefined : `block ${height}`];
  return parts.filter((part) => part !== undefined).join(' · ');
}

async function findNewest(
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
  height: number,
): Promise<OwnNode['newest']> {
  for (let block = height; block >= Math.max(0, height - LOOK_BACK); block--) {
    const answer = await ask('eth_getBlockByNumber', [`0x${block.toString(16)}`, false]);
    if (typeof answer !== 'object' || answer === null || !('transactions' in answer)) return undefined;
    const { transactions } = answer;
    const hash: unknown = Array.isArray(transactions) ? transactions.at(-1) : undefined;
    if (typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash)) return { hash, block };
  }
  return undefined;
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
  return completeConfig({
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

/** No chain answers at an endpoint. */
export class NoChain extends StartFailure {}

/** Asks the node at `rpcUrl` for its chain id. Throws a `NoChain` when none comes within 10 seconds. */
export async function askChainId(rpcUrl: string): Promise<number> {
  const answer = await request(rpcUrl, 'eth_chainId', [], AbortSignal.timeout(10_000), MOST).catch((error: unknown) => {
    throw new NoChain(`The node at ${shownUrl(rpcUrl)} does not answer (${reasonOf(error)}).`);
  });
  const id = Number(answer);
  if (typeof answer === 'string' && Number.isSafeInteger(id) && id > 0) return id;
  throw new NoChain(`The node at ${shownUrl(rpcUrl)} does not state a chain id; is it a JSON-RPC endpoint?`);
}

/** The URL without name and password. */
function shownUrl(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'nothing within 10 seconds';
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  if (error instanceof RangeError) return 'its answer does not end';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code || error.message;
}

/** Returns the configuration with its defaults. Throws what is wrong with it. */
export function completeConfig(config: unknown): RuntimeConfig {
  const parsed = parseRuntimeConfig(config);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
