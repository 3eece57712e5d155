/** The first screen that this browser keeps of a trace. Reading it needs no code for traces: the page shows it while that is loaded. */
import type { Hash } from '../../core/chain/primitives';
import { askKept } from '../../db/database';
import type { TransactionKey } from '../ids';
import type { OpenedTrace } from './open-trace.api';

/**
 * Identifies this build of the code: the address of the module has a digest of its content, which names the files with the
 * code for traces by their digests.
 */
export const THIS_BUILD = import.meta.url;

/** A kept first screen, and the hash of the block that it was made for. */
export type KeptScreen = { blockHash: Hash; screen: OpenedTrace };

/** Returns the kept first screen if this build made it, with the reader's present toggles; else undefined. Its handle is of an earlier opening. */
export function readKeptScreen(key: TransactionKey): Promise<KeptScreen | undefined> {
  return askKept(undefined, () => readScreen(key));
}

async function readScreen(key: TransactionKey): Promise<KeptScreen | undefined> {
  const [{ readPreference }, { readFirstScreen }] = await Promise.all([
    import('../../db/preferences'),
    import('../../db/first-screen-cache'),
  ]);
  const [toggles, kept] = await Promise.all([readPreference('traceToggles'), readFirstScreen(key)]);
  if (kept === undefined || kept.made !== THIS_BUILD) return undefined;
  const screen = kept.screen as OpenedTrace;
  return sameText(screen.first.toggles, toggles) ? { blockHash: kept.blockHash, screen } : undefined;
}

/** Whether two values of plain data, whose keys are in the same order, are equal. */
export function sameText(a: unknown, b: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
  return text(a) === text(b);
}
