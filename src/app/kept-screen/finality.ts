/** Whether what a page shows can change no more: a block or a transaction that the chain has made final. */
import type { NetworkId } from '../../core/chain/primitives';
import { isLoopback } from '../../core/values/loopback';
import { isVirtual } from '../../core/virtual/virtual-url';
import { readEndpoints } from '../../db/networks/endpoints';
import type { Wiring } from '../wiring';

/**
 * Returns what tells whether the page at a path is final. An endpoint is asked how far a chain is final once, and again
 * for later blocks. A chain on this machine may begin anew with the same numbers, so nothing of it is final.
 */
export function createFinality(wiring: Wiring): (path: string, root: Element) => Promise<boolean> {
  const finalized = new Map<NetworkId, number>();
  return async (path, root) => {
    const block = blockOf(path, root);
    if (block === undefined) return false;
    const network = await wiring.network(block.segment);
    if (network === undefined || isVirtual(network) || (await isLocal(network))) return false;
    const known = finalized.get(network.id);
    if (known !== undefined && block.number <= known) return true;
    const answer = await wiring.workers.chain.finality(network.id).catch(() => undefined);
    if (answer?.finalized === undefined) return false;
    finalized.set(network.id, answer.finalized);
    return block.number <= answer.finalized;
  };
}

type Place = { segment: string | undefined; number: number };

/** The block that the page is about, or that its transaction is in; undefined where it is about something else. */
function blockOf(path: string, root: Element): Place | undefined {
  const [, segment, kind, name] = /^(?:\/([^/]+))?\/(tx|block)\/([^/]+)/.exec(path) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const link = root.querySelector('main article header a[href*="/block/"]')?.getAttribute('href');
  const number = Number(kind === 'block' ? name : link?.split('/').at(-1));
  return Number.isSafeInteger(number) ? { segment, number } : undefined;
}

async function isLocal({ id, rpcUrls }: { id: NetworkId; rpcUrls: readonly string[] }): Promise<boolean> {
  const own = await readEndpoints(id);
  return rpcUrls.some(isLoopback) || own.some(({ url }) => isLoopback(url));
}
