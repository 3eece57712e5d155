import { decodeHexWord } from '../json/bytes';
import { RowKind } from './rows';
import type { TraceBuilder } from './trace-builder';

/** LOG4 is the most the machine has (yellow paper, appendix H). */
const MAX_TOPICS = 4;

/**
 * Puts one log after the other into rows: the topics, 32 bytes each, and then
 * the data in one piece of payload, whichever the answer names first.
 */
export class LogReader {
  private row = -1;
  private topicCount = 0;
  private readonly topics = new Uint8Array(MAX_TOPICS * 32);

  constructor(private readonly builder: TraceBuilder) {}

  /** Begins a log of the frame in row `frame`. */
  open(frame: number): void {
    this.row = this.builder.addRow(RowKind.log, frame);
    this.builder.inputStart[this.row] = this.builder.payloadLength;
    this.topicCount = 0;
  }

  close(): void {
    if (this.builder.from[this.row] < 0) this.builder.malformed('an event without an address');
  }

  address(bytes: Uint8Array, start: number, end: number): void {
    this.builder.from[this.row] = this.builder.address(bytes, start, end);
  }

  position(bytes: Uint8Array, start: number, end: number): void {
    this.builder.position[this.row] = this.builder.quantity(bytes, start, end);
  }

  data(bytes: Uint8Array, start: number, end: number): void {
    this.builder.inputLength[this.row] += this.builder.appendHex(bytes, start, end);
  }

  topic(bytes: Uint8Array, start: number, end: number): void {
    if (this.topicCount === MAX_TOPICS) {
      this.builder.malformed('an event with more than four topics');
      return;
    }
    if (decodeHexWord(bytes, start, end, this.topics, this.topicCount * 32) < 0) {
      this.builder.malformed('a topic is not 32 bytes of hex');
    }
    this.topicCount++;
  }

  /** After the last topic: they go before the data, which may be there already. */
  endTopics(): void {
    const { builder, row } = this;
    const size = this.topicCount * 32;
    if (!builder.reserve(size)) return;
    const start = builder.inputStart[row];
    builder.payload.copyWithin(start + size, start, builder.payloadLength);
    builder.payload.set(this.topics.subarray(0, size), start);
    builder.payloadLength += size;
    builder.inputLength[row] += size;
    builder.outputStart[row] = this.topicCount;
  }
}
