/** Facts of the foreign chain that Loupe does not tell rightly yet, each with what is amiss. */
import type { Difference } from './compare';

type Expected = { fact: RegExp; transaction?: RegExp; amiss: string };

const EXPECTED: readonly Expected[] = [
  {
    fact: /^sentence: how it ended$/,
    amiss: 'The sentence names the innermost failure, or only that something failed.',
  },
  { fact: /^stack trace: how it ended$/, amiss: 'INVALID, unknown data and short answers are said in other words.' },
  {
    fact: /^(failing line of the stack trace|line of the debugger)$/,
    transaction: /^(a swap without allowance|what a Safe calls fails)$/,
    amiss: 'A failure that was answered with another error is left out.',
  },
  {
    fact: /^(names of 0x|addresses called )/,
    amiss: 'Tokens go by symbol and by contract, and contracts of one code by one name.',
  },
  { fact: /^a name for the word /, amiss: 'Safe’s mark for the end of a list is called a precompile.' },
  {
    fact: /^slots without a name$/,
    amiss: 'Well-known slots, and those that a creation of partly matching code writes.',
  },
  { fact: /^arguments$/, transaction: /^deploy factory$/, amiss: 'Creation code that matches in part is not decoded.' },
  { fact: /^state _balances\[9\]/, amiss: 'The code an account delegated to is not followed.' },
  { fact: /^state text$/, amiss: 'Texts of more than 31 bytes are not shown.' },
  {
    fact: /^calls in the tree$/,
    transaction: /^error of a library$/,
    amiss: 'Selectors of libraries are not computed.',
  },
  {
    fact: / is a proxy$/,
    transaction: /^deploy /,
    amiss: 'A proxy is not followed in the transaction that creates it.',
  },
];

/** Those that are not expected. */
export function unexpected(found: readonly Difference[]): Difference[] {
  return found.filter(
    ({ fact, transaction }) =>
      !EXPECTED.some((each) => each.fact.test(fact) && (each.transaction?.test(transaction) ?? true)),
  );
}
