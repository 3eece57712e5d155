/** Table `traces`: the columns of a trace as one buffer in the format of core/trace/binary, and what a replay read. */
import * as v from 'valibot';
import { storedBlock } from './block-row';
import { buffer, count, hash, list, rowReader, rowWriter, transactionKey } from './fields';
import { storedChecks } from './trace-checks-row';

const bytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array);
/**
 * All that an execution read. Addresses are 20 bytes, other values 32. `code` is an index into `codes`; `storage` has
 * keys and values in turn.
 */
export const storedWitness = v.object({
  accounts: list(
    v.object({
      address: bytes,
      balance: bytes,
      nonce: v.bigint(),
      code: count,
      exists: v.boolean(),
      storage: bytes,
    }),
  ),
  codes: list(bytes),
  hashes: list(v.object({ number: count, hash: bytes })),
});

/** What was compared of a replay, and all that it read. */
const replay = v.object({
  verification: v.object({
    origin: v.picklist(['prestateTracer', 'rpc']),
    compared: v.object({
      status: v.boolean(),
      gasUsed: count,
      logs: count,
      earlier: count,
      accessList: v.exactOptional(v.picklist(['committed', 'stated'])),
      witness: v.exactOptional(v.literal(true)),
      fork: v.exactOptional(count),
    }),
    /** What was checked by hashes when the trace was kept. Later checks are in `traceChecks`. */
    checked: v.exactOptional(storedChecks),
    steps: count,
  }),
  block: storedBlock,
  witness: storedWitness,
});

const row = v.object({
  ...transactionKey,
  /** Names the inclusion that the trace belongs to. */
  blockHash: hash,
  bytes: buffer,
  /** How the trace was made. */
  source: v.string(),
  /** The trace came from a trace file, whose maker answers for it. */
  fromFile: v.exactOptional(v.literal(true)),
  /** Better trace methods that were not used, each with the reason. */
  skipped: v.exactOptional(
    list(
      v.object({
        source: v.string(),
        reason: v.string(),
        differs: v.exactOptional(v.boolean()),
        contradiction: v.exactOptional(v.string()),
        needsArchive: v.exactOptional(v.boolean()),
      }),
    ),
  ),
  /** Present where the trace comes from a replay. */
  replay: v.exactOptional(replay),
});

export type KeptReplay = v.InferOutput<typeof replay>;
export type KeptTrace = v.InferOutput<typeof row>;

export const toTraceRow = rowWriter(row);

/** Undefined where the row is damaged. The bytes are checked when they are decoded. */
export const fromTraceRow = rowReader(row);
