/** The senders and receivers of tokens by the logs of a receipt. A transaction is listed under them, too. */
import type { Address } from '../../core/chain/primitives';
import type { Log } from '../../core/chain/transaction';
import { ZERO_ADDRESS } from '../../core/chain/zero-address';
import { readLogTransfers } from '../../core/tokens/token-transfers';
import { ActivityRole, type Party } from '../rows/transaction-summary-row';

/** The most addresses that are listed of one receipt: an airdrop has thousands, and its rows would fill the lists. */
const MAX_PARTIES = 256;

/**
 * Returns the first 256 addresses that transfers in the logs name, without the zero address, which stands for
 * minting and burning.
 */
export function transferParties(logs: readonly Log[]): readonly Party[] {
  const addresses = new Set<Address>();
  for (const log of logs) {
    for (const { from, to, wrapping } of readLogTransfers(log)) {
      // Any contract may emit Deposit and Withdrawal, and the account in them is mostly the caller.
      if (wrapping) continue;
      for (const party of [from, to]) if (party !== ZERO_ADDRESS) addresses.add(party);
    }
    if (addresses.size >= MAX_PARTIES) break;
  }
  return [...addresses].slice(0, MAX_PARTIES).map((address) => ({ address, roles: ActivityRole.transferred }));
}
