/** Gas by function in two traces. */
import type { Address, Selector } from '../chain/primitives';
import { isFrameKind } from './failures';
import { type RowIndex, RowKind, rowIndex, type Trace } from './rows';

/** Gas that a function used itself, its callees apart. */
export type FunctionGas = {
  /** Absent for contracts that were created: each create counts as the same function. */
  address?: Address;
  /** Absent for a call without a selector. */
  selector?: Selector;
  /** Calls and gas in either trace; gas is undefined where the source of one does not state it. */
  callsA: number;
  callsB: number;
  gasA: number | undefined;
  gasB: number | undefined;
  /** One of its calls. */
  row: { side: 'a' | 'b'; row: RowIndex };
};

/** Returns the functions of both traces, those whose gas differs most first. Linear in the rows. */
export function diffGas(a: Trace, b: Trace): FunctionGas[] {
  const functions = new Map<string, FunctionGas>();
  count(a, functions, 'A');
  count(b, functions, 'B');
  return [...functions.values()].sort((one, other) => distance(other) - distance(one));
}

function distance({ gasA, gasB }: FunctionGas): number {
  return Math.abs((gasA ?? 0) - (gasB ?? 0));
}

function count(trace: Trace, functions: Map<string, FunctionGas>, side: 'A' | 'B'): void {
  const { rows, addresses, selectors } = trace;
  const own = Float64Array.from(rows.gasUsed);
  for (let row = 1; row < rows.length; row++) {
    if (isFrameKind(rows.kind[row]) && rows.kind[row] !== RowKind.selfdestruct)
      own[rows.parent[row]] -= rows.gasUsed[row];
  }
  for (let row = 0; row < rows.length; row++) {
    const kind = rows.kind[row];
    if (!isFrameKind(kind) || kind === RowKind.selfdestruct) continue;
    const creates = kind === RowKind.create || kind === RowKind.create2;
    const address = creates ? undefined : addresses[rows.to[row]];
    const selector = creates ? undefined : selectors[rows.selector[row]];
    const key = `${address} ${selector}`;
    const known = functions.get(key) ?? {
      ...(address === undefined ? {} : { address }),
      ...(selector === undefined ? {} : { selector }),
      callsA: 0,
      callsB: 0,
      gasA: 0,
      gasB: 0,
      row: { side: side === 'A' ? ('a' as const) : ('b' as const), row: rowIndex(row) },
    };
    functions.set(key, known);
    known[`calls${side}`]++;
    const gas = known[`gas${side}`];
    known[`gas${side}`] = gas === undefined || Number.isNaN(own[row]) ? undefined : gas + own[row];
  }
}
