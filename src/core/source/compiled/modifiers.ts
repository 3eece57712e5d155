/** The modifiers a function runs in. */

import { readFields } from '../../values/json-fields';
import { type AstNode, isNode, nodesIn, rangeOf, visitAst } from './ast';
import type { Compilation } from './compilation';
import type { SourceFunction } from './functions';
import type { SourceRange } from './source-file';

/**
 * Returns the modifiers of a function in their order, without constructors of
 * bases. `bases` are ids of the contract that runs and its bases, most derived
 * first: a name means the most derived modifier of that name, one with its
 * contract before it that very one (Solidity docs, Modifier Overriding).
 */
export function modifiersOf(
  { declarations }: Compilation,
  entry: SourceFunction,
  bases: readonly number[],
): readonly AstNode[] {
  const line = bases.includes(entry.contract) ? bases : [];
  return nodesIn(entry.node, 'modifiers').flatMap((invocation) => {
    const { name, memberName, referencedDeclaration } = readFields(invocation.modifierName);
    const declared = declarations.get(Number(referencedDeclaration));
    if (declared?.nodeType !== 'ModifierDefinition') return [];
    const isQualified = memberName !== undefined || String(name).includes('.');
    if (isQualified) return [declared];
    const overriding = line.map((id) => modifierNamed(declarations.get(id), declared.name)).find(isNode);
    return [overriding ?? declared];
  });
}

/** Returns the first `_` below `body`. */
export function placeholderOf(body: AstNode | undefined): SourceRange | undefined {
  let found: SourceRange | undefined;
  if (body)
    visitAst(body, (node) => {
      if (node.nodeType === 'PlaceholderStatement') found ??= rangeOf(node);
    });
  return found;
}

function modifierNamed(contract: AstNode | undefined, name: unknown): AstNode | undefined {
  const members = contract ? nodesIn(contract, 'nodes') : [];
  return members.find((node) => node.nodeType === 'ModifierDefinition' && node.name === name);
}
