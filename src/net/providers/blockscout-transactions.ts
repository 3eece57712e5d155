/**
 * Transactions of an address from a Blockscout instance (REST API v2, versions
 * 11 and 12). It learns which addresses are looked at. It lists those that the
 * address sent or received; what was called inside it lists without their
 * transactions, so that part is not asked of it.
 */
import {
  array,
  type InferOutput,
  maxLength,
  nullish,
  number,
  object,
  pipe,
  record,
  regex,
  safeParse,
  string,
  transform,
  union,
} from 'valibot';
import type { NetworkId, Selector } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import { fail, ok } from '../../core/result';
import { address, hash } from '../rpc/fields';
import type { AddressQuestion, TransactionOrigin } from './address-lists';
import { badAnswer, fetchJson } from './fetch-json';
import type { Cursor, Provider } from './provider';

const NAME = 'Blockscout';
const MAX_BYTES = 20 * 1024 * 1024;
/** Rows of one answer; version 12 has at most 100. */
const MAX_ROWS = 1_000;
/** Fields of a cursor, and characters of one. */
const MAX_FIELDS = 20;
const MAX_FIELD = 200;

const decimal = pipe(string(), regex(/^\d{1,78}$/, 'a decimal number was expected'));
const amount = pipe(
  decimal,
  transform((text) => BigInt(text)),
);
const wholeNumber = pipe(union([number(), pipe(decimal, transform(Number))]), transform(Math.trunc));
const party = object({ hash: address });

const item = object({
  hash,
  from: party,
  to: nullish(party),
  created_contract: nullish(party),
  value: amount,
  raw_input: nullish(string()),
  gas_limit: wholeNumber,
  gas_used: nullish(wholeNumber),
  fee: nullish(object({ value: nullish(amount) })),
  status: nullish(string()),
  /** `block` in versions before 7. */
  block_number: nullish(number()),
  block: nullish(number()),
  position: nullish(number()),
  timestamp: nullish(string()),
});

const page = object({
  items: pipe(array(item), maxLength(MAX_ROWS)),
  next_page_params: nullish(record(string(), union([string(), number(), nullish(string())]))),
});

/** Asks the instance whose API is at `baseUrl`, `https://…/api/v2`. */
export function blockscoutTransactions(
  baseUrl: string,
): Provider<AddressQuestion, TransactionSummary, TransactionOrigin> {
  return {
    id: 'blockscout-lists',
    name: NAME,
    origin: 'blockscout',
    allowed: (consent) => consent.addressLists === true,
    async ask({ networkId, address: whose, part }, cursor, signal) {
      if (part === 'internal') return ok({ rows: [] });
      const url = new URL(baseUrl);
      url.pathname = `${url.pathname.replace(/\/+$/, '')}/addresses/${whose}/transactions`;
      for (const [key, value] of new URLSearchParams(cursor ?? '')) url.searchParams.set(key, value);
      const answer = await fetchJson({ name: NAME, url: url.href, maxBytes: MAX_BYTES }, { signal, timeout: 30_000 });
      if (!answer.ok) return answer;
      // HTTP 404: it never saw the address.
      if (answer.value === undefined) return ok({ rows: [] });
      const parsed = safeParse(page, answer.value, { abortEarly: true });
      if (!parsed.success) return fail(badAnswer(NAME, parsed.issues[0].message.slice(0, MAX_FIELD)));
      const { items, next_page_params } = parsed.output;
      const next = cursorOf(next_page_params ?? {});
      return ok({
        rows: items.map((each) => toSummary(networkId, each)),
        ...(next === '' ? {} : { next: next as Cursor }),
      });
    },
  };
}

/** What the instance wants back for the next page, as a query. */
function cursorOf(params: Record<string, string | number | null | undefined>): string {
  const fields = Object.entries(params).flatMap(([key, value]) =>
    value === null || value === undefined || String(value).length > MAX_FIELD ? [] : [[key, String(value)]],
  );
  return new URLSearchParams(fields.slice(0, MAX_FIELDS)).toString();
}

function toSummary(networkId: NetworkId, raw: InferOutput<typeof item>): TransactionSummary {
  const { hash: own, from, to, created_contract: created, value, raw_input: input, status } = raw;
  const summary: TransactionSummary = { networkId, hash: own, from: from.hash, value, gas: raw.gas_limit };
  // Some versions give a creation its contract as receiver.
  if (to && created?.hash !== to.hash) {
    summary.to = to.hash;
    if (/^0x[0-9a-f]{8}/i.test(input ?? '')) summary.selector = (input ?? '').slice(0, 10).toLowerCase() as Selector;
  }
  if (created && status === 'ok') summary.contractAddress = created.hash;
  const blockNumber = raw.block_number ?? raw.block;
  if (blockNumber === null || blockNumber === undefined) return summary;
  summary.blockNumber = blockNumber;
  if (typeof raw.position === 'number') summary.index = raw.position;
  const time = Date.parse(raw.timestamp ?? '');
  if (!Number.isNaN(time)) summary.timestamp = Math.floor(time / 1_000);
  if (status === 'ok' || status === 'error') summary.status = status === 'ok' ? 'success' : 'failed';
  if (typeof raw.gas_used === 'number') summary.gasUsed = raw.gas_used;
  if (typeof raw.fee?.value === 'bigint') summary.fee = raw.fee.value;
  return summary;
}
