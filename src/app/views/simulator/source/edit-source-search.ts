import * as v from 'valibot';
import { parseAddress } from '../../../../core/chain/address';
import type { Address, Hash } from '../../../../core/chain/primitives';
import { parameter } from '../../../search-parameters';
import { readHash } from '../../diff/diff-parameters';

export type EditSourceSearch = v.InferOutput<typeof editSourceSearch>;

const address = v.pipe(v.string(), v.toLowerCase(), v.custom<Address>(isAddress));
const hash = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.custom<Hash>(isHash));

/** Whose sources are edited, and what is run with them. */
export const editSourceSearch = v.object({
  /** A mined transaction that is executed again. */
  tx: parameter(hash),
  /** The contract whose code is replaced: of a proxy, what it runs. */
  contract: parameter(address),
  /** The contract that is called, where that is a proxy. */
  calls: parameter(address),
});

function isAddress(written: unknown): boolean {
  return typeof written === 'string' && parseAddress(written).ok;
}

function isHash(written: unknown): boolean {
  return readHash(written) !== undefined;
}
