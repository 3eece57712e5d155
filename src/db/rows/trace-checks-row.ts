/**
 * Table `traceChecks`: what was checked of a replay after its trace was kept. A row of its own, because a row of
 * `traces` may have hundreds of megabytes and is written as a whole.
 */
import * as v from 'valibot';
import { FAMILY_NAMES } from '../../core/evm/families/family-names';
import { Fork } from '../../core/evm/rules/forks';
import { count, hash, list, rowReader, rowWriter, transactionKey } from './fields';

/** `UsedRules` of core/proof/proof-level.ts. */
export const storedRules = v.object({
  fork: v.picklist(Object.values(Fork)),
  family: v.exactOptional(v.picklist(FAMILY_NAMES)),
  basis: v.exactOptional(v.picklist(['receipt', 'tried'])),
});

export const storedChecks = v.object({
  unchecked: list(v.string()),
  isIncluded: v.boolean(),
  notIncluded: v.exactOptional(v.string()),
  state: v.exactOptional(
    v.variant('isProven', [
      v.object({ isProven: v.literal(true), accounts: count, slots: count }),
      v.object({ isProven: v.literal(false), reason: v.string() }),
    ]),
  ),
  agreeing: v.exactOptional(list(v.string())),
  disagreeing: v.exactOptional(list(v.string())),
  linked: v.exactOptional(v.object({ first: count, last: count })),
  contradiction: v.exactOptional(v.string()),
  calls: v.exactOptional(count),
  // A file has no word on this: it cannot say of a chain that a development node made it.
  rules: v.exactOptional(v.object({ ...storedRules.entries, hardfork: v.exactOptional(v.string()) })),
});

/** What was checked beyond the execution. All but the first two are checked after the rows of the trace are shown. */
export type KeptChecks = v.InferOutput<typeof storedChecks>;

const row = v.object({ ...transactionKey, blockHash: hash, checked: storedChecks });

/** `blockHash` names the inclusion that was checked. */
export type TraceChecksRow = v.InferOutput<typeof row>;

export const toTraceChecksRow = rowWriter(row);

/** Undefined where the row is damaged. */
export const fromTraceChecksRow = rowReader(row);
