/** Artefacts are kept without their trees, and what is none of forge's as it is. */
import { expect, test } from 'vitest';
import { withoutTree } from '../../../src/workers/testing/without-tree';

const cut = (text: string) => new TextDecoder().decode(withoutTree(new TextEncoder().encode(text).buffer));
const tree = (text: string) => ({ absolutePath: 'src/A.sol', nodes: [{ documentation: { text } }] });

test('an artefact loses its tree, whatever stands before that', () => {
  const plain = { abi: [], metadata: { title: ',"ast":{"absolutePath" é€😀' } };
  expect(cut(JSON.stringify({ ...plain, ast: tree('é'), id: 1 }))).toBe(JSON.stringify({ ...plain, ast: {} }));
});

test('what is no whole artefact of forge, or configures a test, stays as it is', () => {
  const kept = [
    { abi: [], ast: tree('forge-config: default.fuzz.runs = 1'), id: 1 },
    { abi: [], output: { first: 1, ast: tree('') } },
    { input: {}, output: { sources: { a: { ast: tree(''), id: 0 } } }, id: 1 },
  ].map((value) => JSON.stringify(value));
  const indented = JSON.stringify({ abi: [], ast: tree(''), id: 1 }, undefined, 2);
  for (const text of [...kept, indented, '{"abi":[],"ast":{"absolutePath"', '', '[profile.default]'])
    expect(cut(text)).toBe(text);
});
