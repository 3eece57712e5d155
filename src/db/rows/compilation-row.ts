/** Table `compilations`: runs of a compiler, standard JSON in and out, gzip over UTF-8. One half may come before the other. */
import * as v from 'valibot';
import { buffer, parseRow } from './fields';

const row = v.object({
  id: v.string(),
  version: v.string(),
  input: v.exactOptional(buffer),
  output: v.exactOptional(buffer),
  /** Code hashes that this run did not produce although somebody said so, each with the sentence that says why. */
  refused: v.exactOptional(v.record(v.string(), v.string())),
});

export type CompilationRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export function fromCompilationRow(stored: unknown): CompilationRow | undefined {
  return parseRow(row, stored);
}
