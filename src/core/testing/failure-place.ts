/** Where a test failed and of what: it is executed once more with everything recorded, and its stack trace read. */
import { selectorOf } from '../abi/signature';
import { bytesToHex } from '../chain/hex';
import type { StackFrame } from '../source/errors/stack-frame';
import { stackTraceOf } from '../source/errors/stack-trace';
import { FrameInSource, type SourcedTrace } from '../source/frame-in-source';
import { openFunctions } from '../source/open-functions';
import { sourcesOfTrace } from '../source/trace-sources';
import { VM_ADDRESS } from './cheats/vm';
import { compilationsOf } from './compilations';
import type { TestHost } from './host';
import { isLibraryFile } from './library-file';
import type { TestProject } from './project';
import { recordTest, type WhichTest } from './record-test';
import type { RecordedCall } from './recorded-test';
import type { SourceLine, ValueRead } from './result';
import { valuesRead } from './values-read';

/** What an assertion of old does that fails: `vm.store(vm, "failed", …)`. */
const NOTES_FAILURE =
  selectorOf('store(address,bytes32,bytes32)') + VM_ADDRESS.slice(2).toLowerCase().padStart(64, '0');

/**
 * Returns where the test failed, and what the statement there read. The place is the innermost line of the stack trace in the file of the test's contract; where it has none there, the
 * innermost one of the project, then any. Undefined where the build has no source maps, and where nothing says.
 */
export async function failureOf(
  project: TestProject,
  which: WhichTest,
  host: TestHost,
): Promise<{ place: SourceLine; reads: readonly ValueRead[] } | undefined> {
  const compilations = compilationsOf(project);
  if (compilations.length === 0) return undefined;
  const recorded = await recordTest(project, which, host);
  if (!recorded.ok) return undefined;
  const known = compilations.flatMap((compilation) =>
    compilation.contracts.map((contract) => ({ compilation, contract })),
  );
  const file = which.suite.slice(0, which.suite.lastIndexOf(':'));
  const { calls } = recorded.value;
  for (let last = calls.length - 1; last >= 0; last--) {
    const sources = sourcedTrace(calls[last].recording, known);
    const lines = stackTraceOf(sources);
    const placed = (lines.length > 0 ? lines : notedFailure(sources)).filter(({ line }) => line > 0);
    const found =
      placed.findLast((line) => line.file === file) ??
      placed.findLast((line) => !isLibraryFile(line.file, project.settings.dependencies)) ??
      placed.at(-1);
    if (found === undefined) continue;
    const before = calls
      .slice(0, last)
      .map(({ what, recording }) => ({ what, replay: recording, sources: sourcedTrace(recording, known) }));
    const failed = { what: calls[last].what, replay: calls[last].recording, sources };
    const all = [...before, failed];
    // A helper that compares what it is given reads nothing: whoever called it does.
    let reads: readonly ValueRead[] = [];
    for (let at = placed.indexOf(found); at >= 0 && reads.length === 0; at--) reads = valuesRead(all, placed[at]);
    return { place: { file: found.file, line: found.line }, reads };
  }
  return undefined;
}

function sourcedTrace(recording: RecordedCall['recording'], known: Parameters<typeof sourcesOfTrace>[2]): SourcedTrace {
  const trace = recording.finish();
  const { sourceOf } = sourcesOfTrace(trace, recording.execution.state, known);
  return { trace, steps: recording.steps, sourceOf };
}

/** The lines to the first assertion that noted a failure without a revert. */
function notedFailure(sources: SourcedTrace): readonly StackFrame[] {
  const { rows, payload } = sources.trace;
  for (let row = 0; row < rows.length; row++) {
    const start = rows.inputStart[row];
    const input = payload.subarray(start, start + Math.min(rows.inputLength[row], 36));
    if (input.length < 36 || bytesToHex(input) !== NOTES_FAILURE) continue;
    const frame = FrameInSource.of(sources, rows.parent[row]);
    const call = frame?.steps.calls.find((each) => each.row === row);
    if (frame === undefined || call === undefined) return [];
    let lines: readonly StackFrame[] = [];
    openFunctions(frame, [call.at], (open) => {
      lines = open;
    });
    return lines;
  }
  return [];
}
