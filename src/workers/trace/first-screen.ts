/**
 * What the page of a trace shows first: its summary, what came of the
 * transaction, and the first rows. This browser keeps it, so that the page need
 * not wait until columns and signatures are read: those are read behind it, and
 * what reads otherwise by then is told.
 */
import type { ReceiptWithoutLogs } from '../../core/chain/transaction';
import { saveFirstScreen } from '../../db/first-screen-cache';
import { type Preferences, readPreference } from '../../db/preferences';
import type { FirstScreenRow } from '../../db/rows/first-screen-row';
import type { TraceHandle, TransactionKey } from '../ids';
import type { OpenedTrace } from './open-trace.api';
import type { VisibleIndex } from './rows.api';
import { TraceSession } from './trace-session';

/** As many as the page asks for at once. */
const ROWS_SHOWN = 64;

/** Names this very code: its address has the digest of all it consists of. */
const made = import.meta.url;

/** What the page shows first of an open trace, whose folding is still as it was opened. */
export function firstScreenOf(session: TraceSession, toggles: Preferences['traceToggles']): OpenedTrace {
  const rows = session.window(0 as VisibleIndex, ROWS_SHOWN);
  return { ...session.summary(), first: { rows, outcome: session.outcome(), toggles } };
}

/** The kept first screen, where this code made it, of this inclusion, with the toggles the reader has now. */
export function usableScreen(
  kept: FirstScreenRow | undefined,
  { blockHash }: ReceiptWithoutLogs,
  toggles: Preferences['traceToggles'],
): OpenedTrace | undefined {
  if (kept === undefined || kept.made !== made || kept.blockHash !== blockHash) return undefined;
  const screen = kept.screen as OpenedTrace;
  return sameText(screen.first.toggles, toggles) ? screen : undefined;
}

/** Keeps what the page would show first if it opened the kept trace now. */
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

/** Whether the two show the same, whichever handles they have. */
export function sameScreen(a: OpenedTrace, b: OpenedTrace): boolean {
  const none = 0 as TraceHandle;
  return sameText({ ...a, handle: none }, { ...b, handle: none });
}

/** Whether plain data that was built in the same way is equal. */
function sameText(a: unknown, b: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
  return text(a) === text(b);
}
