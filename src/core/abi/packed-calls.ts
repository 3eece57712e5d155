/**
 * What Safe's MultiSend is given to run: transactions packed one after the
 * other, each an operation of 1 byte, a callee of 20, a value of 32, the length
 * of the calldata in 32, and the calldata.
 */
import type { AbiParameter } from 'viem';
import { bytesToAddress, bytesToHex, hexToBytes, wordDigits } from '../chain/hex';
import type { Address, Hex } from '../chain/primitives';
import { fail, ok, type Result } from '../values/result';
import { compileType } from './abi-type';
import { type ArgumentProblem, parseArgument } from './parse-argument';

export type PackedCall = {
  /** 0 call, 1 delegatecall. */
  operation: number;
  to: Address;
  value: bigint;
  data: Hex;
};

/** Bytes that stand before the calldata. */
const HEAD = 85;

/** Reads the calls, at most `most` of them; undefined where the bytes end within one. Linear in the bytes that are read. */
export function readPackedCalls(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): PackedCall[] | undefined {
  const calls: PackedCall[] = [];
  for (let at = 0; at < bytes.length && calls.length < most; ) {
    const size = at + HEAD > bytes.length ? Number.NaN : Number(BigInt(bytesToHex(bytes.subarray(at + 53, at + HEAD))));
    const end = at + HEAD + size;
    if (!(end <= bytes.length)) return undefined;
    calls.push({
      operation: bytes[at] as number,
      to: bytesToAddress(bytes.subarray(at + 1, at + 21)),
      value: BigInt(bytesToHex(bytes.subarray(at + 21, at + 53))),
      data: bytesToHex(bytes.subarray(at + HEAD, end)),
    });
    at = end;
  }
  return calls;
}

/** The packed calls as the list that a form edits. */
export const PACKED_CALLS: AbiParameter & { components: readonly AbiParameter[] } = {
  name: 'calls',
  type: 'tuple[]',
  components: [
    { name: 'operation', type: 'uint8' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
};

/** Returns the JSON text of the calls, as a field of `PACKED_CALLS` has it; undefined for a text that is no hex of packed calls. */
export function packedCallsText(hex: string): string | undefined {
  if (!/^0x([\da-f]{2})*$/i.test(hex)) return undefined;
  const calls = readPackedCalls(hexToBytes(hex as Hex));
  return (
    calls &&
    JSON.stringify(
      calls.map(({ operation, to, value, data }) => ({ operation: `${operation}`, to, value: `${value}`, data })),
    )
  );
}

/** Returns the packed bytes of calls written as a field of `PACKED_CALLS` has them. */
export function packCalls(text: string): Result<Hex, ArgumentProblem> {
  const type = compileType(PACKED_CALLS);
  if (type === undefined) return fail({ path: 'calls', reason: 'the type is unknown' });
  const parsed = parseArgument(type, text, 'calls');
  if (!parsed.ok) return parsed;
  const calls = parsed.value as readonly [bigint, Address, bigint, Hex][];
  const wrong = calls.findIndex(([operation]) => operation > 1n);
  if (wrong !== -1)
    return fail({ path: `calls[${wrong}].operation`, reason: 'an operation is 0, a call, or 1, a delegatecall' });
  const packed = calls.map(
    ([operation, to, value, data]) =>
      `0${operation}${to.slice(2)}${wordDigits(value)}${wordDigits(data.length / 2 - 1)}${data.slice(2)}`,
  );
  return ok(`0x${packed.join('').toLowerCase()}` as Hex);
}
