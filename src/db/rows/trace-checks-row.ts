/**
 * Table `traceChecks`: what was checked of a replay after its trace was kept. A row of its own, because a row of
 * `traces` may have hundreds of megabytes and is written as a whole.
 */
import * as v from 'valibot';
import type { Hash } from '../../core/chain/primitives';
import { count, definedFields, hash, parseRow, transactionKey } from './fields';
import type { TransactionId } from './transaction-row';

/** What was checked beyond the execution. All but the first two are checked after the rows of the trace are shown. */
export type KeptChecks = {
  unchecked: readonly string[];
  isIncluded: boolean;
  notIncluded?: string;
  state?: { isProven: true; accounts: number; slots: number } | { isProven: false; reason: string };
  agreeing?: readonly string[];
  disagreeing?: readonly string[];
  linked?: { first: number; last: number };
  contradiction?: string;
  calls?: number;
};

export const storedChecks = v.object({
  unchecked: v.array(v.string()),
  isIncluded: v.boolean(),
  notIncluded: v.exactOptional(v.string()),
  state: v.exactOptional(
    v.variant('isProven', [
      v.object({ isProven: v.literal(true), accounts: count, slots: count }),
      v.object({ isProven: v.literal(false), reason: v.string() }),
    ]),
  ),
  agreeing: v.exactOptional(v.array(v.string())),
  disagreeing: v.exactOptional(v.array(v.string())),
  linked: v.exactOptional(v.object({ first: count, last: count })),
  contradiction: v.exactOptional(v.string()),
  calls: v.exactOptional(count),
});

const row = v.object({ ...transactionKey, blockHash: hash, checked: storedChecks });

/** `blockHash` names the inclusion that was checked. */
export type TraceChecksRow = TransactionId & { blockHash: Hash; checked: KeptChecks };

export function toTraceChecksRow(
  { networkId, hash }: TransactionId,
  blockHash: Hash,
  given: KeptChecks,
): TraceChecksRow {
  const { unchecked, isIncluded, notIncluded, state, agreeing, disagreeing, linked, contradiction, calls } = given;
  const checked = { unchecked, isIncluded, notIncluded, state, agreeing, disagreeing, linked, contradiction, calls };
  return { networkId, hash, blockHash, checked: definedFields(checked) };
}

/** Undefined where the row is damaged. */
export function fromTraceChecksRow(stored: unknown): TraceChecksRow | undefined {
  return parseRow(row, stored);
}
