import { type BlockTag, parseBlockNumber, parseBlockTag, parseHash } from '../../../core/chain/parse';
import type { Hash, NetworkId } from '../../../core/chain/primitives';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, type Result } from '../../../core/values/result';
import type { BlockPage } from '../../../workers/chain/chain.api';
import type { Workers } from '../../../workers/client';
import type { JobId } from '../../../workers/ids';

/** Returns the number, hash or tag in the URL; undefined when it is none of them. */
export function blockIn(wanted: string): number | Hash | BlockTag | undefined {
  return parseHash(wanted) ?? parseBlockNumber(wanted) ?? parseBlockTag(wanted);
}

/** Asks for the block that the URL wants. What this browser has kept is the answer, unless `refresh` asks the endpoint. */
export function askForBlock(networkId: NetworkId, wanted: string, refresh = false) {
  const block = blockIn(wanted);
  return async (chain: Workers['chain'], job: JobId): Promise<Result<BlockPage, Failure>> =>
    block === undefined
      ? fail(
          failure(
            'notFound',
            'A block has a number or a hash, or is named latest, safe, finalized, pending or earliest.',
          ),
        )
      : chain.loadBlock(job, networkId, block, refresh);
}
