/** Meanings of the codes of `Panic(uint256)` (Solidity docs, Panic via assert and Error via require). */
const MEANINGS: Readonly<Record<number, string>> = {
  0: 'generic compiler inserted panic',
  1: 'assertion failed',
  17: 'arithmetic overflow or underflow',
  18: 'division or modulo by zero',
  33: 'conversion to an enum from a value out of range',
  34: 'incorrectly encoded storage byte array accessed',
  49: 'pop on an empty array',
  50: 'array, bytes or slice index out of bounds',
  65: 'too much memory allocated, or an array too large',
  81: 'call of a zero-initialised internal function variable',
};

/** Returns the meaning of the panic `code`, in decimal; undefined for a code that Solidity does not define. */
export function panicMeaning(code: string): string | undefined {
  return code.length < 5 ? MEANINGS[Number(code)] : undefined;
}
