import { isFrameKind } from '../../src/core/trace/failures';
import { RowKind, type Trace } from '../../src/core/trace/rows';

type Frame = Record<string, unknown> & { calls?: Frame[]; logs?: unknown[] };

const TYPES = ['CALL', 'STATICCALL', 'DELEGATECALL', 'CALLCODE', 'CREATE', 'CREATE2', 'SELFDESTRUCT'];

/** What a node's callTracer with logs answers for `trace`, the whole JSON-RPC body. */
export function callTracerAnswer(trace: Trace): { jsonrpc: '2.0'; id: number; result: Frame } {
  const { rows, addresses, words, texts } = trace;
  const frames: Frame[] = [];
  for (let row = 0; row < rows.length; row++) {
    const parent = frames[rows.parent[row]!];
    if (!isFrameKind(rows.kind[row]!)) {
      const topics = rows.outputStart[row]!;
      const start = rows.inputStart[row]!;
      parent!.logs ??= [];
      parent!.logs.push({
        address: addresses[rows.from[row]!],
        topics: Array.from({ length: topics }, (_, topic) => hex(trace, start + topic * 32, 32)),
        data: hex(trace, start + topics * 32, rows.inputLength[row]! - topics * 32),
        position: `0x${(parent!.calls?.length ?? 0).toString(16)}`,
      });
      continue;
    }
    const frame: Frame = {
      type: TYPES[rows.kind[row]!],
      from: addresses[rows.from[row]!],
      to: addresses[rows.to[row]!],
      value: words[rows.value[row]!] ?? (rows.kind[row] === RowKind.delegatecall ? '0x0' : undefined),
      gas: `0x${rows.gas[row]!.toString(16)}`,
      gasUsed: `0x${rows.gasUsed[row]!.toString(16)}`,
      input: hex(trace, rows.inputStart[row]!, rows.inputLength[row]!),
      output: rows.outputLength[row]! > 0 ? hex(trace, rows.outputStart[row]!, rows.outputLength[row]!) : undefined,
      error: texts[rows.error[row]!],
    };
    frames[row] = frame;
    if (parent !== undefined) {
      parent.calls ??= [];
      parent.calls.push(frame);
    }
  }
  return { jsonrpc: '2.0', id: 1, result: frames[0]! };
}

function hex(trace: Trace, start: number, length: number): string {
  return `0x${Buffer.from(trace.payload.subarray(start, start + length)).toString('hex')}`;
}
