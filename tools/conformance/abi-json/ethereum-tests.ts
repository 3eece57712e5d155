/** Files of ethereum/tests: ABITests, RLPTests and addresses of keys, told apart by their shape. */
import { fromRlp, hexToBytes, keccak256, stringToHex, toRlp } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { compileTypes } from '../../../src/core/abi/abi-type';
import { decodeParameters } from '../../../src/core/abi/decode-parameters';
import type { Decoded } from '../../../src/core/abi/decoded';
import { encodeParameters } from '../../../src/core/abi/encode';
import { parseAddress } from '../../../src/core/chain/address';
import type { Hex } from '../../../src/core/chain/primitives';
import { type Check, judge } from '../check';
import type { CaseResult } from '../suite';

type AbiTest = { args: readonly unknown[]; types: readonly string[]; result: string };
type RlpTest = { in: unknown; out: string };
type KeyTest = { seed: string; key: string; addr: string; sig_of_emptystring?: unknown };

/** Returns results of one value of such a file; none when it is none of the known kinds. */
export async function* judgeEthereumTest(name: string, value: unknown): AsyncGenerator<CaseResult> {
  if (typeof value !== 'object' || value === null) return;
  if ('types' in value && 'result' in value) yield await judgeAbiTest(name, value as AbiTest);
  else if ('in' in value && 'out' in value) yield await judgeRlpTest(name, value as RlpTest);
  else if ('key' in value && 'addr' in value) yield* judgeKey(name, value as KeyTest);
}

function judgeAbiTest(name: string, { args, types, result }: AbiTest): Promise<CaseResult> {
  return judge(name, (check) => {
    const parameters = types.map((type) => ({ type }));
    const typed = args.map((arg, index) => typedIn(types[index] ?? '', arg));
    const encoded = encodeParameters(parameters, typed);
    check.equal('encoding', encoded.ok ? encoded.value : encoded.error, `0x${result}`);
    const compiled = compileTypes(parameters);
    const decoded = compiled && decodeParameters(compiled, hexToBytes(`0x${result}`), { text: 1e6, values: 1e6 });
    if (decoded === undefined) throw new Error('the encoding cannot be decoded');
    check.that('the encoding counts as canonical', decoded.canonical);
    decoded.values.forEach((value, index) => {
      compareShown(check, types[index] ?? '', value, args[index]);
    });
  });
}

/** Returns what a reader would type; the tests write bytes as text. */
function typedIn(type: string, arg: unknown): string {
  if (Array.isArray(arg)) return JSON.stringify(arg);
  const text = String(arg);
  return type.startsWith('bytes') && !text.startsWith('0x') ? stringToHex(text) : text;
}

function compareShown(check: Check, type: string, value: Decoded, arg: unknown): void {
  if (Array.isArray(arg))
    check.equal(
      type,
      value.items?.map((item) => item.text),
      arg,
    );
  else check.equal(type, value.text, typedIn(type, arg).toLowerCase());
}

/** `in` is text, a number, `#` and a large number, or a list of these; `INVALID` and `VALID` say that only the bytes are judged. */
function judgeRlpTest(name: string, test: RlpTest): Promise<CaseResult> {
  const out: Hex = `0x${test.out.replace(/^0x/, '')}`;
  return judge(name, (check) => {
    if (test.in === 'INVALID') {
      check.that('the bytes are refused', !isCanonicalRlp(out));
      return;
    }
    check.that('the bytes are accepted', isCanonicalRlp(out));
    if (test.in === 'VALID') return;
    const nested = rlpOf(test.in);
    check.equal('encoded', toRlp(nested as never), out);
    check.equal('decoded', JSON.stringify(fromRlp(out)), JSON.stringify(nested));
  });
}

/** Whether the bytes are one item, encoded the only right way. */
function isCanonicalRlp(bytes: Hex): boolean {
  try {
    return toRlp(fromRlp(bytes)) === bytes;
  } catch {
    return false;
  }
}

type Nested = Hex | readonly Nested[];

function rlpOf(value: unknown): Nested {
  if (Array.isArray(value)) return value.map(rlpOf);
  if (typeof value === 'number') return integerOf(BigInt(value));
  const text = String(value);
  return text.startsWith('#') ? integerOf(BigInt(text.slice(1))) : stringToHex(text);
}

function integerOf(value: bigint): Hex {
  if (value === 0n) return '0x';
  const digits = value.toString(16);
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`;
}

async function* judgeKey(name: string, test: KeyTest): AsyncGenerator<CaseResult> {
  yield await judge(name, (check) => {
    const address = `0x${test.addr}`;
    check.equal('key', keccak256(stringToHex(test.seed)), `0x${test.key}`);
    check.equal('address of the key', privateKeyToAddress(`0x${test.key}`).toLowerCase(), address);
    const parsed = parseAddress(address);
    check.equal('address', parsed.ok ? parsed.value : parsed.error, address);
  });
  if (test.sig_of_emptystring === undefined) return;
  const reason = 'the file does not say which hash its signature is of; that of nothing recovers another address';
  yield { name: `${name} signature`, outcome: 'skipped', reason };
}
