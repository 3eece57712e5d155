/** Table `testFiles`: the files of a project with tests, as its build wrote them but for the trees of artefacts. */
import * as v from 'valibot';
import { buffer, count, rowReader } from './fields';

const row = v.object({
  projectId: v.string(),
  /** Path from the project's root: `out/Token.t.sol/TokenTest.json`. */
  path: v.string(),
  /** Milliseconds since the epoch. */
  changedAt: v.number(),
  /** Bytes of the file. */
  size: count,
  bytes: buffer,
});

export type TestFileRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromTestFileRow = rowReader(row);
