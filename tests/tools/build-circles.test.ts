import { expect, test } from 'vitest';
import { findCircles } from '../../tools/build-circles';

test('files that import themselves by way of others are found, those that import them are not', () => {
  const code: Record<string, string> = {
    'assets/entry.js': 'import{a}from"./one.js";const later=()=>import("./entry.js");',
    'assets/one.js': 'import{b}from"./two.js";import"./words.js";',
    'assets/two.js': 'export{c}from"./one.js";',
    'assets/words.js': 'const lazy=()=>import("./one.js");',
  };
  expect(findCircles(Object.keys(code), (file) => code[file] ?? '')).toEqual(['assets/one.js', 'assets/two.js']);
});
