/** Keeps open traces. */

import { isPrecompile } from '../../core/chain/precompiles';
import type { Address } from '../../core/chain/primitives';
import { encodeTrace } from '../../core/trace/binary';
import { evictOver } from '../../db/eviction';
import { readPreference } from '../../db/preferences';
import { saveTrace } from '../../db/save-trace';
import { saveCalledAddresses } from '../../db/transaction-summaries';
import type { TransactionKey } from '../ids';
import type { Opened } from './open-trace';

/**
 * Keeps a trace that was fetched or made, with what a replay of it read, and
 * makes room for it. One made of the receipt alone is made again as quickly,
 * and provisional rows are not what is to be kept.
 */
export async function keepTrace({ networkId, hash }: TransactionKey, opened: Opened): Promise<void> {
  const { trace, receipt, skipped, cached, verification } = opened;
  if (cached || opened.isProvisional || trace.source === 'receipt') return;
  const attempt = verification === undefined ? undefined : await opened.replay?.get();
  const replay = attempt?.replayed &&
    verification && {
      verification,
      block: attempt.replayed.block,
      witness: attempt.replayed.witness,
    };
  await saveTrace({
    networkId,
    hash,
    blockHash: receipt.blockHash,
    bytes: encodeTrace(trace),
    source: trace.source,
    skipped: skipped.filter(({ source }) => source !== 'cache'),
    ...(replay === undefined ? {} : { replay }),
  });
  const { blockNumber, index } = receipt;
  await saveCalledAddresses({ networkId, hash, blockNumber, index }, calledAddresses(opened));
  await evictOver(await readPreference('storageBudget'));
}

/**
 * The addresses that frames of the trace call or whose code they run: those that the transaction involved beside its
 * sender.
 */
function calledAddresses({ trace, transaction }: Opened): readonly Address[] {
  return trace.addresses.filter((address) => address !== transaction.from && !isPrecompile(address));
}
