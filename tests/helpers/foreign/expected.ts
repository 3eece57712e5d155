/** Facts of the foreign chain that Loupe does not tell rightly yet, each with what is amiss. */
import type { Difference } from './compare';

type Expected = { fact: RegExp; transaction: RegExp; amiss: string };

const EXPECTED: readonly Expected[] = [];

/** Returns the differences that are not expected. */
export function unexpected(found: readonly Difference[]): Difference[] {
  return found.filter(
    ({ fact, transaction }) => !EXPECTED.some((each) => each.fact.test(fact) && each.transaction.test(transaction)),
  );
}

/** Returns the differences on pages, `transaction: fact: …`, that are not expected. */
export function unexpectedShown(found: readonly string[]): string[] {
  return found.filter((text) => {
    const [transaction = '', fact = ''] = text.split(': ');
    return !EXPECTED.some((each) => each.fact.test(fact) && each.transaction.test(transaction));
  });
}
