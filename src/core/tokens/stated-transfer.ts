import type { Hash } from '../chain/primitives';
import type { TokenSummary } from './token-summary';
import type { TokenTransfer } from './token-transfers';

/** A transfer as somebody else lists it: its token and transaction are told with it, as far as they say. */
export type StatedTransfer = {
  transfer: TokenTransfer;
  token: TokenSummary;
  hash: Hash;
  /** Time of the block, seconds since the epoch. */
  timestamp?: number;
};
