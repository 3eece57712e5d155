/** What an edit changes that running it does not show, a sentence each. */
import { formatInteger } from '../../format/counts';
import { type AstNode, nodeIn, nodesIn, rangeOf } from '../compiled/ast';
import type { Compilation, SourceContract } from '../compiled/compilation';
import { textOfRange } from '../compiled/source-file';
import { layoutChanges } from './layout-changes';

/** Bytes of runtime code that can be deployed since EIP-170. */
const MAX_DEPLOYED = 24_576;

type Compiled = { compilation: Compilation; contract: SourceContract };

/** Returns warnings about storage, about parts that only a constructor runs, and about size; `length` is bytes of the edited code. */
export function editWarnings(original: Compiled, edited: Compiled, length: number): readonly string[] {
  const warnings = [
    ...layoutChanges(original.contract.layout.storage, edited.contract.layout.storage),
    ...layoutChanges(original.contract.layout.transient, edited.contract.layout.transient).map(
      (sentence) => `In transient storage, ${sentence}`,
    ),
  ];
  if (creationText(original) !== creationText(edited))
    warnings.push(
      'The constructor or the first value of a variable was changed. Neither runs again: storage and immutables stay as they are on the chain.',
    );
  if (length > MAX_DEPLOYED)
    warnings.push(
      `The code has ${formatInteger(length)} bytes. More than ${formatInteger(MAX_DEPLOYED)} cannot be deployed on most chains (EIP-170); here it runs.`,
    );
  return warnings;
}

/** The text of what runs at creation: constructors, and values that variables begin with. */
function creationText({ compilation, contract }: Compiled): string {
  const bases = new Set(contract.bases);
  const contracts = compilation.roots
    .flatMap((root) => nodesIn(root, 'nodes'))
    .filter(({ id, nodeType }) => nodeType === 'ContractDefinition' && bases.has(id));
  return contracts
    .flatMap((each) => nodesIn(each, 'nodes'))
    .flatMap((node) => {
      if (node.nodeType === 'FunctionDefinition' && node.kind === 'constructor') return [textOf(compilation, node)];
      const value =
        node.nodeType === 'VariableDeclaration' && node.constant !== true ? nodeIn(node, 'value') : undefined;
      return value === undefined ? [] : [`${String(node.name)} = ${textOf(compilation, value)}`];
    })
    .join('\n');
}

function textOf({ files }: Compilation, node: AstNode): string {
  const range = rangeOf(node);
  const file = range && files.get(range.file);
  return range && file ? textOfRange(file, range.start, range.length) : '';
}
