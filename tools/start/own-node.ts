/** What somebody else's node says of itself, for the lines that `npm start -- --rpc` prints. */
import { request } from '../../devnet/rpc';
import { harmlessText } from '../../src/core/text/harmless';

/** How far back a block with a transaction is looked for: development chains mine one for each, others hold some in each. */
const LOOK_BACK = 20;
/** For every question but the chain id, ms: they only serve the greeting. */
const PATIENCE = 5_000;

export type OwnNode = {
  chainId: number;
  /** As web3_clientVersion states it; absent where the node does not. */
  client?: string;
  height?: number;
  /** The newest transaction that was found, and its block. */
  newest?: { hash: string; block: number };
};

/** Asks the node at `rpcUrl` of itself. What it does not answer is left out. */
export async function describeNode(rpcUrl: string, chainId: number): Promise<OwnNode> {
  const ask = (method: string, params: readonly unknown[]) =>
    request(rpcUrl, method, params, AbortSignal.timeout(PATIENCE)).catch(() => undefined);
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
