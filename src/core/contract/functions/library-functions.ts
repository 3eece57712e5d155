/**
 * Functions of libraries as they are called. Their signatures name structs, enums and storage, which an ABI does not
 * have (Solidity docs, Libraries, function signatures and selectors): the compiler states the signatures beside the ABI,
 * as `methodIdentifiers`, and the syntax tree has names, structs and results.
 */
import type { Abi, AbiFunction, AbiParameter } from 'viem';
import { MAX_ENTRIES } from '../../abi/abi-index';
import { selectorOf, signatureOf } from '../../abi/signature';
import { type Fields, isFields, readFieldsList } from '../../values/json-fields';

const MAX_SIGNATURE = 10_000;
/** Structs within structs and arrays that are followed: the compiler itself refuses a recursive one here. */
const MAX_LEVELS = 16;

/** What the syntax trees of one compilation declare. */
export type LibraryDeclarations = {
  /** Structs and user-defined value types by the id of their node. */
  types: ReadonlyMap<unknown, Fields>;
  /** Public functions of libraries, by library and selector without 0x. */
  functions: ReadonlyMap<string, Fields>;
};

/** Reads the declarations in `sources` of compiler output, each with its `ast`. */
export function libraryDeclarations(sources: unknown): LibraryDeclarations {
  const types = new Map<unknown, Fields>();
  const functions = new Map<string, Fields>();
  if (!isFields(sources)) return { types, functions };
  const nodes = Object.values(sources).flatMap((file) =>
    isFields(file) && isFields(file.ast) ? readFieldsList(file.ast.nodes) : [],
  );
  for (const node of [...nodes, ...nodes.flatMap((each) => readFieldsList(each.nodes))])
    if (node.nodeType === 'StructDefinition' || node.nodeType === 'UserDefinedValueTypeDefinition')
      types.set(node.id, node);
  for (const { contractKind, name, nodes: members } of nodes)
    if (contractKind === 'library')
      for (const member of readFieldsList(members))
        if (typeof member.functionSelector === 'string') functions.set(`${name}.${member.functionSelector}`, member);
  return { types, functions };
}

/**
 * Returns entries for the signatures that `abi` lacks; `identifiers` are signature to selector without 0x. Where the syntax tree
 * of `library` is not known, parameters have no names, and results are not known.
 */
export function libraryFunctions(
  abi: Abi,
  identifiers: unknown,
  library = '',
  declarations: LibraryDeclarations = { types: new Map(), functions: new Map() },
): Abi {
  if (!isFields(identifiers)) return [];
  const stated = Object.entries(identifiers).slice(0, MAX_ENTRIES);
  const known = new Set(abi.flatMap((entry) => (entry.type === 'function' ? [signatureOf(entry)] : [])));
  return stated.flatMap(([signature, selector]): AbiFunction[] => {
    if (known.has(signature) || signature.length > MAX_SIGNATURE || selectorOf(signature) !== `0x${selector}`)
      return [];
    const parts = /^([A-Za-z_$][\w$]*)\((.*)\)$/.exec(signature);
    if (parts === null) return [];
    // Of what stands in parentheses only mappings have any: tuples do not stand in signatures of libraries, they have names.
    const types = parts[2] === '' ? [] : parts[2].split(/,(?![^(]*\))/);
    const node = declarations.functions.get(`${library}.${selector}`);
    const inputs = node && parametersOf(node.parameters, declarations);
    const outputs = node && parametersOf(node.returnParameters, declarations);
    return [
      {
        type: 'function',
        name: parts[1],
        inputs: types.map((type, at) => ({ ...(inputs?.length === types.length ? inputs[at] : { name: '' }), type })),
        outputs: outputs ?? [],
        stateMutability: 'nonpayable',
      },
    ];
  });
}

/** Undefined where the tree has a type that is not understood. */
function parametersOf(list: unknown, declarations: LibraryDeclarations): AbiParameter[] | undefined {
  const nodes = isFields(list) ? readFieldsList(list.parameters) : [];
  const parameters = nodes.map((node) => parameterOf(node, declarations));
  return parameters.every((parameter) => parameter !== undefined) ? parameters : undefined;
}

function parameterOf(node: Fields, declarations: LibraryDeclarations): AbiParameter | undefined {
  const name = typeof node.name === 'string' ? node.name : '';
  if (node.storageLocation === 'storage') return { name, type: `${typeStringOf(node)} storage` };
  const type = typeOf(node.typeName, declarations, 0);
  return type && ({ ...type, name } as AbiParameter);
}

type Type = { type: string; internalType?: string; components?: readonly AbiParameter[] };

/** The ABI type of a type name (ABI specification, mapping Solidity to ABI types). */
function typeOf(node: unknown, declarations: LibraryDeclarations, level: number): Type | undefined {
  if (!isFields(node) || level > MAX_LEVELS) return undefined;
  const text = typeStringOf(node);
  if (node.nodeType === 'ElementaryTypeName') return { type: text.replace(' payable', '') };
  if (node.nodeType === 'FunctionTypeName') return { type: 'function' };
  if (node.nodeType === 'ArrayTypeName') {
    const base = typeOf(node.baseType, declarations, level + 1);
    const suffix = /\[\d*\]$/.exec(text.replace(/ (storage|memory|calldata)( pointer| ref)?$/, ''))?.[0];
    if (base === undefined || suffix === undefined) return undefined;
    const { internalType } = base;
    return { ...base, type: base.type + suffix, ...(internalType && { internalType: internalType + suffix }) };
  }
  if (text.startsWith('enum ')) return { type: 'uint8', internalType: text };
  if (text.startsWith('contract ')) return { type: 'address', internalType: text };
  const declared = declarations.types.get(node.referencedDeclaration);
  if (declared === undefined) return undefined;
  if (declared.nodeType !== 'StructDefinition') return typeOf(declared.underlyingType, declarations, level + 1);
  const members = readFieldsList(declared.members).map((member): AbiParameter | undefined => {
    const type = typeOf(member.typeName, declarations, level + 1);
    return type && ({ ...type, name: typeof member.name === 'string' ? member.name : '' } as AbiParameter);
  });
  if (!members.every((member) => member !== undefined)) return undefined;
  return { type: 'tuple', internalType: `struct ${declared.canonicalName ?? declared.name}`, components: members };
}

function typeStringOf({ typeDescriptions }: Fields): string {
  return isFields(typeDescriptions) && typeof typeDescriptions.typeString === 'string'
    ? typeDescriptions.typeString
    : '';
}
