/** A trace whose rows used the gas written behind their names: `Router.swap 900`. */
import { RowKind, type Trace } from '../../../src/core/trace/rows';
import { callTree } from '../../helpers/call-tree';

export function gasTree(text: string): Trace {
  const gas: number[] = [];
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, start = line, amount] = /^(.*\S)\s+(\d+)$/.exec(line) ?? [];
      gas.push(amount === undefined ? Number.NaN : Number(amount));
      return start;
    });
  const trace = callTree(lines.join('\n'));
  gas.forEach((amount, row) => {
    trace.rows.gasUsed[row] = trace.rows.kind[row] === RowKind.log ? Number.NaN : amount;
  });
  return trace;
}
