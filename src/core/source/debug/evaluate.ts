/**
 * The value of an expression over the variables in scope, by Solidity's types.
 *
 * Integers are computed without bound and then held against their type: what
 * does not fit is stated and not wrapped silently. Literals have no type of
 * their own and take that of what they meet.
 */
import type { Decoded } from '../../abi/decoded';
import { fail, ok, type Result } from '../../values/result';
import type { Expression } from './expression';

/** Returns the value of a name; undefined for names that are not in scope. */
export type Scope = (name: string) => Decoded | undefined;

export type Evaluated = {
  value: Decoded;
  /** A sentence where the result does not fit its type, '' elsewhere. */
  note: string;
};

type Integer = { kind: 'integer'; value: bigint; type: string | undefined };
type Value =
  | Integer
  | { kind: 'bool'; value: boolean }
  /** Lower case, 0x and digits. */
  | { kind: 'address'; value: string }
  | { kind: 'bytes'; value: string; type: string }
  | { kind: 'string'; value: string }
  | { kind: 'compound'; value: Decoded };

const MAX_POWER = 512n;
/** Bits of what literals amount to on the way (Solidity docs, Rational and Integer Literals). */
const MAX_BITS = 4_096;
const INTEGER = /^u?int(\d*)$/;

class Problem extends Error {}

/** Returns the value, or one sentence on why there is none. */
export function evaluate(expression: Expression, scope: Scope): Result<Evaluated, string> {
  const notes = new Set<string>();
  try {
    const value = valueIn(expression, { scope, notes });
    // A literal takes a type at last.
    if (value.kind === 'integer') fitted({ ...value, type: typeOf(value) }, { scope, notes });
    return ok({ value: decodedOf(value), note: [...notes].join(' ') });
  } catch (error) {
    if (error instanceof Problem) return fail(error.message);
    throw error;
  }
}

type Context = { scope: Scope; notes: Set<string> };

function valueIn(expression: Expression, context: Context): Value {
  switch (expression.kind) {
    case 'number':
      return { kind: 'integer', value: expression.value, type: undefined };
    case 'hex':
      return hexLiteral(expression.text);
    case 'text':
      return { kind: 'string', value: expression.value };
    case 'bool':
      return { kind: 'bool', value: expression.value };
    case 'name':
    case 'member':
    case 'index':
      return read(expression, context);
    case 'call':
      return convert(expression.name, expression.args, context);
    case 'unary':
      return unary(expression.operator, valueIn(expression.of, context), context);
    case 'binary':
      return binary(expression, context);
    case 'choice':
      return valueIn(truth(expression.condition, context, '?') ? expression.yes : expression.no, context);
  }
}

/** An address where it has 40 digits, as in Solidity; else a number. */
function hexLiteral(text: string): Value {
  if (text.length === 42) return { kind: 'address', value: text.toLowerCase() };
  return { kind: 'integer', value: BigInt(text), type: undefined };
}

/** A name with the members and items behind it; longer names that are in scope, such as `msg.sender`, come first. */
function read(expression: Expression, context: Context): Value {
  const path = pathOf(expression, context);
  const whole = path === undefined ? undefined : context.scope(path);
  if (whole !== undefined) return fromDecoded(whole, path ?? '');
  if (expression.kind === 'name')
    throw new Problem(`${expression.name} is not in scope here, or its value is not known.`);
  if (expression.kind === 'member') return memberOf(valueIn(expression.of, context), expression.name);
  if (expression.kind === 'index')
    return itemOf(valueIn(expression.of, context), valueIn(expression.index, context), path ?? 'the item');
  throw new Problem('This is not a variable.');
}

