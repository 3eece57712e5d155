/** What the gas profiler asks of an open trace: its flame graph, the names of the frames, and profiles for other tools. */
import { transfer } from 'comlink';
import { nameText } from '../../../core/abi/value-text';
import type { SpentGas } from '../../../core/chain/transaction';
import { shorten } from '../../../core/format/shorten';
import { computeFlame, type Flame, type FlameNames, flameNames, nameFrames } from '../../../core/gas/flame';
import { explainInitialGas, initialGas } from '../../../core/gas/initial-gas';
import { foldedStacks, speedscope } from '../../../core/gas/profiles';
import { classifyRows } from '../../../core/trace/row-classes';
import { memberKey } from '../../../core/trace/touched-addresses';
import { searchNames } from '../decoding/search-names';
import { frameView } from '../rows/row-view';
import type { TraceSession } from '../trace-session';
import type { GasGraph, GasProfileFormat } from '../views.api';

export async function flameOf(session: TraceSession): Promise<GasGraph | undefined> {
  const flame = await layOut(session);
  if (flame === undefined) return undefined;
  const { start, end, depth, parent, subtreeEnd, row, kind, failed } = flame;
  const columns = [start, end, depth, parent, subtreeEnd, row, kind, failed];
  return transfer(
    { flame, initialParts: explainInitialGas(session.opened.transaction, flame.initialGas, flame.gasUsed) },
    columns.map(({ buffer }) => buffer as ArrayBuffer),
  );
}

export async function namesOfFlame(session: TraceSession): Promise<FlameNames | undefined> {
  const flame = await layOut(session);
  if (flame === undefined) return undefined;
  const named = nameAll(session, flame);
  return transfer(named, [named.ofFrame.buffer as ArrayBuffer]);
}

async function layOut(session: TraceSession): Promise<Flame | undefined> {
  return computeFlame(session.trace, await spentBy(session));
}

/** The gas before refunds; of a replay that an earlier version kept without it, by executing it again. */
async function spentBy(session: TraceSession): Promise<SpentGas> {
  const { trace } = session;
  if (trace.spent !== undefined) return trace.spent;
  const replayed = trace.source === 'replay' ? await session.replayed() : undefined;
  if (replayed?.ok && replayed.value.trace.spent !== undefined) return replayed.value.trace.spent;
  // The rules of the chain are not known; the receipt bounds what they can be.
  return { initial: Math.min(initialGas(session.opened.transaction).gas, trace.rows.gasUsed[0]) };
}

/** Names each callee and function as the row of the tree does that shows it first; it is found by what the tree finds it by. */
function nameAll({ trace, showing, touched }: TraceSession, flame: Flame): FlameNames {
  const classes = classifyRows(trace);
  const names = flameNames(classes, ({ address, selector, kind }) => {
    const row = touched.examples.get(memberKey(address, selector, kind === 'event'));
    const { to, toName, functionName } = row === undefined ? {} : frameView(showing, row);
    const contract = toName ? nameText(toName.text) : to === undefined ? 'create' : shorten(to);
    if (kind === 'constructor') return `${contract}.constructor`;
    const member = functionName ? nameText(functionName.text) : trace.selectors[selector];
    return member === undefined ? contract : `${contract}.${member}`;
  });
  const known = searchNames(trace, touched, showing.knowledge, showing.known);
  const otherNames = flameNames(
    classes,
    ({ address, selector, kind }) => `${known.address(address) ?? ''}.${known.member(address, selector, kind) ?? ''}`,
  );
  return { names, otherNames, ofFrame: nameFrames(flame, classes) };
}

/** Returns the gas profile as a blob, so that a large one is not copied on its way to the page. */
export async function gasProfile(session: TraceSession, format: GasProfileFormat): Promise<Blob | undefined> {
  const flame = await layOut(session);
  if (flame === undefined) return undefined;
  const names = nameAll(session, flame);
  const { hash } = session.key;
  const pieces = format === 'folded' ? foldedStacks(flame, names) : speedscope(flame, names, `Gas of ${hash}`);
  return new Blob(batched(pieces), { type: format === 'folded' ? 'text/plain' : 'application/json' });
}

/** Joins pieces to strings of some size: a blob of a million parts is slow to make. */
function batched(pieces: Iterable<string>): string[] {
  const joined: string[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < 1 << 16) continue;
    joined.push(text);
    text = '';
  }
  return [...joined, text];
}
