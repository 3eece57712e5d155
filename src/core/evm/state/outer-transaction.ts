import type { Limbs } from '../words/words';
import type { AccountIndex, SlotTable } from './slots';

/** What a transaction goes on from while another runs inside of it (inner-transaction.ts). Never changed once it is held. */
export type OuterTransaction = {
  transaction: number;
  transient: SlotTable;
  original: Limbs;
  warmAccounts: Uint32Array;
  warmSlots: Uint32Array;
  /** Accounts that it created. */
  created: readonly AccountIndex[];
};
