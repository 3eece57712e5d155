/** Symbols of tokens, which stand after numbers and are chosen by strangers. */
import { harmlessText } from './harmless';

/**
 * Makes a symbol safe to stand after an amount, in at most `limit` UTF-16 units: one that would go on with the number or with the
 * sentence around it (`,000,000 USDC`) stands in quotes; bytes as text, as bridged tokens have, are shortened.
 */
export function symbolText(symbol: string, limit: number): string {
  const bytes = /^(0x)?[\da-f]{40,}$/i.exec(symbol);
  if (bytes) return `${symbol.slice(0, bytes[1] === undefined ? 6 : 8)}…`;
  const harmless = harmlessText(symbol, limit);
  return /^[\s\d.,'’+\-−×%]|\s/u.test(harmless) ? `“${harmless}”` : harmless;
}
