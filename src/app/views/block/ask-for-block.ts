import { parseBlockNumber, parseHash } from '../../../core/chain/parse';
import type { Hash, NetworkId } from '../../../core/chain/primitives';
import { type Failure, failure } from '../../../core/failure';
import { fail, type Result } from '../../../core/result';
import type { BlockPage } from '../../../workers/chain/chain.api';
import type { Workers } from '../../../workers/client';
import type { JobId } from '../../../workers/ids';

/** The number or the hash in the URL; undefined when it is neither. */
export function blockIn(wanted: string): number | Hash | undefined {
  return parseHash(wanted) ?? parseBlockNumber(wanted);
}

/** Asks for the block that the URL wants. What this browser has kept is the answer, unless `refresh` asks the endpoint. */
export function askForBlock(networkId: NetworkId, wanted: string, refresh = false) {
  const block = blockIn(wanted);
  return async (chain: Workers['chain'], job: JobId): Promise<Result<BlockPage, Failure>> =>
    block === undefined
      ? fail(failure('notFound', 'A block has a number or a hash.'))
      : chain.loadBlock(job, networkId, block, refresh);
}
