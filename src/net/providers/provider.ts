/**
 * Providers: services that are no node and answer a question about a chain, one
 * page of rows after the other. A question learns what the reader looks at, so
 * a provider is only asked where the reader allows it.
 */

import type { Address, NetworkId } from '../../core/chain/primitives';
import type { Brand } from '../../core/values/brand';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';

/** A question about one contract. */
export type ContractQuestion = { networkId: NetworkId; address: Address };

/** What the reader allowed, by the id of the provider; absent means no. */
export type Consent = Readonly<Record<string, boolean>>;

/** Where the next page begins, in the words of the provider that gave it: only that one understands it. May be kept. */
export type Cursor = Brand<string, 'Cursor'>;

/** A provider that gave nothing, and why. */
export type SkippedProvider = { provider: string; reason: string };

export type Page<Row, Origin extends string = string> = {
  rows: readonly Row[];
  /** Absent on the last page. */
  next?: Cursor;
  /** The provider that gave the rows; absent where none has any. */
  origin?: Origin;
  /** Better providers that were not asked, or gave nothing. */
  skipped: readonly SkippedProvider[];
};

export type Provider<Question, Row, Origin extends string = string> = {
  /** Name of the provider in the reader's consent. */
  readonly id: string;
  /** Name that the reader knows it by: `Sourcify`. */
  readonly name: string;
  /** Origin that rows from it state. */
  readonly origin: Origin;
  allowed(consent: Consent): boolean;
  /** A question with one answer has a page with one row, or with none where the provider does not know the thing. */
  ask(question: Question, cursor: Cursor | undefined, signal: AbortSignal): Promise<Result<ProviderPage<Row>, Failure>>;
};

/** A page as one provider gives it. */
export type ProviderPage<Row> = Pick<Page<Row>, 'rows' | 'next'>;

/** Returns the page of a question with at most one answer. */
export function pageOf<Row>(row: Row | undefined): ProviderPage<Row> {
  return { rows: row === undefined ? [] : [row] };
}

/** Returns a provider whose rows count once `accept` took them; what it refuses is a failure of the provider. */
export function withAccepted<Question, Row, Accepted, Origin extends string>(
  provider: Provider<Question, Row, Origin>,
  accept: (row: Row, origin: Origin) => Promise<Result<Accepted, Failure>>,
): Provider<Question, Accepted, Origin> {
  return {
    ...provider,
    async ask(question, cursor, signal) {
      const page = await provider.ask(question, cursor, signal);
      if (!page.ok) return page;
      const rows: Accepted[] = [];
      for (const row of page.value.rows) {
        const accepted = await accept(row, provider.origin);
        if (!accepted.ok) return accepted;
        rows.push(accepted.value);
      }
      return { ok: true, value: { ...page.value, rows } };
    },
  };
}
