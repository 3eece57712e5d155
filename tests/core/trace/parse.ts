import type { TraceParser } from '../../../src/core/trace/parser';
import type { Trace } from '../../../src/core/trace/rows';

const encoder = new TextEncoder();

/** What a parser makes of `answer`, sent as JSON in chunks of `size` bytes (whole when left out). */
export function parse(parser: TraceParser, answer: unknown, size?: number): ReturnType<TraceParser['finish']> {
  return parseText(parser, JSON.stringify(answer), size);
}

export function parseText(parser: TraceParser, text: string, size?: number): ReturnType<TraceParser['finish']> {
  const bytes = encoder.encode(text);
  const step = size ?? Math.max(1, bytes.length);
  // A copy for each chunk, overwritten afterwards, shows that the parser keeps none.
  for (let at = 0; at < bytes.length; at += step) {
    const chunk = bytes.slice(at, at + step);
    parser.push(chunk);
    chunk.fill(0x58);
  }
  return parser.finish();
}

/** The trace, or an error that shows the problem. */
export function traceOf(result: ReturnType<TraceParser['finish']>): Trace {
  if (!result.ok) throw new Error(`no trace: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** A row as an object of plain values, for comparing. */
export function rowOf(trace: Trace, row: number): Record<string, unknown> {
  const { rows, payload } = trace;
  const hex = (start: number, length: number): string =>
    `0x${Buffer.from(payload.subarray(start, start + length)).toString('hex')}`;
  const isLog = rows.kind[row] === 7;
  return {
    kind: rows.kind[row],
    flags: rows.flags[row],
    depth: rows.depth[row],
    parent: rows.parent[row],
    subtreeEnd: rows.subtreeEnd[row],
    from: trace.addresses[rows.from[row]!],
    to: trace.addresses[rows.to[row]!],
    value: trace.words[rows.value[row]!],
    selector: trace.selectors[rows.selector[row]!],
    error: trace.texts[rows.error[row]!],
    gas: rows.gas[row],
    gasUsed: rows.gasUsed[row],
    input: hex(rows.inputStart[row]!, rows.inputLength[row]!),
    output: isLog ? `${rows.outputStart[row]} topics` : hex(rows.outputStart[row]!, rows.outputLength[row]!),
  };
}

/** All rows as objects. */
export function rowsOf(trace: Trace): Record<string, unknown>[] {
  return Array.from({ length: trace.rows.length }, (_, row) => rowOf(trace, row));
}
