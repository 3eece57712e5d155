/** Keeps open traces, and what the page shows of them first, so that it need not wait for columns and signatures. */

import { isPrecompile } from '../../../core/chain/precompiles';
import type { Address } from '../../../core/chain/primitives';
import { encodeTrace } from '../../../core/trace/binary';
import { saveCalledAddresses } from '../../../db/chain/transaction-summaries';
import { isDatabaseLeftOut } from '../../../db/database';
import { readPreference } from '../../../db/reader/preferences';
import { evictOver } from '../../../db/storage/eviction';
import { saveFirstScreen } from '../../../db/traces/first-screen-cache';
import { saveTrace } from '../../../db/traces/save-trace';
import type { TransactionKey } from '../../ids';
import type { Opened } from '../opened';
import { TraceSession } from '../trace-session';
import { THIS_BUILD } from './this-build';

/**
 * Keeps a trace that was fetched or made, with what a replay of it read, and
 * makes room for it. One made of the receipt alone is made again as quickly,
 * and provisional rows are not what is to be kept.
 */
export async function keepTrace({ networkId, hash }: TransactionKey, opened: Opened): Promise<void> {
  const { trace, receipt, skipped, cached, verification } = opened;
  if (cached || opened.isProvisional || trace.source === 'receipt' || isDatabaseLeftOut()) return;
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

/** Keeps what the page would show first if it opened the kept trace now. */
export async function keepFirstScreen(key: TransactionKey, session: TraceSession): Promise<void> {
  const { opened, knowledge, trace } = session;
  if (trace.source === 'receipt' || opened.isProvisional || isDatabaseLeftOut()) return;
  const [toggles, stepLimit] = await Promise.all([readPreference('traceToggles'), readPreference('stepLimit')]);
  const again = {
    ...opened,
    cached: true,
    skipped: opened.skipped.filter(({ source }) => source !== 'cache'),
    mayImprove: opened.verification === undefined && stepLimit > 0,
  };
  const asOpened =
    session.isAsOpened && opened.cached ? session : new TraceSession(session.handle, key, again, knowledge, toggles);
  await saveFirstScreen({
    ...key,
    made: THIS_BUILD,
    blockHash: opened.receipt.blockHash,
    screen: asOpened.firstScreen(toggles),
  });
}

/**
 * The addresses that frames of the trace call or whose code they run: those that the transaction involved beside its
 * sender.
 */
function calledAddresses({ trace, transaction }: Opened): readonly Address[] {
  return trace.addresses.filter((address) => address !== transaction.from && !isPrecompile(address));
}
