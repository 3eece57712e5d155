/**
 * Structs that a contract keeps at a place of their own (ERC-7201): the struct
 * is annotated `@custom:storage-location erc7201:<id>`, and its first slot is
 *
 *     keccak256(keccak256(id) - 1) & ~0xff
 */
import { keccak256, numberToHex, stringToBytes } from 'viem';
import { readFields, readText } from '../../values/json-fields';
import { type AstNode, nodesIn, rangeOf } from '../compiled/ast';
import { type SourceFile, textOfRange } from '../compiled/source-file';
import { type Declarations, typeOfDeclaration } from './source-type';
import type { StorageVariable } from './storage-layout';

const ANNOTATION = /@custom:storage-location\s+(erc7201:\S+)/;
/** Bytes before a struct in which its comment is looked for. */
const MAX_COMMENT = 2_000;

/** Returns the annotated structs of all files. Linear in the contracts' members. */
export function namespacesOf(
  roots: readonly AstNode[],
  files: ReadonlyMap<number, SourceFile>,
  declarations: Declarations,
): StorageVariable[] {
  const found: StorageVariable[] = [];
  for (const root of roots)
    for (const unit of nodesIn(root, 'nodes')) {
      const members = unit.nodeType === 'ContractDefinition' ? nodesIn(unit, 'nodes') : [unit];
      const contract = unit.nodeType === 'ContractDefinition' ? readText(unit.name) : '';
      for (const node of members) {
        if (node.nodeType !== 'StructDefinition') continue;
        const namespace = ANNOTATION.exec(commentOf(node, files))?.[1];
        if (namespace === undefined) continue;
        const type = typeOfDeclaration(node, declarations);
        const slot = slotOfNamespace(namespace.slice('erc7201:'.length));
        found.push({ name: readText(node.name), id: node.id, contract, type, slot, offset: 0, namespace });
      }
    }
  return found;
}

/** Returns the first slot of a namespace (ERC-7201). */
export function slotOfNamespace(id: string): bigint {
  const inner = BigInt(keccak256(stringToBytes(id))) - 1n;
  return BigInt(keccak256(numberToHex(inner, { size: 32 }))) & ~0xffn;
}

/** The comment right before a struct: newer trees have it, of older ones the text tells. */
function commentOf(struct: AstNode, files: ReadonlyMap<number, SourceFile>): string {
  const { documentation } = struct;
  const stated = readText(documentation) || readText(readFields(documentation).text);
  const range = rangeOf(struct);
  const file = range && files.get(range.file);
  if (stated !== '' || range === undefined || file === undefined) return stated;
  const start = Math.max(0, range.start - MAX_COMMENT);
  const before = textOfRange(file, start, range.start - start);
  return /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/|(?:\/\/\/.*\r?\n\s*)+)\s*$/.exec(before)?.[1] ?? '';
}
