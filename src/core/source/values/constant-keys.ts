/**
 * Keys of mappings that the compiler may have hashed itself, so that nothing
 * hashes them when the code runs: small numbers, and what stands in the source
 * as a literal, a constant, an enum member or a selector.
 */
import { bytesToHex, hexToBytes } from '../../chain/hex';
import { type AstNode, nodeIn, nodesIn, typeStringOf, visitAst } from '../compiled/ast';
import type { Compilation } from '../compiled/compilation';
import { type Constant, constantOf, padded, valueOfConstant } from './constants';
import { type SourceType, withoutLocation } from './source-type';

/** Keys that are worth a try, as they are hashed. */
export type CandidateKeys = {
  /** Returns keys of the type. */
  ofType(type: SourceType): readonly Uint8Array[];
  /** Those that a source writes in the brackets behind a mapping of this type: few, so that chains of them are followed far. */
  written(mapping: SourceType & { kind: 'mapping' }): readonly Uint8Array[];
};

/** Keys that are tried of one type. */
const MAX_KEYS = 600;
const MAX_TEXT = 256;

const SMALL_NUMBERS = Array.from({ length: 64 }, (_, key) => padded(BigInt(key)));

/** Candidates for contracts without known sources: numbers below 64, the members of an enum, zero. */
export const SMALL_KEYS: CandidateKeys = { ofType: smallKeys, written: () => [] };

function smallKeys(type: SourceType): readonly Uint8Array[] {
  if (type.kind === 'string' || type.kind === 'bytes') return [];
  if (type.kind === 'enum') return type.members.slice(0, MAX_KEYS).map((_, member) => padded(BigInt(member)));
  return type.kind === 'uint' || type.kind === 'int' ? SMALL_NUMBERS : SMALL_NUMBERS.slice(0, 2);
}

const EXPRESSIONS = new Set(['Literal', 'FunctionCall', 'BinaryOperation', 'UnaryOperation', 'MemberAccess']);

const kept = new WeakMap<Compilation, CandidateKeys>();

/** Returns the candidates that a compilation's sources have. Linear in their trees when first asked. */
export function keysOfSources(compilation: Compilation): CandidateKeys {
  const known = kept.get(compilation) ?? findKeys(compilation);
  kept.set(compilation, known);
  return known;
}

function findKeys(compilation: Compilation): CandidateKeys {
  let constants: readonly Constant[] | undefined;
  let indexes: ReadonlyMap<string, readonly Constant[]> | undefined;
  const byType = new Map<string, readonly Uint8Array[]>();
  const written = ({ name, key }: SourceType & { kind: 'mapping' }) => {
    indexes ??= indexesOf(compilation);
    return (indexes.get(withoutLocation(name)) ?? []).flatMap((constant) => keyOf(key, constant) ?? []);
  };
  const ofType = (type: SourceType) => {
    const known = byType.get(type.name);
    if (known !== undefined) return known;
    constants ??= constantsOf(compilation);
    const keys = new Map(smallKeys(type).map((key) => [bytesToHex(key), key]));
    if (type.kind !== 'enum')
      for (const constant of constants) {
        const key = keys.size < MAX_KEYS ? keyOf(type, constant) : undefined;
        if (key) keys.set(bytesToHex(key), key);
      }
    byType.set(type.name, [...keys.values()]);
    return [...keys.values()];
  };
  return { ofType, written };
}

/** Constant keys in brackets, by the type of the mapping before them. */
function indexesOf({ roots, declarations }: Compilation): ReadonlyMap<string, readonly Constant[]> {
  const found = new Map<string, Constant[]>();
  for (const root of roots)
    visitAst(root, (node) => {
      if (node.nodeType !== 'IndexAccess') return;
      const mapping = withoutLocation(typeStringOf(nodeIn(node, 'baseExpression') ?? {}));
      const constant = mapping.startsWith('mapping(')
        ? constantOf(nodeIn(node, 'indexExpression'), declarations)
        : undefined;
      if (constant !== undefined) found.set(mapping, [...(found.get(mapping) ?? []), constant]);
    });
  return found;
}

/** Finds the value of a constant of the sources by its name or `Contract.NAME`; undefined where there is none, or several of the name differ. */
export function constantNamed({ roots, declarations }: Compilation, name: string): Constant | undefined {
  const [own, contract] = name.split('.').toReversed();
  const found = new Map<string, Constant>();
  const take = (nodes: readonly AstNode[]) => {
    for (const node of nodes) {
      if (contract === undefined || node.name === contract) take(nodesIn(node, 'nodes').filter(isVariable));
      const value = isVariable(node) && node.name === own ? valueOfConstant(node, declarations) : undefined;
      if (value !== undefined) found.set(bytesToHex(padded(value)), value);
    }
  };
  for (const root of roots) take(nodesIn(root, 'nodes'));
  return found.size === 1 ? [...found.values()][0] : undefined;
}

function isVariable({ nodeType }: AstNode): boolean {
  return nodeType === 'VariableDeclaration';
}

/** Returns a constant as a key of the type, undefined where it is none. */
export function keyOf(type: SourceType, constant: Constant): Uint8Array | undefined {
  const isNumber = typeof constant === 'bigint';
  switch (type.kind) {
    case 'string':
    case 'bytes':
      return isNumber || constant.length > MAX_TEXT ? undefined : constant;
    case 'bytesN':
      if (!isNumber) return constant.length <= type.bytes ? padded(constant) : undefined;
      // A number of as many digits stands in front.
      return constant >> BigInt(type.bytes * 8) === 0n ? padded(padded(constant).subarray(32 - type.bytes)) : undefined;
    case 'bool':
      return constant === 0n || constant === 1n ? padded(constant) : undefined;
    case 'enum':
    case 'address':
      return isNumber && constant >= 0n && constant >> 160n === 0n ? padded(constant) : undefined;
    case 'int':
      return isNumber ? padded(constant) : undefined;
    case 'uint':
      if (!isNumber) return constant.length === type.bytes ? padded(BigInt(bytesToHex(constant))) : undefined;
      return constant >= 0n && constant >> BigInt(type.bytes * 8) === 0n ? padded(constant) : undefined;
    default:
      return undefined;
  }
}

/** Values of the constant expressions of all files, and of selectors. */
function constantsOf({ roots, declarations, functions }: Compilation): Constant[] {
  const found: Constant[] = [];
  for (const root of roots)
    visitAst(root, (node) => {
      const value = EXPRESSIONS.has(node.nodeType) ? constantOf(node, declarations) : undefined;
      if (value !== undefined) found.push(value);
      // Also as the interface's identifier, which is that of its functions together (ERC-165).
      if (node.nodeType !== 'ContractDefinition') return;
      const selectors = nodesIn(node, 'nodes').flatMap(({ functionSelector }) =>
        typeof functionSelector === 'string' && /^[\da-f]{8}$/i.test(functionSelector)
          ? [BigInt(`0x${functionSelector}`)]
          : [],
      );
      found.push(selectors.reduce((one, other) => one ^ other, 0n));
    });
  for (const { selector } of functions.byId.values()) if (selector !== '') found.push(hexToBytes(`0x${selector}`));
  return found;
}
