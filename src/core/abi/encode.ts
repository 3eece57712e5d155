/**
 * Encodes what a reader types into the fields of a function: integers,
 * addresses and bytes as they stand, arrays and tuples as JSON.
 */
import { type Abi, type AbiFunction, type AbiParameter, encodeAbiParameters } from 'viem';
import { parseAddress } from '../chain/address';
import type { Hex } from '../chain/primitives';
import { fail, ok, type Result } from '../result';
import { type AbiType, compileTypes } from './abi-type';
import { nameOf } from './decode-parameters';
import { selectorOf, signatureOf } from './signature';

/** Characters of one typed argument. */
const MAX_ARGUMENT = 4_000_000;

/**
 * Calldata of a call. `functionName` is a name, or a signature or selector
 * where names are overloaded; `args` are the texts of the fields, in order.
 * The error is a sentence for the reader: `Encode function call failed: …`.
 */
export function encodeCall(abi: Abi, functionName: string, args: readonly string[]): Result<Hex, string> {
  const found = findFunction(abi, functionName, args.length);
  const encoded = found.ok ? encodeArguments(found.value.inputs, args) : found;
  if (!found.ok || !encoded.ok) return fail(`Encode function call failed: ${encoded.ok ? '' : encoded.error}`);
  return ok(`${selectorOf(signatureOf(found.value))}${encoded.value.slice(2)}` as Hex);
}

/** Arguments without a selector, as a constructor takes them. The error is a sentence for the reader: `Encode input parameters failed: …`. */
export function encodeParameters(parameters: readonly AbiParameter[], args: readonly string[]): Result<Hex, string> {
  const encoded = encodeArguments(parameters, args);
  return encoded.ok ? encoded : fail(`Encode input parameters failed: ${encoded.error}`);
}

/** The one function that `name` means: a selector, a signature, or a name that fits the number of arguments. */
function findFunction(abi: Abi, name: string, count: number): Result<AbiFunction, string> {
  const functions = abi.filter((item): item is AbiFunction => item.type === 'function');
  const exact = functions.find((item) => {
    const signature = signatureOf(item);
    return signature === name || selectorOf(signature) === name.toLowerCase();
  });
  if (exact !== undefined) return ok(exact);
  const named = functions.filter((item) => item.name === name);
  if (named.length === 0) return fail(`the ABI has no function ${name}`);
  const fitting = named.filter((item) => item.inputs.length === count);
  if (fitting.length > 1) return fail(`${name} is overloaded, say which: ${fitting.map(signatureOf).join(' or ')}`);
  return ok(fitting[0] ?? named[0]);
}

function encodeArguments(parameters: readonly AbiParameter[], args: readonly string[]): Result<Hex, string> {
  if (parameters.length !== args.length) return fail(`expected ${parameters.length} arguments, got ${args.length}`);
  const types = compileTypes(parameters);
  if (types === undefined) return fail('the ABI names a type that cannot be encoded');
  const values: unknown[] = [];
  for (const [position, type] of types.entries()) {
    const name = nameOf(type, position);
    const value =
      args[position].length > MAX_ARGUMENT ? fail('is too long') : parseArgument(type, args[position], name);
    if (!value.ok) return fail(value.error);
    values.push(value.value);
  }
  return ok(encodeAbiParameters(types.map(parameterOf), values));
}

/** The value of a field's text. */
function parseArgument(type: AbiType, text: string, path: string): Result<unknown, string> {
  if (type.kind === 'string') {
    const json = parseJson(text);
    return ok(typeof json === 'string' && text.trim().startsWith('"') ? json : text);
  }
  if (type.kind !== 'array' && type.kind !== 'tuple') return toValue(type, text.trim(), path);
  const json = parseJson(text);
  if (json === undefined) return fail(`${path}: ${type.type} must be JSON`);
  return toValue(type, json, path);
}

/** JSON with its numbers as text, because JavaScript numbers lose digits; undefined for what is no JSON. */
function parseJson(text: string): unknown {
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') || !isNumber(token) ? token : `"${token}"`,
  );
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}

function isNumber(token: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(token);
}

/** What viem encodes for `type`, from JSON or a field's text. The error names the place. */
function toValue(type: AbiType, json: unknown, path: string): Result<unknown, string> {
  if (type.element !== undefined) return arrayOf(type, type.element, json, path);
  if (type.components !== undefined) return tupleOf(type.components, json, path);
  if (type.kind === 'bool') {
    const value = typeof json === 'boolean' ? json : json === 'true' ? true : json === 'false' ? false : undefined;
    return value === undefined ? fail(`${path}: ${show(json)} is not true or false`) : ok(value);
  }
  if (typeof json !== 'string') return fail(`${path}: ${show(json)} is no ${type.type}`);
  if (type.kind === 'string') return ok(json);
  if (type.kind === 'integer') return integerOf(type, json, path);
  if (type.kind === 'bytes') return bytesOf(type, json, path);
  const address = parseAddress(json);
  if (address.ok) return ok(address.value);
  return fail(`${path}: ${show(json)} ${address.error === 'checksum' ? 'fails its checksum' : 'is no address'}`);
}

