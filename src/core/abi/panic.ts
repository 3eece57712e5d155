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

/** Returns the meaning of the panic `code`, in decimal; of one that Solidity does not define, in words that have it: `unknown panic code 0x99`. */
export function panicMeaning(code: string): string {
  return knownMeaning(code) ?? `unknown panic code 0x${BigInt(code).toString(16)}`;
}

/** Returns a panic as a sentence, `Panic 0x11: arithmetic overflow or underflow.`; `code` in hex without 0x. */
export function panicText(code: string): string {
  const meaning = knownMeaning(`${BigInt(`0x${code}`)}`);
  return meaning === undefined ? `Unknown panic code 0x${code}.` : `Panic 0x${code.padStart(2, '0')}: ${meaning}.`;
}

function knownMeaning(code: string): string | undefined {
  return code.length < 5 ? MEANINGS[Number(code)] : undefined;
}
