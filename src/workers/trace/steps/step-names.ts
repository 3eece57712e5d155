/**
 * What is known of the debugger's values beside what their bytes say, as the rows of the tree have it: names of
 * contracts and of addresses, amounts of tokens in their units.
 */
import type { Decoded } from '../../../core/abi/decoded';
import type { Address } from '../../../core/chain/primitives';
import { stepIndex } from '../../../core/evm/recording/steps';
import { shorten } from '../../../core/format/shorten';
import { fromOf } from '../../../core/trace/row-fields';
import { type RowIndex, RowKind, rowIndex } from '../../../core/trace/rows';
import { INTERNAL_CALLS } from '../decoding/internal-places';
import { namePaths, nameVariables } from '../decoding/name-stored';
import { withName } from '../decoding/name-values';
import { placeOf } from '../rows/failure-text';
import { frameView, rowView, type Showing } from '../rows/row-view';
import type { SourceTrace } from '../source/source-trace';
import { stateVariablesAt, variablesAt } from '../source/source-variables';
import type { LocalsView, StateView } from '../source-trace.api';
import type { ExecutionRow, LineValue } from '../steps-in-source.api';

/** A source trace, and what its values are shown with. */
export type NamedSource = { source: SourceTrace; showing: Showing };

/** Returns a row of the list with the best known name of its contract, and an access with names and units. */
export function withRowNames(showing: Showing, row: ExecutionRow): ExecutionRow {
  const { contracts } = showing.knowledge;
  if (row.value) {
    const { before = row.value.after, after } = row.value;
    const named = namePaths([{ path: row.name, before, after }], contracts, selfOf(showing, row.row));
    const [value = { before, after }] = named.values;
    return {
      ...row,
      names: named.names,
      value: { before: row.value.before && value.before, after: value.after },
    };
  }
  if (row.kind <= RowKind.create2) return { ...row, name: placeOf(frameView(showing, row.row), row.name || undefined) };
  if (row.name !== '' || row.address === undefined) return row;
  const who = contracts.name(row.address)?.text ?? shorten(row.address);
  if (row.kind !== RowKind.log) return { ...row, name: who };
  return { ...row, name: rowView(showing, row.row).functionName?.text ?? `event of ${who}` };
}

/** Returns values of the lines that ran before a step with names, those of storage and the parameters with units, too. */
export function withLineNames(
  { source, showing }: NamedSource,
  step: number,
  values: readonly LineValue[],
): LineValue[] {
  const { contracts } = showing.knowledge;
  const self = selfOf(showing, frameAt(source, step));
  const { locals } = namedVariablesAt({ source, showing }, step);
  const units = new Map(locals.map(({ value }) => [value.name, value.token]));
  const asLocal = (value: Decoded): Decoded => {
    const token = value.kind === 'integer' ? units.get(value.name) : undefined;
    return { ...withName(value, contracts), ...(token && { token }) };
  };
  return values.map(({ before, after, ...value }) => {
    if (!value.isStored) return { ...value, before: before && asLocal(before), after: asLocal(after) };
    const named = namePaths([{ path: value.name, before: before ?? after, after }], contracts, self);
    const [read = { before, after }] = named.values;
    return { ...value, names: named.names, before: before && read.before, after: read.after };
  });
}

/** Returns the variables in scope before a step, the parameters in units where the tree has the arguments in units. */
export function namedVariablesAt({ source, showing }: NamedSource, step: number): LocalsView {
  const view = variablesAt(source, step);
  const { contracts } = showing.knowledge;
  const frame = frameAt(source, step);
  const inputs = view.locals.filter(({ role }) => role === 'parameter').map(({ value }) => value);
  const place = { frame, from: selfOf(showing, frame) };
  const named = showing.values()?.ofInternal(view.function, place, { inputs }, INTERNAL_CALLS).inputs ?? inputs;
  const locals = view.locals.map((local) => {
    const at = inputs.indexOf(local.value);
    return { ...local, value: at < 0 ? withName(local.value, contracts) : (named[at] ?? local.value) };
  });
  return { ...view, locals };
}

/** Returns the state variables before a step with names and units. */
export function namedStateAt({ source, showing }: NamedSource, step: number): StateView {
  const view = stateVariablesAt(source, step);
  if (view.address === undefined) return view;
  return { ...view, ...nameVariables(view.variables, showing.knowledge.contracts, view.address) };
}

function frameAt({ replayed }: SourceTrace, step: number): RowIndex {
  return rowIndex(replayed.replay.steps.frame(stepIndex(step)));
}

/** The account whose storage a frame acts on. */
function selfOf({ trace, fromSources }: Showing, frame: RowIndex): Address {
  return fromSources?.selfOf(frame) ?? fromOf(trace, frame);
}
