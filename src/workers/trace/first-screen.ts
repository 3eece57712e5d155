/**
 * What the page of a trace shows first: the summary, the outcome of the
 * transaction, and the first rows. This browser keeps it, so that the page need
 * not wait for columns and signatures. Those are read behind the first screen,
 * and texts that differ by then are reported.
 */
import type { ReceiptWithoutLogs } from '../../core/chain/transaction';
import { saveFirstScreen } from '../../db/first-screen-cache';
import { type Preferences, readPreference } from '../../db/preferences';
import type { FirstScreenRow } from '../../db/rows/first-screen-row';
import type { TraceHandle, TransactionKey } from '../ids';
import type { OpenedTrace } from './open-trace.api';
import type { VisibleIndex } from './rows.api';
import { TraceSession } from './trace-session';

/** The number of rows that the page asks for at once. */
const ROWS_SHOWN = 64;

/** Identifies this build of the code: the address of the module has a digest of its content. */
const made = import.meta.url;

/** Returns what the page shows first of an open trace. The folding must be that of the opening. */
export function firstScreenOf(session: TraceSession, toggles: Preferences['traceToggles']): OpenedTrace {
  const rows = session.window(0 as VisibleIndex, ROWS_SHOWN);
  return { ...session.summary(), first: { rows, outcome: session.outcome(), toggles } };
}

/** Returns the kept first screen if this build made it, for this block, with the reader's present toggles; else undefined. */
export function usableScreen(
  kept: FirstScreenRow | undefined,
  { blockHash }: ReceiptWithoutLogs,
  toggles: Preferences['traceToggles'],
): OpenedTrace | undefined {
  if (kept === undefined || kept.made !== made || kept.blockHash !== blockHash) return undefined;
  const screen = kept.screen as OpenedTrace;
  return sameText(screen.first.toggles, toggles) ? screen : undefined;
}

/** Saves what the page would show first if it opened the kept trace now. */
export async function keepFirstScreen(key: TransactionKey, session: TraceSession): Promise<void> {
  const { opened, knowledge, trace } = session;
  if (trace.source === 'receipt' || opened.isProvisional) return;
  const [toggles, stepLimit] = await Promise.all([readPreference('traceToggles'), readPreference('stepLimit')]);
  const again = {
    ...opened,
    cached: true,
    skipped: opened.skipped.filter(({ source }) => source !== 'cache'),
    mayImprove: opened.verification === undefined && stepLimit > 0,
  };
  const asOpened =
    session.isAsOpened && opened.cached ? session : new TraceSession(session.handle, key, again, knowledge, toggles);
  const screen = firstScreenOf(asOpened, toggles);
  await saveFirstScreen({ ...key, blockHash: opened.receipt.blockHash, made, screen });
}

/** Whether the two show the same; their handles may differ. */
export function sameScreen(a: OpenedTrace, b: OpenedTrace): boolean {
  const none = 0 as TraceHandle;
  return sameText({ ...a, handle: none }, { ...b, handle: none });
}

/** Whether two values of plain data, whose keys are in the same order, are equal. */
function sameText(a: unknown, b: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
  return text(a) === text(b);
}
