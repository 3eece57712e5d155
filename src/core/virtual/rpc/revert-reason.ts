/** Revert reasons as go-ethereum unpacks them. */
import { decodeAbiParameters } from 'viem';
import type { Hex } from '../../chain/primitives';

const PANICS: Record<number, string> = {
  0: 'generic panic',
  1: 'assert(false)',
  17: 'arithmetic underflow or overflow',
  18: 'division or modulo by zero',
  33: 'enum overflow',
  34: 'invalid encoded storage byte array accessed',
  49: 'out-of-bounds array access; popping on an empty array',
  50: 'out-of-bounds access of an array or bytesN',
  65: 'out of memory',
  81: 'uninitialized function',
};

/** Returns the reason in the data of Error(string) or Panic(uint256); undefined for other data. */
export function revertReason(output: Hex): string | undefined {
  const data: Hex = `0x${output.slice(10)}`;
  try {
    if (output.startsWith('0x08c379a0')) return decodeAbiParameters([{ type: 'string' }], data)[0];
    if (!output.startsWith('0x4e487b71')) return undefined;
    const [code] = decodeAbiParameters([{ type: 'uint256' }], data);
    return PANICS[Number(code)] ?? `unknown panic code: 0x${code.toString(16)}`;
  } catch {
    return undefined;
  }
}