function arrayOf(type: AbiType, element: AbiType, json: unknown, path: string): Result<unknown, string> {
  if (!Array.isArray(json)) return fail(`${path}: ${type.type} must be a JSON array`);
  if (type.count !== -1 && json.length !== type.count) {
    return fail(`${path}: ${type.type} has ${type.count} items, got ${json.length}`);
  }
  return all(json.length, (index) => toValue(element, json[index], `${path}[${index}]`));
}

/** A tuple as an object by component names, or as an array by position. */
function tupleOf(components: readonly AbiType[], json: unknown, path: string): Result<unknown, string> {
  if (typeof json !== 'object' || json === null) return fail(`${path}: a tuple must be a JSON object or array`);
  if (Array.isArray(json) && json.length !== components.length) {
    return fail(`${path}: the tuple has ${components.length} components, got ${json.length}`);
  }
  return all(components.length, (index) => {
    const component = components[index];
    const key = Array.isArray(json) ? String(index) : nameOf(component, index);
    if (!Object.hasOwn(json, key)) return fail(`${path}: ${key} is missing`);
    return toValue(component, (json as Readonly<Record<string, unknown>>)[key], `${path}.${nameOf(component, index)}`);
  });
}

function all(count: number, valueAt: (index: number) => Result<unknown, string>): Result<unknown, string> {
  const values: unknown[] = [];
  for (let index = 0; index < count; index++) {
    const value = valueAt(index);
    if (!value.ok) return value;
    values.push(value.value);
  }
  return ok(values);
}

/** Decimal or 0x hex; `fixed` types with a point. */
function integerOf(type: AbiType, text: string, path: string): Result<bigint, string> {
  const value = type.decimals > 0 ? scaled(text, type.decimals) : unscaled(text);
  if (value === undefined) return fail(`${path}: ${show(text)} is no ${type.type}`);
  const width = BigInt(type.width - (type.signed ? 1 : 0));
  const least = type.signed ? -(1n << width) : 0n;
  if (value < least || value >= 1n << width) return fail(`${path}: ${show(text)} is out of range of ${type.type}`);
  return ok(value);
}

function unscaled(text: string): bigint | undefined {
  const match = /^(-?)(\d{1,100}|0x[\da-f]{1,64})$/i.exec(text);
  return match === null ? undefined : match[1] === '-' ? -BigInt(match[2]) : BigInt(match[2]);
}

function scaled(text: string, decimals: number): bigint | undefined {
  const match = /^(-?)(\d{1,100})(?:\.(\d{1,100}))?$/.exec(text);
  const fraction = match?.[3] ?? '';
  if (match === null || fraction.length > decimals) return undefined;
  const value = BigInt(match[2] + fraction.padEnd(decimals, '0'));
  return match[1] === '-' ? -value : value;
}

function bytesOf(type: AbiType, text: string, path: string): Result<string, string> {
  if (!/^0x([\da-f]{2})*$/i.test(text)) return fail(`${path}: ${show(text)} is no hex with whole bytes`);
  const length = text.length / 2 - 1;
  if (type.width !== -1 && length !== type.width)
    return fail(`${path}: ${type.type} has ${type.width} bytes, got ${length}`);
  return ok(text);
}

/** The type behind the name: viem encodes no `fixed`, no `function` and no type of a library. */
function parameterOf(type: AbiType): AbiParameter {
  if (type.element !== undefined) {
    const element = parameterOf(type.element);
    return { ...element, type: `${element.type}[${type.count === -1 ? '' : type.count}]` };
  }
  if (type.components !== undefined) {
    // By position, so that components without a name, or with the same one, do no harm.
    return { type: 'tuple', components: type.components.map((component) => ({ ...parameterOf(component), name: '' })) };
  }
  if (type.kind === 'integer') return { type: `${type.signed ? '' : 'u'}int${type.width}` };
  if (type.kind === 'bytes') return { type: type.width === -1 ? 'bytes' : `bytes${type.width}` };
  return { type: type.kind };
}

function show(json: unknown): string {
  const text = typeof json === 'string' ? `“${json}”` : (JSON.stringify(json) ?? 'nothing');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
