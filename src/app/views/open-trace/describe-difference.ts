import type { Difference } from '../../../workers/trace/open/opening';

/** Returns a sentence that says how the chain's transaction differs from the one that was kept. */
export function describeDifference(difference: Difference): string {
  switch (difference.kind) {
    case 'pending':
      return 'The transaction was in a block when it was last opened here, and is pending again.';
    case 'block':
      return 'The transaction is in another block than when it was last opened here: the chain was reorganised or reset.';
    case 'fields':
      return `The endpoint reports another transaction than the one kept here: ${difference.fields.join(', ')} differ.`;
    case 'result':
      return 'The endpoint reports another result than when the transaction was last opened here.';
  }
}
