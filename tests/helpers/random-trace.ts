import fc from 'fast-check';
import type { Trace } from '../../src/core/trace/rows';
import { callTree } from './call-tree';

/** A node of a random call tree, drawn for `callTree`. */
type Node = { text: string; children: Node[] };

const names = fc.constantFrom('A', 'B', 'Router', 'Token', 'Pool');
const row = fc
  .tuple(
    names,
    fc.constantFrom('', '.swap', '.move'),
    fc.constantFrom('', ' :staticcall', ' :delegatecall', ' :create', ' :callcode'),
    fc.constantFrom('', ' = 0', ' = 7', ' = 1000000000000000000000'),
    fc.constantFrom('', ' ~ 0x08c379a0', ' ~ 0x12345678'),
    fc.constantFrom('', '', '', ' !', ' ! out of gas'),
  )
  .map((parts) => parts.join(''));

const { node } = fc.letrec<{ node: Node; leaf: Node }>((tie) => ({
  node: fc.record({
    text: row,
    children: fc.array(fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('node')), { maxLength: 5 }),
  }),
  leaf: fc.oneof(row, fc.constant('#Transfer'), fc.constant('#Sync')).map((text) => ({ text, children: [] })),
}));

function draw({ text, children }: Node, indent = ''): string {
  return [`${indent}${text}`, ...children.map((child) => draw(child, `${indent}  `))].join('\n');
}

/** Random traces of some ten rows, with logs, failures and every kind of call; shown as text when a test fails. */
export const randomTrees: fc.Arbitrary<string> = node.map((root) => draw(root));

/** Repeats a tree under one root, for faults that only show in large traces. */
export function repeatedTree(text: string, times: number): Trace {
  const child = text.split('\n').map((line) => `  ${line}`);
  return callTree(['Root', ...Array.from({ length: times }, () => child).flat()].join('\n'));
}
