/**
 * Transfers that are made to be copied by mistake ("address poisoning"): somebody moves nothing, or a worthless token,
 * between an account and an address that looks like one the account deals with, so that the address stands in its list.
 *
 * Only transfers that the account did not send are looked at. Wallets and people compare the ends of addresses; so do
 * those who make look-alikes.
 */
import type { Address } from '../chain/primitives';
import type { TokenTransfer } from './token-transfers';

/** Hex digits at both ends by which addresses are told apart in short forms, as people compare them. */
const ENDS = 4;

export type Suspicion =
  /** Moved nothing, by a stranger's transaction. */
  | { kind: 'zero-value' }
  /** The other side looks like an address that the account deals with. */
  | { kind: 'look-alike'; of: Address };

/** A transfer of an account's list, with who sent its transaction. */
export type SentTransfer = { transfer: TokenTransfer; sender: Address | undefined };

/** Returns, for each transfer of the account's list, in order, why it is likely to be poisoning; undefined for the others. */
export function findPoisoning(account: Address, list: readonly SentTransfer[]): readonly (Suspicion | undefined)[] {
  const zero = list.map((each) => isByStranger(account, each) && each.transfer.amount === 0n);
  // Addresses that the account itself sent something to, by their ends: those are imitated.
  const trusted = new Map<string, Address>();
  list.forEach(({ transfer, sender }, at) => {
    const other = otherSide(account, transfer);
    if (sender === account && !zero[at] && !trusted.has(endsOf(other))) trusted.set(endsOf(other), other);
  });
  return list.map((each, at) => {
    const other = otherSide(account, each.transfer);
    const imitated = trusted.get(endsOf(other));
    if (isByStranger(account, each) && imitated !== undefined && imitated !== other) {
      return { kind: 'look-alike', of: imitated };
    }
    return zero[at] ? { kind: 'zero-value' } : undefined;
  });
}

/** Does as `findPoisoning` for a list of no single account: who moves nothing of others, or imitates whom one of them paid in the list. */
export function findPoisoningOfAll(list: readonly SentTransfer[]): readonly (Suspicion | undefined)[] {
  const paid = new Map<string, Address>();
  const key = (account: Address, other: Address) => account + endsOf(other);
  for (const { transfer, sender } of list)
    if (sender === transfer.from && transfer.amount > 0n && !paid.has(key(transfer.from, transfer.to)))
      paid.set(key(transfer.from, transfer.to), transfer.to);
  return list.map(({ transfer: { from, to, amount }, sender }) => {
    if (sender === undefined || sender === from || sender === to) return undefined;
    const [ofGiver, ofTaker] = [paid.get(key(from, to)), paid.get(key(to, from))];
    if (ofGiver !== undefined && ofGiver !== to) return { kind: 'look-alike', of: ofGiver };
    if (ofTaker !== undefined && ofTaker !== from) return { kind: 'look-alike', of: ofTaker };
    return amount === 0n ? { kind: 'zero-value' } : undefined;
  });
}

function isByStranger(account: Address, { sender }: SentTransfer): boolean {
  return sender !== undefined && sender !== account;
}

function otherSide(account: Address, { from, to }: TokenTransfer): Address {
  return from === account ? to : from;
}

/** Returns the hex digits by which people compare addresses: those at both ends. */
export function endsOf(address: Address): string {
  return address.slice(2, 2 + ENDS) + address.slice(-ENDS);
}
