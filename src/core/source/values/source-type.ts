/**
 * Types as the source declares them, with what a debugger needs of each: how
 * many stack slots a value takes, how many bytes of a storage slot, and how it
 * is laid out in memory (Solidity docs: Layout in Storage, Layout in Memory).
 */

import { readFields, readText } from '../../values/json-fields';
import { type AstNode, nodeIn, nodesIn, typeStringOf } from '../compiled/ast';

export type SourceType =
  /** `digits` of Vyper's decimals stand behind the point. */
  | { kind: 'uint' | 'int'; name: string; bytes: number; digits?: number }
  /** `width` is the bytes that a value has of Vyper's, which takes a word all the same. */
  | { kind: 'bytesN'; name: string; bytes: number; width?: number }
  | { kind: 'bool' | 'address'; name: string; bytes: number }
  /** `address` for a contract, an integer for an enum with the names of its members. */
  | { kind: 'enum'; name: string; bytes: number; members: readonly string[] }
  | { kind: 'function'; name: string; bytes: number; external: boolean }
  /** `inPlace` is the most bytes, of Vyper's, which storage keeps behind their number. */
  | { kind: 'bytes' | 'string'; name: string; inPlace?: number }
  /** `length` is undefined for a dynamic array; `inPlace` is the most items of Vyper's, which storage keeps behind their number. */
  | { kind: 'array'; name: string; element: SourceType; length: number | undefined; inPlace?: number }
  /** `slotFirst` for Vyper's, which hashes the slot before the key, and of a text as a key its hash. */
  | { kind: 'mapping'; name: string; key: SourceType; value: SourceType; slotFirst?: true }
  /** `declaration` is the same object for every mention of a struct: what is worked out for one counts for all. */
  | { kind: 'struct'; name: string; declaration: object; members: () => readonly StructMember[] }
  /** A type that is not known here; shown as a word. `isWord` where it is known to take one. */
  | { kind: 'unknown'; name: string; bytes: number; isWord?: boolean };

export type StructMember = { name: string; type: SourceType };

/** Where a reference is to; `stack` for values that stand on the stack themselves. */
export type DataLocation = 'stack' | 'memory' | 'calldata' | 'storage';

export type Declarations = ReadonlyMap<number, AstNode>;

const MAX_DEPTH = 64;

/** Returns the type of a VariableDeclaration. */
export function typeOfVariable(variable: AstNode, declarations: Declarations): SourceType {
  const typeName = nodeIn(variable, 'typeName');
  return typeName ? typeOfName(typeName, declarations, 0) : elementary(typeStringOf(variable));
}

/** Returns the type that a StructDefinition, EnumDefinition or other declaration makes. */
export function typeOfDeclaration(declared: AstNode, declarations: Declarations): SourceType {
  const name = readText(declared.canonicalName) || readText(declared.name);
  return declaredType(declared, declared.nodeType === 'StructDefinition' ? `struct ${name}` : name, declarations, 0);
}

/** Returns the data location of the variable. Old compilers state it only in the type's text. */
export function locationOfVariable(variable: AstNode, type: SourceType): DataLocation {
  if (isValueType(type)) return 'stack';
  const stated = readText(variable.storageLocation);
  const text = typeStringOf(variable);
  for (const location of ['memory', 'calldata', 'storage'] as const)
    if (stated === location || (stated !== 'memory' && text.includes(` ${location}`))) return location;
  return type.kind === 'mapping' || variable.stateVariable === true ? 'storage' : 'memory';
}

/** Returns whether values of the type stand on the stack themselves. */
export function isValueType(type: SourceType): boolean {
  return 'bytes' in type;
}

/** Returns how many stack slots a variable takes: two for dynamic calldata and external functions. */
export function stackSlots(type: SourceType, location: DataLocation): number {
  if (type.kind === 'function') return type.external ? 2 : 1;
  if (location !== 'calldata') return 1;
  return type.kind === 'bytes' || type.kind === 'string' || (type.kind === 'array' && type.length === undefined)
    ? 2
    : 1;
}

