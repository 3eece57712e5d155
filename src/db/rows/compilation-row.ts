/**
 * Table `compilations`: runs of a compiler, as standard JSON input and output, gzip over UTF-8. Either may be kept
 * before the other.
 */
import * as v from 'valibot';
import { buffer, rowReader } from './fields';

const row = v.object({
  id: v.string(),
  version: v.string(),
  input: v.exactOptional(buffer),
  output: v.exactOptional(buffer),
  /** For each hash of code that this run did not produce although somebody said so, the sentence that says why. */
  refused: v.exactOptional(v.record(v.string(), v.string())),
});

export type CompilationRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromCompilationRow = rowReader(row);
