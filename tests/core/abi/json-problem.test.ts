import { expect, test } from 'vitest';
import { jsonProblem } from '../../../src/core/abi/json-problem';

test.each([
  ['[1, x]', '“x” at character 5'],
  ['[1 2]', '“2” at character 4'],
  ['[1,]', '“]” at character 4'],
  ['{"a" 1}', '“1” at character 6'],
  ['{a: 1}', '“a” at character 2'],
  ["['a']", "“'” at character 2"],
  ['[1}', '“}” at character 3'],
  ['1,2', '“,” at character 2'],
  ['[01]', '“1” at character 3'],
  ['[😀]', '“😀” at character 2'],
  ['[[1, 2]', 'it ends too early'],
  ['{"a":', 'it ends too early'],
  ['', 'it ends too early'],
  ['[1] ]', '“]” at character 5'],
])('%s is no JSON: %s', (text, problem) => {
  expect(jsonProblem(text)).toBe(problem);
});

// What V8 reads, and only that, is without a problem.
test.each([
  '[]',
  '{}',
  ' [1, -2.5e3, "a\\"]", null] ',
  '{"a": {"b": [true, {}]}, "": 0}',
  '"\\u00e4"',
  '[[[]]]',
  '[-]',
  '{"a":1,}',
  '["\n"]',
])('it finds a problem where the engine does: %s', (text) => {
  const isRead = (() => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  })();
  expect(jsonProblem(text) === undefined).toBe(isRead);
});
