/**
 * What the page of a trace shows first: the summary, the outcome of the
 * transaction, and the first rows. This browser keeps it, so that the page need
 * not wait for columns and signatures. Those are read behind the first screen,
 * and texts that differ by then are reported.
 */
import { saveFirstScreen } from '../../db/first-screen-cache';
import { type Preferences, readPreference } from '../../db/preferences';
import type { TraceHandle, TransactionKey } from '../ids';
import { sameText, THIS_BUILD } from './kept-screen';
import type { OpenedTrace } from './open-trace.api';
import type { VisibleIndex } from './rows.api';
import { TraceSession } from './trace-session';

/** The number of rows that the page asks for at once. */
const ROWS_SHOWN = 64;

/** Returns what the page shows first of an open trace. The folding must be that of the opening. */
export function firstScreenOf(session: TraceSession, toggles: Preferences['traceToggles']): OpenedTrace {
  const rows = session.window(0 as VisibleIndex, ROWS_SHOWN);
  return { ...session.summary(), first: { rows, outcome: session.outcome(), toggles } };
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
  await saveFirstScreen({ ...key, blockHash: opened.receipt.blockHash, made: THIS_BUILD, screen });
}

/** Whether the two show the same; their handles may differ. */
export function sameScreen(a: OpenedTrace, b: OpenedTrace): boolean {
  const none = 0 as TraceHandle;
  return sameText({ ...a, handle: none }, { ...b, handle: none });
}