function typeOfName(node: AstNode, declarations: Declarations, depth: number): SourceType {
  const name = typeStringOf(node) || readText(node.name);
  if (depth > MAX_DEPTH) return { kind: 'unknown', name, bytes: 32 };
  switch (node.nodeType) {
    case 'ElementaryTypeName':
      return elementary(name || readText(node.name));
    case 'ArrayTypeName': {
      const base = nodeIn(node, 'baseType');
      const element = base ? typeOfName(base, declarations, depth + 1) : elementary('');
      const fixed = /\[(\d+)\]( \w+)*$/.exec(typeStringOf(node));
      const length = fixed ? Number(fixed[1]) : undefined;
      return { kind: 'array', name: withoutLocation(name), element, length };
    }
    case 'Mapping': {
      const key = nodeIn(node, 'keyType');
      const value = nodeIn(node, 'valueType');
      if (!key || !value) return { kind: 'unknown', name, bytes: 32 };
      return {
        kind: 'mapping',
        name,
        key: typeOfName(key, declarations, depth + 1),
        value: typeOfName(value, declarations, depth + 1),
      };
    }
    case 'FunctionTypeName': {
      const external = node.visibility === 'external';
      return { kind: 'function', name, bytes: external ? 24 : 8, external };
    }
    case 'UserDefinedTypeName':
      return userDefined(node, name, declarations, depth);
    default:
      return elementary(name);
  }
}

function userDefined(node: AstNode, name: string, declarations: Declarations, depth: number): SourceType {
  const id = node.referencedDeclaration ?? readFields(node.pathNode).referencedDeclaration;
  return declaredType(declarations.get(Number(id)), withoutLocation(name), declarations, depth);
}

function declaredType(
  declared: AstNode | undefined,
  text: string,
  declarations: Declarations,
  depth: number,
): SourceType {
  switch (declared?.nodeType) {
    case 'StructDefinition': {
      let members: readonly StructMember[] | undefined;
      const read = () =>
        nodesIn(declared, 'members').map((member) => {
          const typeName = nodeIn(member, 'typeName');
          const type = typeName ? typeOfName(typeName, declarations, depth + 1) : elementary(typeStringOf(member));
          return { name: readText(member.name), type };
        });
      return {
        kind: 'struct',
        name: text,
        declaration: declared,
        members: () => {
          members ??= read();
          return members;
        },
      };
    }
    case 'EnumDefinition': {
      const members = nodesIn(declared, 'members').map((member) => readText(member.name));
      return { kind: 'enum', name: text, bytes: members.length > 256 ? 2 : 1, members };
    }
    case 'ContractDefinition':
      return { kind: 'address', name: text, bytes: 20 };
    case 'UserDefinedValueTypeDefinition': {
      const underlying = nodeIn(declared, 'underlyingType');
      const type = underlying ? typeOfName(underlying, declarations, depth + 1) : elementary('');
      return { ...type, name: text };
    }
    default:
      return { kind: 'unknown', name: text, bytes: 32 };
  }
}

/** Returns the type as a declaration writes it, without where its values are. */
export function withoutLocation(name: string): string {
  return name.replace(/ (storage|memory|calldata)( (ref|pointer|slice))?/g, '');
}

/** An elementary type by its name; `unknown` for what is none. */
function elementary(written: string): SourceType {
  const name = withoutLocation(written).replace(/^address payable$/, 'address');
  const sized = /^(uint|int|bytes)(\d+)$/.exec(name);
  if (sized?.[1] === 'bytes') return { kind: 'bytesN', name, bytes: Number(sized[2]) };
  if (sized) return { kind: sized[1] as 'uint' | 'int', name, bytes: Number(sized[2]) / 8 };
  switch (name) {
    case 'uint':
    case 'int':
      return { kind: name, name: `${name}256`, bytes: 32 };
    case 'byte':
      return { kind: 'bytesN', name: 'bytes1', bytes: 1 };
    case 'bool':
      return { kind: 'bool', name, bytes: 1 };
    case 'address':
      return { kind: 'address', name, bytes: 20 };
    case 'bytes':
    case 'string':
      return { kind: name, name };
    default:
      if (name.startsWith('contract ')) return { kind: 'address', name, bytes: 20 };
      return { kind: 'unknown', name, bytes: 32 };
  }
}
