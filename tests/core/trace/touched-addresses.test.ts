import { expect, test } from 'vitest';
import { createCallTracerParser } from '../../../src/core/trace/call-tracer';
import { findTouchedAddresses } from '../../../src/core/trace/touched-addresses';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const TOPIC = `0x${'00'.repeat(32)}`;

/** None of the precompiles. */
function address(number: number): string {
  return `0xaa${number.toString(16).padStart(38, '0')}`;
}

/** A call that emits these logs: emitter and topics of each. */
function traceOf(logs: readonly (readonly [number, readonly string[]])[], callees = 0) {
  const frame = (to: number, input: string) => ({
    type: 'CALL',
    from: address(1),
    to: address(to),
    gas: '0x1',
    gasUsed: '0x1',
    input,
  });
  const answer = {
    ...frame(2, '0x12345678'),
    calls: Array.from({ length: callees }, (_, at) => frame(100 + at, `0x${(at + 1).toString(16).padStart(8, '0')}`)),
    logs: logs.map(([from, topics]) => ({ address: address(from), topics, data: '0x', position: '0x0' })),
  };
  const parser = createCallTracerParser();
  parser.push(new TextEncoder().encode(JSON.stringify(answer)));
  const parsed = parser.finish();
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

test('reads each event once, and again where it has other topics', () => {
  const other = `${TRANSFER.slice(0, 10)}${'11'.repeat(28)}`;
  const plain = [TRANSFER, TOPIC, TOPIC];
  const trace = traceOf([
    [3, plain],
    [3, plain],
    [3, [other, TOPIC, TOPIC]],
    [4, [...plain, TOPIC]],
    [5, []],
    [5, [TRANSFER]],
  ]);
  const { signatures, tokens } = findTouchedAddresses(trace);
  expect(signatures).toEqual(['0x12345678', TRANSFER, other]);
  expect([...tokens]).toEqual([
    [address(3), 'ERC-20'],
    [address(4), 'ERC-721'],
  ]);
});

test('names each contract and selector once, in the order met, however many there are', () => {
  // As many that a table of all pairs would be too large.
  const count = 1_500;
  const { contracts, running, examples, signatures } = findTouchedAddresses(traceOf([], count));
  expect(contracts.slice(0, 3)).toEqual([address(2), address(100), address(101)]);
  expect(contracts).toHaveLength(count + 1);
  expect(running).toEqual(contracts);
  expect(signatures).toHaveLength(count + 1);
  expect([...examples.values()]).toEqual(Array.from({ length: count + 1 }, (_, row) => row));
});

test('an account without code is no contract where the protocol logs what it was sent (Polygon)', () => {
  const sent = (to: number, emitter: number, gasUsed: string) => ({
    type: 'CALL',
    from: address(2),
    to: address(to),
    gas: '0x8fc',
    gasUsed,
    input: '0x',
    value: '0x5',
    logs: [{ address: address(emitter), topics: [TOPIC], data: '0x', position: '0x0' }],
  });
  const parser = createCallTracerParser();
  const calls = [sent(3, 9, '0x0'), sent(4, 4, '0x0'), sent(5, 9, '0x10')];
  const whole = {
    type: 'CALL',
    from: address(1),
    to: address(2),
    gas: '0x1',
    gasUsed: '0x1',
    input: '0x12345678',
    calls,
  };
  parser.push(new TextEncoder().encode(JSON.stringify(whole)));
  const parsed = parser.finish();
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  // 4 emits itself, and 5 used gas.
  expect(findTouchedAddresses(parsed.value).running).toEqual([address(2), address(4), address(5)]);
});