/** How the storage of a transaction names it, `balances[0xabc…].free`; undefined for what is no path. */
function pathOf(expression: Expression, context: Context): string | undefined {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind === 'member') {
    const of = pathOf(expression.of, context);
    return of && `${of}.${expression.name}`;
  }
  if (expression.kind !== 'index') return undefined;
  const of = pathOf(expression.of, context);
  if (of === undefined) return undefined;
  const index = valueIn(expression.index, context);
  return `${of}[${index.kind === 'string' ? JSON.stringify(index.value) : textOf(index)}]`;
}

function memberOf(of: Value, name: string): Value {
  if (name === 'length') {
    if (of.kind === 'bytes') return { kind: 'integer', value: BigInt((of.value.length - 2) / 2), type: 'uint256' };
    if (of.kind === 'compound' && of.value.kind === 'array')
      return { kind: 'integer', value: BigInt(of.value.length), type: 'uint256' };
  }
  const items = of.kind === 'compound' && of.value.kind === 'tuple' ? (of.value.items ?? []) : [];
  const member = items.find((item) => item.name === name);
  if (member !== undefined) return fromDecoded(member, name);
  const known = items.map((item) => item.name).filter((item) => item !== '');
  throw new Problem(
    known.length === 0
      ? `${typeOf(of)} has no member ${name} that is known here.`
      : `There is no member ${name}: there are ${known.join(', ')}.`,
  );
}

function itemOf(of: Value, index: Value, path: string): Value {
  if (of.kind === 'bytes') {
    const at = indexIn(index, BigInt((of.value.length - 2) / 2));
    return { kind: 'bytes', value: `0x${of.value.slice(2 + 2 * at, 4 + 2 * at)}`, type: 'bytes1' };
  }
  if (of.kind === 'compound' && of.value.kind === 'array' && !of.value.type.startsWith('mapping')) {
    const at = indexIn(index, BigInt(of.value.length));
    // Only some items of a long array are read, by their index.
    const item = of.value.items?.find(({ name }) => name === String(at));
    if (item === undefined) throw new Problem(`The item ${at} is not read here: the transaction did not access it.`);
    return fromDecoded(item, path);
  }
  if (of.kind === 'compound') {
    const key = textOf(index);
    const found = of.value.items?.find(({ name }) => name === key || name === `[${key}]`);
    if (found) return fromDecoded(found, path);
  }
  throw new Problem(`${path} is not known: the transaction did not access it before this step.`);
}

function indexIn(index: Value, length: bigint): number {
  if (index.kind !== 'integer') throw new Problem(`An index is a number, not ${typeOf(index)}.`);
  if (index.value < 0n || index.value >= length)
    throw new Problem(
      `The index ${index.value} is beyond the end: there ${length === 1n ? 'is 1 item' : `are ${length} items`}.`,
    );
  return Number(index.value);
}

function convert(name: string, args: readonly Expression[], context: Context): Value {
  const [first] = args;
  if (args.length !== 1 || first === undefined)
    throw new Problem(`${name}(…) is not a conversion of one value: functions are not called here.`);
  const value = valueIn(first, context);
  if (INTEGER.test(name)) {
    const type = INTEGER.exec(name)?.[1] === '' ? `${name}256` : name;
    rangeOf(type);
    const from = integerOf(value);
    const cut = truncated(from, type);
    if (cut !== from) context.notes.add(`${from} does not fit ${type}: the conversion cuts it to ${cut}.`);
    return { kind: 'integer', value: cut, type };
  }
  if (name === 'address' || name === 'payable') {
    if (value.kind === 'address') return value;
    const number = integerOf(value);
    if (number < 0n || number >= 1n << 160n) throw new Problem(`${number} is no address: an address has 20 bytes.`);
    return { kind: 'address', value: `0x${number.toString(16).padStart(40, '0')}` };
  }
  throw new Problem(`${name} is not called here: conversions to integers and address(x) are.`);
}

/** The number of an integer, an address or some bytes. */
function integerOf(value: Value): bigint {
  if (value.kind === 'integer') return value.value;
  if (value.kind === 'address' || (value.kind === 'bytes' && value.value.length > 2)) return BigInt(value.value);
  throw new Problem(`${typeOf(value)} is not a number.`);
}

