/** What a contract and its bases declare, with the place of each declaration: functions, events and errors. */

import { readText } from '../values/json-fields';
import { type AstNode, nodeIn, nodesIn, rangeOf, typeStringOf } from './compiled/ast';
import type { Compilation, SourceContract } from './compiled/compilation';
import { lineAt } from './compiled/source-file';

export type OutlineEntry = {
  kind: 'function' | 'event' | 'error';
  name: string;
  /** `to address, amount uint256`. */
  parameters: string;
  /** `external view`; '' for events and errors. */
  attributes: string;
  declaredIn: string;
  path: string;
  /** Line of the declaration, from 1. */
  line: number;
};

const MAX_ENTRIES = 2_000;

/** Lists declarations in their order, the contract's own first, then those of its bases. Overridden functions are listed once. */
export function outlineOf({ declarations, files }: Compilation, { bases }: SourceContract): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const seen = new Set<string>();
  for (const contract of bases.flatMap((base) => declarations.get(base) ?? [])) {
    for (const node of nodesIn(contract, 'nodes')) {
      const kind = KINDS[node.nodeType];
      const range = rangeOf(node);
      const file = range && files.get(range.file);
      if (kind === undefined || range === undefined || file === undefined) continue;
      const name = readText(node.name) || readText(node.kind) || 'fallback';
      const parameters = parametersOf(node);
      const key = `${kind} ${name}(${parameters.map(({ type }) => type).join()})`;
      // The most derived one is what runs.
      if (seen.has(key) || entries.length === MAX_ENTRIES) continue;
      seen.add(key);
      entries.push({
        kind,
        name,
        parameters: parameters.map(({ type, name: parameter }) => `${type} ${parameter}`.trim()).join(', '),
        attributes: kind === 'function' ? attributesOf(node) : '',
        declaredIn: readText(contract.name),
        path: file.path,
        line: lineAt(file, range.start),
      });
    }
  }
  return entries;
}

const KINDS: Readonly<Record<string, OutlineEntry['kind'] | undefined>> = {
  FunctionDefinition: 'function',
  EventDefinition: 'event',
  ErrorDefinition: 'error',
};

function parametersOf(node: AstNode): readonly { type: string; name: string }[] {
  const list = nodeIn(node, 'parameters');
  return (list === undefined ? [] : nodesIn(list, 'parameters')).map((parameter) => ({
    type: typeStringOf(parameter).replace(/^(struct|enum|contract) /, ''),
    name: readText(parameter.name),
  }));
}

/** Before 0.4.16 a function says that it is constant or payable. */
function attributesOf(node: AstNode): string {
  const mutability =
    readText(node.stateMutability) || (node.payable === true ? 'payable' : node.constant === true ? 'view' : '');
  return [readText(node.visibility), mutability === 'nonpayable' ? '' : mutability]
    .filter((word) => word !== '')
    .join(' ');
}
