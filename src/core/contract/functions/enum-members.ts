/**
 * Names of the members of enums. An ABI says of an enum only which it is
 * (`internalType: 'enum Lab.Phase'`); the syntax tree beside it has the names
 * (Solidity docs, Contract ABI Specification, JSON).
 */

import type { Abi, AbiParameter } from 'viem';
import { isFields, readFieldsList } from '../../values/json-fields';

/** Members by the name that an `internalType` has behind `enum `. */
export type EnumMembers = ReadonlyMap<string, readonly string[]>;

/** A parameter of an ABI that is an enum with known members. */
export type EnumParameter = AbiParameter & { members?: readonly string[] };

const MAX_ENUMS = 10_000;
/** Most members of an enum that Solidity allows. */
const MAX_MEMBERS = 256;
const MAX_NAME = 200;

/** Returns the enums in `sources` of compiler output, each with its `ast`, at the top of a file or in a contract. Two of one name count as neither. */
export function enumMembers(sources: unknown): EnumMembers {
  const found = new Map<string, readonly string[]>();
  if (!isFields(sources)) return found;
  const files = Object.values(sources).map((file) =>
    isFields(file) && isFields(file.ast) ? file.ast.nodes : undefined,
  );
  const nodes = files.flatMap(readFieldsList);
  const inContracts = nodes.flatMap((node) =>
    node.nodeType === 'ContractDefinition' ? readFieldsList(node.nodes) : [],
  );
  for (const node of [...nodes, ...inContracts]) {
    if (node.nodeType !== 'EnumDefinition' || found.size >= MAX_ENUMS) continue;
    const name = typeof node.canonicalName === 'string' ? node.canonicalName : node.name;
    const members = readFieldsList(node.members).map((member) => member.name);
    if (typeof name !== 'string' || members.length > MAX_MEMBERS || !members.every(isName)) continue;
    const known = found.get(name);
    found.set(name, known === undefined || known.join() === members.join() ? members : []);
  }
  for (const [name, members] of found) if (members.length === 0) found.delete(name);
  return found;
}

/** Returns the ABI with the members of the enums among its parameters. */
export function withEnumMembers(abi: Abi, enums: EnumMembers): Abi {
  if (enums.size === 0) return abi;
  return abi.map((entry) => ({
    ...entry,
    ...('inputs' in entry && { inputs: withMembers(entry.inputs, enums) }),
    ...('outputs' in entry && { outputs: withMembers(entry.outputs, enums) }),
  })) as Abi;
}

function withMembers(parameters: readonly AbiParameter[], enums: EnumMembers): readonly EnumParameter[] {
  return parameters.map((parameter) => {
    const name = /^enum ([^[]+)/.exec(parameter.internalType ?? '')?.[1];
    const members = name === undefined ? undefined : enums.get(name);
    return {
      ...parameter,
      ...(members && { members }),
      ...('components' in parameter && { components: withMembers(parameter.components, enums) }),
    } as EnumParameter;
  });
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME;
}
