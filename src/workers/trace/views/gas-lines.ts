/** The gas profile of an open trace by line of source. */

import { initialGas } from '../../../core/gas/initial-gas';
import { LineProfiler, type ProfiledLine } from '../../../core/gas/line-profile';
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import { ok } from '../../../core/values/result';
import { createSlices } from '../../scheduling/slices';
import type { SourceTrace } from '../source/source-trace';
import type { TraceSession } from '../trace-session';
import type { GasLine, GasLines } from '../views.api';

const MAX_LINES = 5_000;
/** UTF-16 units of a line's text. */
const MAX_TEXT = 200;

/** Returns the gas of each line. Linear in the steps; lets other work run between slices. */
export async function gasLinesOf(
  session: TraceSession,
  source: SourceTrace,
  signal: AbortSignal,
): Promise<Result<GasLines, Failure>> {
  const slices = createSlices(signal);
  const initial = source.trace.spent?.initial ?? initialGas(session.opened.transaction).gas;
  const profiler = new LineProfiler({ ...source.input, tree: source.tree });
  while (!profiler.run()) await slices.pause();
  const lines = profiler.profile();
  const texts = new Map<object, readonly string[]>();
  const textOf = ({ place }: ProfiledLine): string => {
    const file = place?.compilation.files.get(place.file);
    if (place === undefined || file === undefined) return '';
    const split = texts.get(file) ?? file.text.split('\n');
    texts.set(file, split);
    return (split[place.line - 1] ?? '').trim().slice(0, MAX_TEXT);
  };
  const compilations = [...new Set(lines.map(({ place }) => place?.compilation))].filter((each) => each !== undefined);
  const { addresses } = source.trace;
  const described = lines.slice(0, MAX_LINES).map((line): GasLine => {
    const address = line.address < 0 ? undefined : addresses[line.address];
    const name = address === undefined ? undefined : session.knowledge.contracts.name(address);
    const file = line.place?.compilation.files.get(line.place.file)?.path;
    return {
      ...(address === undefined ? {} : { address }),
      ...(name === undefined ? {} : { name }),
      ...(file === undefined ? {} : { file }),
      compilation: line.place === undefined ? -1 : compilations.indexOf(line.place.compilation),
      line: line.place?.line ?? 0,
      text: textOf(line),
      own: line.own,
      total: line.total,
      runs: line.runs,
    };
  });
  return ok({ executed: lines.reduce((sum, { own }) => sum + own, 0), initial, count: lines.length, lines: described });
}
