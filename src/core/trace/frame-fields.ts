/** The fields of a call frame that nodes write in the same form, whatever the tracer, and the columns they fill. */
import type { TraceBuilder } from './trace-builder';

/** Numbers of the fields in a table of fields. */
export const FrameField = { from: 1, to: 2, gas: 3, gasUsed: 4, input: 5, output: 6, value: 7 } as const;

/** The numbers from this one on are free for what one tracer alone has. */
export const FIRST_OWN_FIELD = 8;

/** Writes the field, one of `FrameField`, from the text in bytes [start, end). What does not parse is noted as malformed. */
export function setFrameField(
  builder: TraceBuilder,
  row: number,
  field: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): void {
  switch (field) {
    case FrameField.from:
      builder.from[row] = builder.address(bytes, start, end);
      return;
    case FrameField.to:
      builder.to[row] = builder.address(bytes, start, end);
      return;
    case FrameField.gas:
      builder.gas[row] = builder.quantity(bytes, start, end);
      return;
    case FrameField.gasUsed:
      builder.gasUsed[row] = builder.quantity(bytes, start, end);
      return;
    case FrameField.input:
      if (row === 0) builder.statesInput = true;
      builder.inputStart[row] = builder.payloadLength;
      builder.inputLength[row] = builder.appendHex(bytes, start, end);
      return;
    case FrameField.output:
      builder.outputStart[row] = builder.payloadLength;
      builder.outputLength[row] = builder.appendHex(bytes, start, end);
      return;
    case FrameField.value:
      builder.value[row] = builder.word(bytes, start, end);
  }
}
