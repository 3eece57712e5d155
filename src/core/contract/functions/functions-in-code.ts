/** Whether functions of an ABI that somebody gave can be of the code that it was given for. */
import type { Abi } from 'viem';
import { selectorOf, signatureOf } from '../../abi/signature';
import type { Hex } from '../../chain/primitives';
import { countOf } from '../../format/plural';
import { fail, ok, type Result } from '../../values/result';

/** Signatures that a sentence names. */
const MAX_NAMED = 5;

/**
 * Returns warnings, one sentence each, about functions whose selector is nowhere in `codes`: those of a contract and of what it hands
 * calls on to. Fails, in a sentence, where not one of the functions is there. A selector may also be there by chance.
 */
export function compareFunctions(abi: Abi, codes: readonly Hex[]): Result<readonly string[], string> {
  const signatures = abi.flatMap((entry) => (entry.type === 'function' ? [signatureOf(entry)] : []));
  const missing = signatures.filter((signature) => !codes.some((code) => holdsSelector(code, signature)));
  if (missing.length === 0) return ok([]);
  const named = missing.slice(0, MAX_NAMED).join(', ');
  const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
  if (missing.length === signatures.length)
    return fail(`The code has none of the functions of this ABI, not even one of these: ${named}${more}.`);
  return ok([`${countOf(missing.length, 'function')} of the ABI cannot be found in the code: ${named}${more}.`]);
}

/** Tells whether the bytes of the selector are in the code. Compilers leave out zeros at its beginning. */
function holdsSelector(code: Hex, signature: string): boolean {
  const digits = selectorOf(signature)
    .slice(2)
    .replace(/^(?:00)+/, '');
  if (digits === '') return true;
  for (let at = code.indexOf(digits); at !== -1; at = code.indexOf(digits, at + 1)) if (at % 2 === 0) return true;
  return false;
}
