/**
 * ABI types, compiled: what decoding and encoding need to know of a parameter,
 * worked out once from its text.
 *
 * Libraries name types that the ABI specification does not have
 * (Solidity docs, Libraries, function signatures): `Lib.Choice` for an enum,
 * `IPool` for a contract, `Lib.Order` for a struct, `Lib.Data storage` for a storage pointer. They keep
 * their spelling in the signature and are encoded as the type behind them.
 */
import type { AbiParameter } from 'viem';
import type { Decoded } from './decoded';

export type AbiType = {
  /** Parameter name as the ABI gives it, `''` for an unnamed one. */
  name: string;
  /** Type as the ABI spells it, aliases resolved: `uint256[2]`, `tuple[]`. */
  type: string;
  /** A struct or an enum as the source calls it, `struct Lab.Order[]`; absent where the ABI does not say. */
  declared?: string;
  /** Names of an enum's members, where they are known. */
  members?: readonly string[];
  /** Type as it stands in a signature: `(uint256,bytes)[]`. */
  canonical: string;
  kind: Decoded['kind'];
  /** Whether the head holds an offset to it (ABI specification, dynamic types). */
  dynamic: boolean;
  /** Bytes it takes in the head: 32 for a dynamic type. */
  size: number;
  /** Levels of arrays and tuples, 1 for a leaf. */
  levels: number;
  /** Integers: width in bits. Fixed bytes: width in bytes. -1 for `bytes` and where it has no meaning. */
  width: number;
  signed: boolean;
  /** Digits after the point of `fixed` types, 0 for integers. */
  decimals: number;
  /** Components of a tuple. */
  components?: readonly AbiType[];
  element?: AbiType;
  /** Items of a fixed array, -1 for a dynamic one. */
  count: number;
};

/** Deeper nesting than this is refused; solc itself stops long before. */
export const MAX_LEVELS = 32;
const MAX_COMPONENTS = 2_000;
const ARRAY_SUFFIX = /\[(\d{0,15})\]$/;

/** Returns the compiled type of `parameter`, or undefined when it names no type that can be encoded. Bounded in depth and size. */
export function compileType(parameter: AbiParameter): AbiType | undefined {
  return compile(parameter, { components: MAX_COMPONENTS }, 0);
}

/** Returns compiled types of a parameter list, or undefined when one of them cannot be encoded. */
export function compileTypes(parameters: readonly AbiParameter[]): readonly AbiType[] | undefined {
  const budget = { components: MAX_COMPONENTS };
  const types: AbiType[] = [];
  for (const parameter of parameters) {
    const type = compile(parameter, budget, 0);
    if (type === undefined) return undefined;
    types.push(type);
  }
  return types;
}

/** Returns a type as it stands in a signature, user-defined names of libraries left as they are (Solidity docs, Libraries). */
export function canonicalType(parameter: AbiParameter, level = 0): string {
  const type = resolveAlias(parameter.type);
  if (!type.startsWith('tuple') || level > MAX_LEVELS) return type;
  const components = 'components' in parameter ? parameter.components : [];
  return `(${components.map((component) => canonicalType(component, level + 1)).join(',')})${type.slice('tuple'.length)}`;
}

