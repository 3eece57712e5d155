/** The cases of the loop are written as numbers (run-frame.ts says why): that they are the right ones is checked here. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Fork } from '../../../src/core/evm/rules/forks';
import { instructionSet, opcodeName } from '../../../src/core/evm/rules/opcodes';

const SOURCE = readFileSync(new URL('../../../src/core/evm/run-frame.ts', import.meta.url), 'utf8');
/** Every case, with the name beside or below it. */
const CASES = Array.from(
  SOURCE.matchAll(/case 0x([0-9a-f]{2}):[ {]*\n?\s*\/\/ ([A-Z0-9]+)/g),
  ([, digits = '', name]) => ({
    code: Number.parseInt(digits, 16),
    name,
  }),
);

const codeOf = (name: string) => Array.from({ length: 256 }, (_, code) => opcodeName(code)).indexOf(name);

test('each case of the loop is named as the instruction of its number', () => {
  expect(CASES.length).toBe(SOURCE.match(/case 0x/g)?.length);
  expect(CASES.map(({ name }) => name)).toEqual(CASES.map(({ code }) => opcodeName(code)));
});

test('the loop has a case for each instruction that a segment may hold, and for no other', () => {
  const { simple } = instructionSet(Fork.amsterdam);
  const held = Array.from(simple, (isSimple, code) => (isSimple ? code : -1)).filter((code) => code >= 0);
  const [push3 = 0, push32 = 0] =
    SOURCE.match(/default: \/\/ (PUSH3) to (PUSH32)\b/)
      ?.slice(1)
      .map(codeOf) ?? [];
  const byDefault = Array.from({ length: push32 - push3 + 1 }, (_, index) => push3 + index);
  expect(byDefault.length).toBe(30);
  expect([...CASES.map(({ code }) => code), ...byDefault].sort((a, b) => a - b)).toEqual(held);
});
