/** Who sent or received tokens, by the logs of a receipt: what lists a transaction under an address that it only pays. */
import type { Address } from '../core/chain/primitives';
import type { Log } from '../core/chain/transaction';
import { ZERO_ADDRESS } from '../core/chain/zero-address';
import { readLogTransfers } from '../core/tokens/token-transfers';
import { ActivityRole, type Party } from './rows/transaction-summary-row';

/** Addresses that are listed of one receipt: an airdrop has thousands, and rows of it would fill the lists. */
const MAX_PARTIES = 256;

/** The first 256 addresses that a transfer in the logs names; not the zero address, which stands for minting and burning. */
export function transferParties(logs: readonly Log[]): readonly Party[] {
  const addresses = new Set<Address>();
  for (const log of logs) {
    for (const { from, to, wrapping } of readLogTransfers(log)) {
      // Deposit and Withdrawal are those of any contract, and their account mostly is the caller.
      if (wrapping) continue;
      for (const party of [from, to]) if (party !== ZERO_ADDRESS) addresses.add(party);
    }
    if (addresses.size >= MAX_PARTIES) break;
  }
  return [...addresses].slice(0, MAX_PARTIES).map((address) => ({ address, roles: ActivityRole.transferred }));
}
