/** Pages of lists of a Blockscout instance (REST API v2): its cursor is the fields that it wants back for the next page. */
import {
  array,
  type GenericSchema,
  maxLength,
  nullish,
  number,
  object,
  pipe,
  record,
  safeParse,
  string,
  union,
} from 'valibot';
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { badAnswer, fetchJson } from './fetch-json';
import type { Consent, Cursor, ProviderPage } from './provider';

const NAME = 'Blockscout';
const MAX_BYTES = 20 * 1024 * 1024;
/** Rows of one answer; version 12 has at most 100. */
const MAX_ROWS = 1_000;
/** Fields of a cursor, and characters of one. */
const MAX_FIELDS = 20;
const MAX_FIELD = 200;

/** The fields that all providers of a Blockscout's lists have. */
export const BLOCKSCOUT_LISTS = {
  id: 'blockscout-lists',
  name: NAME,
  origin: 'blockscout',
  allowed: (consent: Consent) => consent.addressLists === true,
} as const;

/**
 * Sends GET `path` to the API at `baseUrl`, `https://…/api/v2`; `path` may have a query. Without rows where the
 * instance does not know the thing (HTTP 404).
 */
export async function askBlockscout<Item>(
  baseUrl: string,
  path: string,
  item: GenericSchema<unknown, Item>,
  cursor: Cursor | undefined,
  signal: AbortSignal,
): Promise<Result<ProviderPage<Item>, Failure>> {
  const url = new URL(baseUrl);
  const [below = '', query = ''] = path.split('?');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${below}`;
  for (const [key, value] of [...new URLSearchParams(query), ...new URLSearchParams(cursor ?? '')]) {
    url.searchParams.set(key, value);
  }
  const answer = await fetchJson({ name: NAME, url: url.href, maxBytes: MAX_BYTES }, { signal, timeout: 30_000 });
  if (!answer.ok) return answer;
  if (answer.value === undefined) return ok({ rows: [] });
  const parsed = safeParse(pageOf(item), answer.value, { abortEarly: true });
  if (!parsed.success) return fail(badAnswer(NAME, parsed.issues[0].message.slice(0, MAX_FIELD)));
  const { items, next_page_params } = parsed.output;
  const next = cursorOf(next_page_params ?? {});
  return ok({ rows: items, ...(next === '' ? {} : { next: next as Cursor }) });
}

/** Returns the seconds since the epoch of a time as Blockscout writes it; undefined where it is none. */
export function secondsOf(timestamp: string | null | undefined): number | undefined {
  const time = Date.parse(timestamp ?? '');
  return Number.isNaN(time) ? undefined : Math.floor(time / 1_000);
}

function pageOf<Item>(item: GenericSchema<unknown, Item>) {
  return object({
    items: pipe(array(item), maxLength(MAX_ROWS)),
    next_page_params: nullish(record(string(), union([string(), number(), nullish(string())]))),
  });
}

/** Writes the parameters that the instance wants back for the next page, as a query. */
function cursorOf(params: Record<string, string | number | null | undefined>): string {
  const fields = Object.entries(params).flatMap(([key, value]) =>
    value === null || value === undefined || String(value).length > MAX_FIELD ? [] : [[key, String(value)]],
  );
  return new URLSearchParams(fields.slice(0, MAX_FIELDS)).toString();
}
