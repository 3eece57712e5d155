/**
 * The text of a field as the value it stands for: integers, addresses and
 * bytes as they are written, arrays and tuples as JSON.
 */
import { parseAddress } from '../chain/address';
import { fail, ok, type Result } from '../values/result';
import type { AbiType } from './abi-type';
import { nameOf } from './decode-parameters';
import { jsonProblem } from './json-problem';

/** Why a text is no value of its type. */
export type ArgumentProblem = {
  /** The place in the arguments: `payouts[0].amount`. */
  path: string;
  /** Words that go on after the place: `“70000” does not fit uint16, the largest is 65535`. */
  reason: string;
};

/** Returns the value that viem encodes for the text of a field. A text that is a JSON string stands for the text that it quotes. */
export function parseArgument(type: AbiType, text: string, path: string): Result<unknown, ArgumentProblem> {
  if (type.kind === 'string') {
    const json = parseExactJson(text);
    return ok(typeof json === 'string' && text.trim().startsWith('"') ? json : text);
  }
  if (type.kind !== 'array' && type.kind !== 'tuple') return toValue(type, text.trim(), path);
  const json = parseExactJson(text);
  if (json === undefined) return refuse(path, `${type.type} must be JSON: ${jsonProblem(text) ?? 'it is none'}`);
  return toValue(type, json, path);
}

/** Parses JSON with its numbers as text, because JavaScript numbers lose digits; undefined for what is no JSON. */
export function parseExactJson(text: string): unknown {
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
function toValue(type: AbiType, json: unknown, path: string): Result<unknown, ArgumentProblem> {
  if (type.element !== undefined) return arrayOf(type, type.element, json, path);
  if (type.components !== undefined) return tupleOf(type.components, json, path);
  if (type.kind === 'bool') {
    const value = typeof json === 'boolean' ? json : json === 'true' ? true : json === 'false' ? false : undefined;
    return value === undefined ? refuse(path, `${show(json)} is not true or false`) : ok(value);
  }
  if (typeof json !== 'string') return refuse(path, `${show(json)} is no ${type.type}`);
  if (type.kind === 'string') return ok(json);
  if (type.kind === 'integer') return integerOf(type, json, path);
  if (type.kind === 'bytes') return bytesOf(type, json, path);
  const address = parseAddress(json);
  if (address.ok) return ok(address.value);
  return refuse(path, `${show(json)} ${address.error === 'checksum' ? 'fails its checksum' : 'is no address'}`);
}

function arrayOf(type: AbiType, element: AbiType, json: unknown, path: string): Result<unknown, ArgumentProblem> {
  if (!Array.isArray(json)) return refuse(path, `${type.type} must be a JSON array`);
  if (type.count !== -1 && json.length !== type.count) {
    return refuse(path, `${type.type} has ${type.count} items, got ${json.length}`);
  }
  return all(json.length, (index) => toValue(element, json[index], `${path}[${index}]`));
}

/** A tuple as an object by component names, or as an array by position. */
function tupleOf(components: readonly AbiType[], json: unknown, path: string): Result<unknown, ArgumentProblem> {
  if (typeof json !== 'object' || json === null) return refuse(path, `a tuple must be a JSON object or array`);
  if (Array.isArray(json) && json.length !== components.length) {
    return refuse(path, `the tuple has ${components.length} components, got ${json.length}`);
  }
  return all(components.length, (index) => {
    const component = components[index];
    const key = Array.isArray(json) ? String(index) : nameOf(component, index);
    if (!Object.hasOwn(json, key)) return refuse(path, `${key} is missing`);
    return toValue(component, (json as Readonly<Record<string, unknown>>)[key], `${path}.${nameOf(component, index)}`);
  });
}

function all(
  count: number,
  valueAt: (index: number) => Result<unknown, ArgumentProblem>,
): Result<unknown, ArgumentProblem> {
  const values: unknown[] = [];
  for (let index = 0; index < count; index++) {
    const value = valueAt(index);
    if (!value.ok) return value;
    values.push(value.value);
  }
  return ok(values);
}

/** Decimal or 0x hex, `fixed` types with a point; of an enum whose members are known, the name of one. */
function integerOf(type: AbiType, text: string, path: string): Result<bigint, ArgumentProblem> {
  const member = type.members?.indexOf(text) ?? -1;
  if (member !== -1) return ok(BigInt(member));
  const value = type.decimals > 0 ? scaled(text, type.decimals) : unscaled(text);
  if (value === undefined) return refuse(path, `${show(text)} is no ${type.type}`);
  const width = BigInt(type.width - (type.signed ? 1 : 0));
  const least = type.signed ? -(1n << width) : 0n;
  const largest = (1n << width) - 1n;
  if (value < least) return refuse(path, `${show(text)} does not fit ${type.type}, the smallest is ${least}`);
  if (value > largest) return refuse(path, `${show(text)} does not fit ${type.type}, the largest is ${largest}`);
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

function bytesOf(type: AbiType, text: string, path: string): Result<string, ArgumentProblem> {
  if (!/^0x([\da-f]{2})*$/i.test(text)) return refuse(path, `${show(text)} is no hex with whole bytes`);
  const length = text.length / 2 - 1;
  if (type.width !== -1 && length !== type.width)
    return refuse(path, `${type.type} has ${type.width} bytes, got ${length}`);
  return ok(text);
}

function refuse(path: string, reason: string): { ok: false; error: ArgumentProblem } {
  return fail({ path, reason });
}

function show(json: unknown): string {
  const text = typeof json === 'string' ? `“${json}”` : (JSON.stringify(json) ?? 'nothing');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
