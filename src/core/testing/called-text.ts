import { harmlessText } from '../text/harmless';
import type { CounterexampleCall } from './result';

/** Longest text of a call. */
const MAX_TEXT = 2_000;

/**
 * Returns a call of a counterexample as a line that can be read and made again: `Vault.withdraw(5) with 1 wei from 0x…`.
 * The test's own function is called by nobody in particular.
 */
export function calledText({ signature, args, target, value, sender }: CounterexampleCall): string {
  const called = `${signature.split('(')[0]}(${args.join(', ')})`;
  if (target === undefined) return harmlessText(called, MAX_TEXT);
  const wei = value === undefined || value === '0' ? '' : ` with ${value} wei`;
  return harmlessText(`${target.name ?? target.address}.${called}${wei} from ${sender}`, MAX_TEXT);
}
