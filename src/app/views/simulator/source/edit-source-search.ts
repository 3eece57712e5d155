import { parseAddress } from '../../../../core/chain/address';
import type { Address } from '../../../../core/chain/primitives';
import { searchOf } from '../../../search-parameters';
import { readHash } from '../../diff/diff-parameters';

export type EditSourceSearch = ReturnType<typeof editSourceSearch>;

/** Whose sources are edited, and what is run with them. */
export const editSourceSearch = searchOf({
  /** A mined transaction that is executed again. */
  tx: readHash,
  /** The contract whose code is replaced: of a proxy, what it runs. */
  contract: address,
  /** The contract that is called, where that is a proxy. */
  calls: address,
});

function address(written: unknown): Address | undefined {
  const lower = typeof written === 'string' ? written.toLowerCase() : '';
  return parseAddress(lower).ok ? (lower as Address) : undefined;
}