function unary(operator: string, value: Value, context: Context): Value {
  if (operator === '!') {
    if (value.kind !== 'bool') throw new Problem(`! wants a bool, not ${typeOf(value)}.`);
    return { kind: 'bool', value: !value.value };
  }
  if (value.kind !== 'integer') throw new Problem(`${operator} wants a number, not ${typeOf(value)}.`);
  const { type } = value;
  if (operator === '-') return fitted({ kind: 'integer', value: -value.value, type }, context);
  if (type === undefined) return { kind: 'integer', value: ~value.value, type };
  return { kind: 'integer', value: truncated(~value.value, type), type };
}

function binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, context: Context): Value {
  if (operator === '&&' || operator === '||') {
    const first = truth(left, context, operator);
    if (operator === '&&' ? !first : first) return { kind: 'bool', value: first };
    return { kind: 'bool', value: truth(right, context, operator) };
  }
  const a = valueIn(left, context);
  const b = valueIn(right, context);
  if (operator === '==' || operator === '!=') return { kind: 'bool', value: equal(a, b) === (operator === '==') };
  if (operator === '<' || operator === '>' || operator === '<=' || operator === '>=')
    return { kind: 'bool', value: compare(operator, a, b) };
  if (a.kind !== 'integer' || b.kind !== 'integer')
    throw new Problem(`${operator} wants two numbers, not ${typeOf(a)} and ${typeOf(b)}.`);
  const type = operator === '**' || operator === '<<' || operator === '>>' ? a.type : common(a, b);
  return fitted({ kind: 'integer', value: compute(operator, a.value, b.value), type }, context, operator === '<<');
}

function truth(expression: Expression, context: Context, operator: string): boolean {
  const value = valueIn(expression, context);
  if (value.kind !== 'bool') throw new Problem(`${operator} wants a bool, not ${typeOf(value)}.`);
  return value.value;
}

function equal(a: Value, b: Value): boolean {
  if (a.kind === 'integer' && b.kind === 'integer') return a.value === b.value;
  if (a.kind === 'bool' && b.kind === 'bool') return a.value === b.value;
  if (a.kind === 'string' && b.kind === 'string') return a.value === b.value;
  const isHex = (value: Value) => value.kind === 'address' || value.kind === 'bytes' || value.kind === 'integer';
  if (isHex(a) && isHex(b) && (a.kind !== 'integer' || b.kind !== 'integer')) return sameHex(a, b);
  throw new Problem(`${typeOf(a)} and ${typeOf(b)} cannot be compared.`);
}

function sameHex(a: Value, b: Value): boolean {
  if (a.kind === 'bytes' && b.kind === 'bytes') return a.value === b.value;
  return integerOf(a) === integerOf(b);
}

function compare(operator: string, a: Value, b: Value): boolean {
  const comparable = (value: Value) => value.kind === 'integer' || value.kind === 'address';
  if (!comparable(a) || !comparable(b))
    throw new Problem(`${operator} wants two numbers, not ${typeOf(a)} and ${typeOf(b)}.`);
  const [x, y] = [integerOf(a), integerOf(b)];
  switch (operator) {
    case '<':
      return x < y;
    case '>':
      return x > y;
    case '<=':
      return x <= y;
    default:
      return x >= y;
  }
}

function compute(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      if (b === 0n) throw new Problem('Division by zero.');
      return a / b;
    case '%':
      if (b === 0n) throw new Problem('Division by zero.');
      return a % b;
    case '**':
      if (b < 0n) throw new Problem('A power cannot be negative.');
      if ((a > 1n || a < -1n) && (b > MAX_POWER || sizeOf(a) * Number(b) > MAX_BITS))
        throw new Problem(`${a} ** ${b} is beyond any number of 256 bits.`);
      return a ** (b > MAX_POWER ? b % 2n : b);
    case '<<':
      if (b < 0n || b > MAX_POWER) throw new Problem(`A shift by ${b} is not computed.`);
      return a << b;
    case '>>':
      if (b < 0n) throw new Problem(`A shift by ${b} is not computed.`);
      return a >> (b > MAX_POWER ? MAX_POWER : b);
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    default:
      throw new Problem(`${operator} is not known.`);
  }
}

