/**
 * What constant expressions of a source are worth, as far as it takes to find
 * the keys and positions that a compiler works out itself: literals, constants,
 * enum members, `keccak256`, conversions and arithmetic.
 */
import { concat } from 'viem';
import { hexToBytes, parseHex, wordHex } from '../../chain/hex';
import { keccak, keccakHex } from '../../chain/keccak';
import { readFields, readList, readText } from '../../values/json-fields';
import { type AstNode, isNode, nodeIn, nodesIn, typeStringOf } from '../compiled/ast';
import type { Declarations } from './source-type';

/** A number, or bytes: of a text, of a `bytesN` as many as it has. */
export type Constant = bigint | Uint8Array;

const MAX_DEPTH = 24;
const WORD = 1n << 256n;

/** Seconds, and wei, of the units that numbers are written with (Solidity docs, Units and Globally Available Variables). */
const UNITS: Readonly<Record<string, bigint>> = {
  wei: 1n,
  gwei: 10n ** 9n,
  szabo: 10n ** 12n,
  finney: 10n ** 15n,
  ether: 10n ** 18n,
  seconds: 1n,
  minutes: 60n,
  hours: 3_600n,
  days: 86_400n,
  weeks: 604_800n,
  years: 31_536_000n,
};

/** Returns the value of an expression, undefined where it is not constant or not understood. */
export function constantOf(node: AstNode | undefined, declarations: Declarations, depth = 0): Constant | undefined {
  if (node === undefined || depth > MAX_DEPTH) return undefined;
  const inner = (field: string) => constantOf(nodeIn(node, field), declarations, depth + 1);
  switch (node.nodeType) {
    case 'Literal':
      return literal(node);
    case 'Identifier':
      return declared(node, declarations, depth);
    case 'MemberAccess':
      return declared(node, declarations, depth) ?? ofType(node, declarations);
    case 'TupleExpression': {
      const [only, ...others] = readList(node.components).filter(isNode);
      return others.length === 0 ? constantOf(only, declarations, depth + 1) : undefined;
    }
    case 'UnaryOperation': {
      const value = numberOf(inner('subExpression'));
      if (value === undefined) return undefined;
      if (node.operator === '-') return -value;
      return node.operator === '~' ? inverted(value, node) : undefined;
    }
    case 'BinaryOperation': {
      const [left, right] = [numberOf(inner('leftExpression')), numberOf(inner('rightExpression'))];
      const value =
        left === undefined || right === undefined ? undefined : combined(readText(node.operator), left, right);
      return value === undefined ? undefined : sizedBy(value, typeStringOf(node));
    }
    case 'FunctionCall':
      return called(node, declarations, depth);
    default:
      return undefined;
  }
}

/** Returns the value of a variable that is declared constant, undefined of any other and where it is not understood. */
export function valueOfConstant(variable: AstNode, declarations: Declarations, depth = 0): Constant | undefined {
  if (variable.constant !== true && variable.mutability !== 'constant') return undefined;
  const value = constantOf(nodeIn(variable, 'value'), declarations, depth + 1);
  return value === undefined ? undefined : sizedBy(value, typeStringOf(variable));
}

function literal(node: AstNode): Constant | undefined {
  const value = readText(node.value);
  if (node.kind === 'string' || node.kind === 'unicodeString' || node.kind === 'hexString') {
    const bytes = parseHex(`0x${readText(node.hexValue)}`);
    return bytes ?? undefined;
  }
  if (node.kind === 'bool') return value === 'true' ? 1n : 0n;
  const unit = UNITS[readText(node.subdenomination)] ?? 1n;
  const digits = value.replaceAll('_', '');
  if (/^0x[\da-f]{1,64}$/i.test(digits)) return BigInt(digits) * unit;
  const [, whole, fraction = '', exponent = '0'] = /^(\d{0,78})(?:\.(\d{1,78}))?(?:e(\d{1,2}))?$/i.exec(digits) ?? [];
  if (whole === undefined || whole + fraction === '') return undefined;
  const scaled = BigInt(whole + fraction) * 10n ** BigInt(exponent) * unit;
  const cut = 10n ** BigInt(fraction.length);
  return scaled % cut === 0n ? scaled / cut : undefined;
}

/** The value of the constant, or the place of the enum member, that a name means. */
function declared(node: AstNode, declarations: Declarations, depth: number): Constant | undefined {
  const variable = declarations.get(Number(node.referencedDeclaration));
  if (variable?.constant === true || variable?.mutability === 'constant')
    return valueOfConstant(variable, declarations, depth);
  const base = nodeIn(node, 'expression');
  const type = base && declarations.get(Number(base.referencedDeclaration));
  if (type?.nodeType !== 'EnumDefinition') return undefined;
  const member = nodesIn(type, 'members').findIndex(({ name }) => name === node.memberName);
  return member < 0 ? undefined : BigInt(member);
}

