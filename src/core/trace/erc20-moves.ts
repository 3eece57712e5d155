/** Moves of ERC-20 tokens by their event alone; `transfers.ts` lists all that a transaction moved. */
import { bytesToHex } from '../chain/hex';
import type { Address, Hash } from '../chain/primitives';
import { TRANSFER } from '../chain/token-standard';
import { fromOf, lastingLogs, logOf } from './row-fields';
import type { Trace } from './rows';

/** `amount` in the token's smallest unit. */
type Erc20Move = { token: Address; from: Address; to: Address; amount: bigint };

/** Returns what stays of the trace's Transfer events with two indexed parties (ERC-20), in their order. Linear in the rows. */
export function erc20Moves(trace: Trace): readonly Erc20Move[] {
  return lastingLogs(trace).flatMap((row) => {
    const { topics, data } = logOf(trace, row);
    const [event, from, to] = topics;
    if (event !== TRANSFER || !from || !to || topics.length !== 3 || data.length !== 32) return [];
    return [{ token: fromOf(trace, row), from: addressIn(from), to: addressIn(to), amount: BigInt(bytesToHex(data)) }];
  });
}

function addressIn(topic: Hash): Address {
  return `0x${topic.slice(26)}` as Address;
}
