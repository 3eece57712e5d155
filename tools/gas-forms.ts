/** The gas of an open trace in every form that Loupe gives it: graph, pie, folded stacks and speedscope's file. */
import { type Flame, type FlameIndex, type FlameNames, flameIndex, ownGas, totalGas } from '../src/core/gas/flame';
import { pieSlices } from '../src/core/gas/pie-slices';
import type { Engine } from '../src/workers/engine';
import type { TraceHandle } from '../src/workers/ids';
import { ownBySpeedscope } from './speedscope-file';

/** What each form says that all frames used themselves, the initial gas with them, less what was refunded: what the receipt charges. */
export type GasByForm = { graph: number; pie: number; folded: number; speedscope: number };

/** Returns the gas of an open trace in each form; undefined where its source does not say what calls used. Throws where a file is none of its format. */
export async function gasByForm(engine: Engine, handle: TraceHandle): Promise<GasByForm | undefined> {
  const [graph, names] = await Promise.all([engine.trace.flame(handle), engine.trace.flameNames(handle)]);
  if (graph === undefined || names === undefined) return undefined;
  const read = async (format: 'folded' | 'speedscope') => (await engine.trace.gasProfile(handle, format))?.text() ?? '';
  const { flame } = graph;
  const folded = (await read('folded')).trimEnd().split('\n');
  const { own, whole } = ownBySpeedscope(await read('speedscope'));
  const bySpeedscope = [...own.values()].reduce((sum, gas) => sum + gas, 0);
  const before: GasByForm = {
    graph: framesOf(flame).reduce((sum, frame) => sum + ownGas(flame, frame), 0),
    pie: gasOfPies(flame, names),
    folded: folded.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0),
    // An axis longer than what lies on it is no sum of it.
    speedscope: bySpeedscope === whole ? whole : Number.NaN,
  };
  return {
    graph: before.graph - flame.refundedGas,
    pie: before.pie - flame.refundedGas,
    folded: before.folded - flame.refundedGas,
    speedscope: before.speedscope - flame.refundedGas,
  };
}

/** The whole by the pie of the outermost call; no number where the slices of any pie are not what its call used. */
function gasOfPies(flame: Flame, names: FlameNames): number {
  const sumOf = (frame: FlameIndex) => pieSlices(flame, names, frame).reduce((sum, { gas }) => sum + gas, 0);
  const isWhole = framesOf(flame).every((frame) => sumOf(frame) === totalGas(flame, frame));
  return isWhole ? sumOf(flameIndex(0)) : Number.NaN;
}

function framesOf({ length }: Flame): FlameIndex[] {
  return Array.from({ length }, (_, frame) => flameIndex(frame));
}
