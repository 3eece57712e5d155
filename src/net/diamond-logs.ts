/** eth_getLogs for the events by which diamonds tell what they cut (EIP-2535, DiamondCut). */
import { array, nullish, object, pipe, transform } from 'valibot';
import type { Address, Hash } from '../core/chain/primitives';
import { DIAMOND_CUT, type FacetCut, parseCuts } from '../core/contract/proxies/diamond';
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import { blockParam, type ReadOptions } from './chain-reader';
import { bytes, hash, quantity } from './rpc/fields';
import type { Rpc } from './rpc/rpc';

/** One event, which may change several facets at once. */
type LoggedCut = { cuts: readonly FacetCut[]; blockNumber: number; logIndex: number; transaction: Hash };

const log = object({
  data: bytes,
  blockNumber: nullish(quantity),
  logIndex: nullish(quantity),
  transactionHash: nullish(hash),
});

/** Cuts that the contract told of in these blocks, both included, oldest first. Logs that hold no cuts are left out. */
export function fetchDiamondCuts(
  rpc: Rpc,
  diamond: Address,
  { from, to }: { from: number; to: number },
  options: ReadOptions = {},
): Promise<Result<readonly LoggedCut[], Failure>> {
  const filter = {
    address: diamond,
    fromBlock: blockParam(from),
    toBlock: blockParam(to),
    topics: [DIAMOND_CUT],
  };
  return rpc.request('eth_getLogs', [filter], loggedCuts, options);
}

const loggedCuts = pipe(
  array(log),
  transform((logs) =>
    logs
      .flatMap(({ data, blockNumber, logIndex, transactionHash }): LoggedCut[] => {
        const cuts = parseCuts(data);
        if (cuts === undefined || blockNumber == null || logIndex == null || transactionHash == null) return [];
        return [{ cuts, blockNumber, logIndex, transaction: transactionHash }];
      })
      .toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex),
  ),
);
