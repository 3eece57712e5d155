/** What a transaction came to. */
import type { SpentGas } from '../../chain/transaction';
import type { FeePart } from '../families/protocol';
import type { Halt } from '../frames/halt';
import type { LogEntry } from '../machine';

export type TransactionResult = {
  success: boolean;
  halt: Halt;
  haltDetail: string;
  gasUsed: number;
  /** Before refunds. */
  spent: SpentGas;
  /**
   * Gas that counts towards the two bounds of the block, before refunds (EIP-7778, EIP-8037). Before Amsterdam there is
   * one bound, towards which `gasUsed` counts.
   */
  inBlock: { execution: number; state: number };
  /** Refund counter, before the cap of a half or a fifth. */
  refund: number;
  /** Gas that was refunded; less than the cap where the floor of the calldata is more than what is left (EIP-7623). */
  refunded: number;
  /**
   * Wei that the sender paid beside the value, and to whom; empty for a call that nobody signed and for one that the
   * protocol made.
   */
  fees: readonly FeePart[];
  output: Uint8Array;
  logs: readonly LogEntry[];
  /** Address of the contract a creation made. */
  created: Uint8Array | undefined;
  /** Address a creation was to make, also where it failed. */
  intended: Uint8Array | undefined;
};
