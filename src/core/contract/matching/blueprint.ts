/**
 * Returns the init code that a blueprint holds (ERC-5202, Specification): behind 0xfe71 stands a byte with the version in six
 * bits and, in two, how many bytes the length of the data has that follows; the init code is the rest. Undefined for other
 * code, and for another version than 0. Not copied.
 */
export function blueprintInitCode(code: Uint8Array): Uint8Array | undefined {
  if (code.length < 4 || code[0] !== 0xfe || code[1] !== 0x71) return undefined;
  const lengthBytes = code[2] & 3;
  if (code[2] >> 2 !== 0 || lengthBytes === 3) return undefined;
  const length = code.subarray(3, 3 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
  const start = 3 + lengthBytes + length;
  return start < code.length ? code.subarray(start) : undefined;
}
