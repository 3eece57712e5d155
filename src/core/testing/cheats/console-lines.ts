/** Lines that a test writes: `console.log` and the events of DSTest, in forge's words. */

import { bytesToHex, decodeAbiParameters } from 'viem';
import { decodeParameters } from '../../abi/decode-parameters';
import { topicOf } from '../../abi/signature';
import { checksumAddress } from '../../chain/address';
import { bytesToSelector } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import { formatConsole } from '../../source/console/console-format';
import { consoleTypes } from '../../source/console/console-signatures';

/** Returns why a call is none of the console, which reverts then; undefined where it is one. */
export function whyNoConsole(input: Uint8Array): string | undefined {
  if (input.length < 4) return `type check failed for "ConsoleCalls" with data: ${bytesToHex(input).slice(2)}`;
  const selector = bytesToSelector(input.subarray(0, 4));
  return consoleTypes(selector) === undefined ? `unknown selector \`${selector}\` for ConsoleCalls` : undefined;
}

/** Returns the line of a call to the console; undefined where it is none that is known. */
export function consoleLine(input: Uint8Array): string | undefined {
  if (input.length < 4) return undefined;
  const types = consoleTypes(bytesToSelector(input.subarray(0, 4)));
  const values = types && decodeParameters(types, input.subarray(4), { text: 100_000, values: 100 })?.values;
  return values && formatConsole(values);
}

/** Events of DSTest: the types of what is logged. */
const EVENTS = [
  'log(string)',
  'logs(bytes)',
  'log_address(address)',
  'log_bytes32(bytes32)',
  'log_int(int256)',
  'log_uint(uint256)',
  'log_bytes(bytes)',
  'log_string(string)',
  'log_array(uint256[])',
  'log_array(int256[])',
  'log_array(address[])',
  ...['address', 'bytes32', 'int256', 'uint256', 'bytes', 'string'].map(
    (type) => `log_named_${type.replace('256', '')}(string,${type})`,
  ),
  ...['uint256[]', 'int256[]', 'address[]'].map((type) => `log_named_array(string,${type})`),
  'log_named_decimal_int(string,int256,uint256)',
  'log_named_decimal_uint(string,uint256,uint256)',
];

let byTopic: Map<bigint, string> | undefined;

/** Returns the line of an event of DSTest; undefined for any other. */
export function eventLine(topics: readonly bigint[], data: Uint8Array): string | undefined {
  if (topics.length !== 1) return undefined;
  byTopic ??= new Map(EVENTS.map((signature) => [BigInt(topicOf(signature)), signature]));
  const signature = byTopic.get(topics[0]);
  if (signature === undefined) return undefined;
  const types = signature.slice(signature.indexOf('(') + 1, -1).split(',');
  try {
    const values = decodeAbiParameters(
      types.map((type) => ({ type })),
      data,
    ) as readonly unknown[];
    if (types.length === 3) return `${values[0]}: ${formatUnits(values[1] as bigint, Number(values[2]))}`;
    const last = plain(values[values.length - 1], types[types.length - 1]);
    return values.length === 2 ? `${values[0]}: ${last}` : last;
  } catch {
    return undefined;
  }
}

function plain(value: unknown, type: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => plain(item, type.replace('[]', ''))).join(', ')}]`;
  if (type === 'address') return checksumAddress(String(value).toLowerCase() as Address);
  return value instanceof Uint8Array ? bytesToHex(value) : String(value);
}

/** Returns a number with a decimal point and that many digits behind it, one at least. */
export function formatUnits(value: bigint, decimals: number): string {
  if (decimals > 77) return value.toString();
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals) || '0';
  return `${value < 0n ? '-' : ''}${whole}.${part}`;
}
