import { expect, test } from 'vitest';
import { formatWeights, parseWeights, WEIGHT_PRESETS, weightOf } from '../../../src/core/usage/weights';

test('the most exact row of the table counts', () => {
  const weights = { '*': 1, 'debug_*': 40, 'debug_trace*': 50, debug_traceCall: 60 };
  const methods = ['eth_call', 'debug_getRawBlock', 'debug_traceTransaction', 'debug_traceCall'];
  expect(methods.map((method) => weightOf(weights, method))).toEqual([1, 40, 50, 60]);
  expect(weightOf({}, 'eth_call')).toBe(1);
  expect(weightOf({}, 'constructor')).toBe(1);
});

test('the text form of every preset reads back as itself', () => {
  for (const { weights } of WEIGHT_PRESETS) expect(parseWeights(formatWeights(weights))).toEqual({ weights });
});

test('a line that is no row is named', () => {
  expect(parseWeights('eth_call 4\n\n eth_getLogs many')).toEqual({
    problem: 'Line 3 is no method and its units: “eth_getLogs many”',
  });
  expect(parseWeights('eth_call 4\neth_call 5')).toEqual({ problem: 'Line 2: eth_call stands there twice' });
  expect(parseWeights('eth_call -1')).toHaveProperty('problem');
  expect(parseWeights('eth_call 1e9')).toHaveProperty('problem');
  expect(parseWeights(Array.from({ length: 300 }, (_, at) => `m${at} 1`).join('\n'))).toEqual({
    problem: 'More than 200 methods',
  });
  expect(parseWeights('__proto__ 3')).toHaveProperty('problem');
});
