import type { Attempt, Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import type { Consent, Cursor, Page, Provider, SkippedProvider } from './provider';

export type AskOptions = { consent: Consent; signal: AbortSignal };

/**
 * Returns a page from the best provider that the reader allows and that has
 * rows; the best come first. Those before it are listed with the reason why
 * they gave none. The next page comes from the provider of the first: its
 * cursor says whose it is. Fails with the first failure when nobody had rows
 * and somebody could not answer, since then it is open whether there are any.
 */
export async function askProviders<Question, Row, Origin extends string>(
  providers: readonly Provider<Question, Row, Origin>[],
  question: Question,
  { consent, signal }: AskOptions,
  cursor?: Cursor,
): Promise<Result<Page<Row, Origin>, Failure>> {
  const from = cursor === undefined ? undefined : readCursor(cursor);
  const skipped: SkippedProvider[] = [];
  const attempts: Attempt[] = [];
  let failed: Failure | undefined;
  for (const provider of providers) {
    if (from !== undefined && from.id !== provider.id) continue;
    if (!provider.allowed(consent)) {
      skipped.push({ provider: provider.name, reason: 'It is not switched on.' });
      continue;
    }
    signal.throwIfAborted();
    const page = await provider.ask(question, from?.cursor, signal);
    if (!page.ok) {
      failed ??= page.error;
      attempts.push(...page.error.attempts);
      skipped.push({ provider: provider.name, reason: page.error.message });
      continue;
    }
    const { rows, next } = page.value;
    if (rows.length > 0 || next !== undefined || from !== undefined) {
      const { origin, id } = provider;
      return ok({ rows, origin, skipped, ...(next === undefined ? {} : { next: cursorOf(id, next) }) });
    }
    skipped.push({ provider: provider.name, reason: 'It does not know it.' });
  }
  return failed === undefined ? ok({ rows: [], skipped }) : fail({ ...failed, attempts });
}

/** Returns the rows of all pages. */
export async function askAllPages<Question, Row, Origin extends string>(
  providers: readonly Provider<Question, Row, Origin>[],
  question: Question,
  options: AskOptions,
): Promise<Result<Page<Row, Origin>, Failure>> {
  const first = await askProviders(providers, question, options);
  if (!first.ok) return first;
  const rows = [...first.value.rows];
  for (let { next } = first.value; next !== undefined; ) {
    const page = await askProviders(providers, question, options, next);
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    next = page.value.next;
  }
  const { next: _, ...rest } = first.value;
  return ok({ ...rest, rows });
}

/** Provider ids have no blank. */
function cursorOf(id: string, cursor: Cursor): Cursor {
  return `${id} ${cursor}` as Cursor;
}

function readCursor(cursor: Cursor): { id: string; cursor: Cursor } {
  const blank = cursor.indexOf(' ');
  return { id: cursor.slice(0, blank), cursor: cursor.slice(blank + 1) as Cursor };
}