/** `uint`, `int`, `byte`, `fixed` and `ufixed` stand for a width of their own; array suffixes are kept. */
function resolveAlias(type: string): string {
  const match = /^(uint|int|byte|ufixed|fixed)(?=$|\[)/.exec(type);
  if (match === null) return type;
  const full = { uint: 'uint256', int: 'int256', byte: 'bytes1', ufixed: 'ufixed128x18', fixed: 'fixed128x18' };
  return full[match[1] as keyof typeof full] + type.slice(match[0].length);
}

function compile(parameter: AbiParameter, budget: { components: number }, level: number): AbiType | undefined {
  budget.components--;
  if (level >= MAX_LEVELS || budget.components < 0) return undefined;
  const type = resolveAlias(parameter.type);
  const name = parameter.name ?? '';
  const array = ARRAY_SUFFIX.exec(type);
  if (array !== null) {
    const elementParameter = { ...parameter, name: '', type: type.slice(0, array.index) } as AbiParameter;
    if (parameter.internalType !== undefined) {
      Object.assign(elementParameter, { internalType: parameter.internalType.replace(ARRAY_SUFFIX, '') });
    }
    const element = compile(elementParameter, budget, level + 1);
    const count = array[1] === '' ? -1 : Number(array[1]);
    return element && { ...arrayType(name, element, count, array[0]), ...declared(parameter) };
  }
  if (type === 'tuple' || 'components' in parameter) {
    const components: AbiType[] = [];
    for (const component of 'components' in parameter ? parameter.components : []) {
      const compiled = compile(component, budget, level + 1);
      if (compiled === undefined) return undefined;
      components.push(compiled);
    }
    // In the signature of a library's function a struct stands by its name.
    const canonical = type === 'tuple' ? {} : { canonical: type };
    return { ...tupleType(name, components), ...canonical, ...declared(parameter) };
  }
  const leaf = leafType(name, type, parameter.internalType);
  if (leaf?.kind !== 'integer') return leaf;
  const { members } = parameter as { members?: readonly string[] };
  return { ...leaf, ...declared(parameter), ...(members && { members }) };
}

/** What the source calls a struct or an enum (ABI specification, JSON, `internalType`). */
function declared({ internalType }: AbiParameter): Pick<AbiType, 'declared'> {
  return internalType !== undefined && /^(struct|enum) /.test(internalType) ? { declared: internalType } : {};
}

function arrayType(name: string, element: AbiType, count: number, suffix: string): AbiType {
  const dynamic = count === -1 || element.dynamic;
  return {
    name,
    type: element.type + suffix,
    canonical: element.canonical + suffix,
    kind: 'array',
    dynamic,
    size: dynamic ? 32 : element.size * count,
    levels: element.levels + 1,
    width: -1,
    signed: false,
    decimals: 0,
    element,
    count,
  };
}

function tupleType(name: string, components: readonly AbiType[]): AbiType {
  const dynamic = components.some((component) => component.dynamic);
  return {
    name,
    type: 'tuple',
    canonical: `(${components.map((component) => component.canonical).join(',')})`,
    kind: 'tuple',
    dynamic,
    size: dynamic ? 32 : components.reduce((sum, component) => sum + component.size, 0),
    levels: 1 + components.reduce((most, component) => Math.max(most, component.levels), 0),
    width: -1,
    signed: false,
    decimals: 0,
    components,
    count: -1,
  };
}

function leafType(name: string, type: string, internalType: string | undefined): AbiType | undefined {
  const shape = leafShape(type) ?? libraryShape(type, internalType);
  if (shape === undefined) return undefined;
  const { kind, width = -1, signed = false, decimals = 0 } = shape;
  const dynamic = kind === 'string' || (kind === 'bytes' && width === -1);
  return { name, type, canonical: type, kind, dynamic, size: 32, levels: 1, width, signed, decimals, count: -1 };
}

type LeafShape = { kind: Decoded['kind']; width?: number; signed?: boolean; decimals?: number };

function leafShape(type: string): LeafShape | undefined {
  if (type === 'address') return { kind: 'address' };
  if (type === 'bool') return { kind: 'bool' };
  if (type === 'string') return { kind: 'string' };
  if (type === 'bytes') return { kind: 'bytes' };
  // An address and a selector, 24 bytes, left-aligned (ABI specification, `function`).
  if (type === 'function') return { kind: 'bytes', width: 24 };
  const bytes = /^bytes(\d{1,2})$/.exec(type);
  if (bytes !== null) {
    const width = Number(bytes[1]);
    return width >= 1 && width <= 32 ? { kind: 'bytes', width } : undefined;
  }
  const number = /^(u?)(int|fixed)(\d{1,3})(?:x(\d{1,2}))?$/.exec(type);
  if (number === null || (number[2] === 'fixed') !== (number[4] !== undefined)) return undefined;
  const width = Number(number[3]);
  const decimals = Number(number[4] ?? 0);
  if (width < 8 || width > 256 || width % 8 !== 0 || decimals > 80) return undefined;
  return { kind: 'integer', width, signed: number[1] === '', decimals };
}

/** What a library's own type name stands for, as far as the ABI tells. */
function libraryShape(type: string, internalType: string | undefined): LeafShape | undefined {
  if (type.endsWith(' storage')) return { kind: 'integer', width: 256 };
  if (internalType === undefined) return undefined;
  if (internalType.startsWith('enum ')) return { kind: 'integer', width: 8 };
  if (internalType.startsWith('contract ')) return { kind: 'address' };
  return undefined;
}
