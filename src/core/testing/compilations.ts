/** The compiler runs of a project, read when they are first asked for. */
import type { Compilation } from '../source/compiled/compilation';
import { parseCompilation } from '../source/compiled/parse-compilation';
import type { TestProject } from './project';

const kept = new WeakMap<TestProject, readonly Compilation[]>();

/** Returns what the build says of its sources; none where it has no build info. Linear in it, once for a project. */
export function compilationsOf(project: TestProject): readonly Compilation[] {
  let found = kept.get(project);
  if (found === undefined) {
    found = project.runs.flatMap((run) => {
      const read = parseCompilation(run);
      return read.ok ? [read.value] : [];
    });
    kept.set(project, found);
  }
  return found;
}