/** The type both operands convert to; undefined between literals. */
function common(a: Integer, b: Integer): string | undefined {
  if (a.type === undefined || b.type === undefined) return a.type ?? b.type;
  if (a.type.startsWith('u') !== b.type.startsWith('u'))
    throw new Problem(`${a.type} and ${b.type} do not mix: convert one of them.`);
  return bitsOf(a.type) >= bitsOf(b.type) ? a.type : b.type;
}

/** The result as it is; a note says where it does not fit its type. Literals have none yet. Shifts cut without an error (Solidity docs, Shifts). */
function fitted(value: Integer, { notes }: Context, cuts = false): Integer {
  const { type } = value;
  if (type === undefined) return value;
  const [least, most] = rangeOf(type);
  if (value.value >= least && value.value <= most) return value;
  const cut = truncated(value.value, type);
  if (cuts) return { ...value, value: cut };
  const what = value.value < least ? 'Underflow' : 'Overflow';
  notes.add(
    `${what}: ${value.value} does not fit ${type}. Checked code reverts here, unchecked code goes on with ${cut}.`,
  );
  return value;
}

/** Bits that hold the number, its sign left out, to the next four. */
function sizeOf(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}

function bitsOf(type: string): number {
  return Number(INTEGER.exec(type)?.[1] || 256);
}

function rangeOf(type: string): [bigint, bigint] {
  const bits = bitsOf(type);
  if (bits < 8 || bits > 256 || bits % 8 !== 0) throw new Problem(`${type} is no type.`);
  if (type.startsWith('u')) return [0n, (1n << BigInt(bits)) - 1n];
  return [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n];
}

function truncated(value: bigint, type: string): bigint {
  return type.startsWith('u') ? BigInt.asUintN(bitsOf(type), value) : BigInt.asIntN(bitsOf(type), value);
}

function fromDecoded(decoded: Decoded, name: string): Value {
  const { kind, text, type, length, unknown } = decoded;
  if (unknown === true) throw new Problem(`The value of ${name} is not known: ${text}.`);
  const isWhole = text.length >= length || kind === 'string';
  switch (kind) {
    case 'integer':
      if (!/^-?\d+$/.test(text)) return { kind: 'string', value: text }; // the member of an enum
      return { kind: 'integer', value: BigInt(text), type: INTEGER.test(type) ? type : 'uint256' };
    case 'bool':
      return { kind: 'bool', value: text === 'true' };
    case 'address':
      return { kind: 'address', value: text.toLowerCase() };
    case 'string':
      return { kind: 'string', value: text };
    case 'bytes':
      if (!/^0x([\da-f]{2})*$/i.test(text)) throw new Problem(`The value of ${name} is ${text}.`);
      if (!isWhole) throw new Problem(`${name} is too long to be computed with.`);
      return { kind: 'bytes', value: text.toLowerCase(), type };
    default:
      return { kind: 'compound', value: decoded };
  }
}

function decodedOf(value: Value): Decoded {
  if (value.kind === 'compound') return value.value;
  const text = textOf(value);
  return { name: '', type: typeOf(value), kind: value.kind, text, length: text.length };
}

function textOf(value: Value): string {
  return value.kind === 'compound' ? value.value.text : String(value.value);
}

function typeOf(value: Value): string {
  switch (value.kind) {
    case 'integer':
      return value.type ?? (value.value < 0n ? 'int256' : 'uint256');
    case 'bytes':
      return value.type;
    case 'compound':
      return value.value.type;
    default:
      return value.kind;
  }
}
