import { DEFAULT_LIMITS } from '../../../src/core/trace/parser';
import { RowKind, type Trace } from '../../../src/core/trace/rows';
import { TraceBuilder } from '../../../src/core/trace/trace-builder';

/**
 * Returns a trace of `length` rows: a root that calls hundreds of times, each
 * call with a small tree below it. 4,000 addresses with five functions each,
 * which makes 20,000 distinct names; an event in eight rows, a failure in
 * fifty.
 */
export function generatedTrace(length: number): Trace {
  const builder = new TraceBuilder('callTracer', DEFAULT_LIMITS);
  builder.logsInOrder = true;
  const bytes = new Uint8Array(20);
  const address = (number: number): number => {
    new DataView(bytes.buffer).setUint32(0, Math.imul(number + 1, 0x9e3779b1));
    return builder.addressOfBytes(bytes, 0);
  };
  const open = [builder.addRow(RowKind.call, -1)];
  builder.from[0] = address(0);
  builder.to[0] = address(1);
  let random = 1;
  for (let row = 1; row < length; row++) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    // Up some levels, then one down: subtrees of all sizes, none deeper than 20.
    const level = Math.max(1, Math.min(20, open.length - ((random >>> 8) % 3 === 0 ? (random >>> 16) % 4 : 0)));
    open.length = Math.min(open.length, level);
    const isLog = random % 8 === 0;
    builder.addRow(isLog ? RowKind.log : random % 4 === 1 ? RowKind.staticcall : RowKind.call, open[open.length - 1]!);
    const callee = (random >>> 7) % 4_000;
    builder.from[row] = address(isLog ? callee : random % 4_000);
    builder.inputStart[row] = builder.payloadLength;
    if (!builder.reserve(4)) break;
    new DataView(builder.payload.buffer).setUint32(
      builder.payloadLength,
      Math.imul(callee * 5 + ((random >>> 20) % 5), 0x85ebca6b),
    );
    builder.payloadLength += 4;
    builder.gas[row] = random % 30_000_000;
    builder.gasUsed[row] = random % 1_000_000;
    if (isLog) continue;
    builder.inputLength[row] = 4;
    builder.to[row] = address(callee);
    if (random % 50 === 1) builder.error[row] = builder.textOf('execution reverted');
    open.push(row);
  }
  return builder.finish();
}