/** `type(int24).min`, `type(Mode).max` (Solidity docs, Type Information). */
function ofType(node: AstNode, declarations: Declarations): bigint | undefined {
  const { memberName } = node;
  const call = nodeIn(node, 'expression');
  if (nodeIn(call ?? {}, 'expression')?.name !== 'type' || (memberName !== 'max' && memberName !== 'min'))
    return undefined;
  const isMax = memberName === 'max';
  const type = typeStringOf(node);
  const [, sign, bits] = /^(u?)int(\d+)$/.exec(type) ?? [];
  if (bits !== undefined) {
    const size = BigInt(bits);
    if (sign === 'u') return isMax ? (1n << size) - 1n : 0n;
    return isMax ? (1n << (size - 1n)) - 1n : -(1n << (size - 1n));
  }
  const [named] = nodesIn(call ?? {}, 'arguments');
  const declared = named && declarations.get(Number(named.referencedDeclaration));
  if (declared?.nodeType !== 'EnumDefinition') return undefined;
  return isMax ? BigInt(nodesIn(declared, 'members').length - 1) : 0n;
}

function called(node: AstNode, declarations: Declarations, depth: number): Constant | undefined {
  const values = nodesIn(node, 'arguments').map((argument) => constantOf(argument, declarations, depth + 1));
  const [value] = values;
  const callee = nodeIn(node, 'expression');
  if (node.kind === 'typeConversion') return value === undefined ? undefined : sizedBy(value, typeStringOf(node));
  if (callee?.name === 'keccak256') return value instanceof Uint8Array ? keccak(value) : undefined;
  // `erc7201("id")`, which newer compilers have.
  if (callee?.name === 'erc7201') return value instanceof Uint8Array ? slotOfNamespace(value) : undefined;
  const member = readText(callee?.memberName);
  // User-defined value types are as what they wrap.
  if ((member === 'wrap' || member === 'unwrap') && values.length === 1) return value;
  const of = callee && readText(readFields(callee.expression).name);
  if (values.some((each) => each === undefined)) return undefined;
  if (member === 'concat' && values.every((each) => each instanceof Uint8Array)) return concat(values as Uint8Array[]);
  if (of !== 'abi') return undefined;
  const types = nodesIn(node, 'arguments').map(typeStringOf);
  if (member === 'encodePacked' && values.every((each) => each instanceof Uint8Array))
    return concat(values as Uint8Array[]);
  // Of values that take a word each.
  if (member !== 'encode' || types.some((type) => /^(literal_)?string|^bytes( |$)/.test(type))) return undefined;
  return concat(values.map((each) => padded(each as Constant)));
}

/** Returns the first slot of a namespace, by the bytes of its id (ERC-7201). */
export function slotOfNamespace(id: Uint8Array): bigint {
  const inner = BigInt(keccakHex(id)) - 1n;
  return BigInt(keccakHex(hexToBytes(wordHex(inner)))) & ~0xffn;
}

/** Returns the value as a word: a number at its end, bytes at its beginning. */
export function padded(value: Constant): Uint8Array {
  if (typeof value === 'bigint') return hexToBytes(wordHex(BigInt.asUintN(256, value)));
  return Uint8Array.from({ length: 32 }, (_, at) => value[at] ?? 0);
}

function numberOf(value: Constant | undefined): bigint | undefined {
  if (!(value instanceof Uint8Array)) return value;
  return value.length <= 32 ? value.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) : undefined;
}

/** The value as one of the type: numbers of `bytesN` as bytes, bytes of integers as numbers. */
function sizedBy(value: Constant, type: string): Constant | undefined {
  const bytes = /^bytes(\d+)$/.exec(type)?.[1];
  if (bytes !== undefined) {
    const size = Number(bytes);
    const whole = value instanceof Uint8Array ? value : padded(value).subarray(32 - size);
    return Uint8Array.from({ length: size }, (_, at) => whole[at] ?? 0);
  }
  const bits = /^uint(\d+)$/.exec(type)?.[1] ?? (/^(address|contract )/.test(type) ? '160' : undefined);
  const number = bits === undefined && !type.startsWith('int') ? undefined : numberOf(value);
  if (number === undefined) return value;
  return bits === undefined ? number : BigInt.asUintN(Number(bits), number);
}

function inverted(value: bigint, node: AstNode): Constant | undefined {
  const type = typeStringOf(node);
  return type.startsWith('uint') ? sizedBy(WORD - 1n - value, type) : sizedBy(~value, type);
}

function combined(operator: string, left: bigint, right: bigint): bigint | undefined {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  if (operator === '&') return left & right;
  if (operator === '|') return left | right;
  if (operator === '^') return left ^ right;
  if (right < 0n) return undefined;
  if (operator === '/') return right === 0n ? undefined : left / right;
  if (operator === '%') return right === 0n ? undefined : left % right;
  if (right > 512n) return undefined;
  if (operator === '**') return left < WORD && left > -WORD && right <= 256n ? left ** right : undefined;
  if (operator === '<<') return left << right;
  return operator === '>>' ? left >> right : undefined;
}
