/** Who sent or received tokens, by the logs of a receipt: what lists a transaction under an address that it only pays. */
import type { Address, Hash } from '../core/chain/primitives';
import type { Log } from '../core/chain/transaction';
import { ActivityRole, type Party } from './rows/transaction-summary-row';

// keccak256 of Transfer(address,address,uint256) of ERC-20 and ERC-721, and of TransferSingle(…) and TransferBatch(…) of ERC-1155.
const TRANSFER: string = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const TRANSFER_SINGLE: string = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const TRANSFER_BATCH: string = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

/** Addresses that are listed of one receipt: an airdrop has thousands, and rows of it would fill the lists. */
const MAX_PARTIES = 256;
const ZERO_ADDRESS: string = `0x${'0'.repeat(40)}`;
const PADDING = `0x${'0'.repeat(24)}`;

/** The first 256 addresses that a transfer in the logs names; not the zero address, which stands for minting and burning. */
export function transferParties(logs: readonly Log[]): readonly Party[] {
  const addresses = new Set<Address>();
  for (const { topics } of logs) {
    for (const topic of transferTopics(topics)) {
      const address = addressOf(topic);
      if (address !== undefined) addresses.add(address);
    }
    if (addresses.size >= MAX_PARTIES) break;
  }
  return [...addresses].slice(0, MAX_PARTIES).map((address) => ({ address, roles: ActivityRole.transferred }));
}

/** The topics of a transfer that hold its sender and its receiver; none where the log is no transfer. */
function transferTopics(topics: readonly Hash[]): readonly (Hash | undefined)[] {
  if (topics[0] === TRANSFER) return topics.length >= 3 ? topics.slice(1, 3) : [];
  return topics[0] === TRANSFER_SINGLE || topics[0] === TRANSFER_BATCH ? topics.slice(2, 4) : [];
}

/** The address in a topic, undefined where the topic holds something else. */
function addressOf(topic: Hash | undefined): Address | undefined {
  if (topic === undefined || !topic.startsWith(PADDING)) return undefined;
  const address = `0x${topic.slice(PADDING.length)}`;
  return address === ZERO_ADDRESS ? undefined : (address as Address);
}
