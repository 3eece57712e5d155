/** Names of the lists of an index, and the orders of their entries. All are packed texts. */
import type { NetworkId } from '../../core/chain/primitives';
import type { TransferKind } from '../../core/tokens/token-transfers';
import type { Place } from '../list-page';
import { ID_LENGTH, PackedReader, packDescending, packId, packInteger } from './packed-text';

/**
 * The name of a list: its owner (network and address id), then its letters. No name begins with another. Lists of one
 * owner share leaves.
 */
export type ListName = string;
type AddressId = number;
/** The address id in the names of lists of a whole network: no address has it. */
const NETWORK: AddressId = 0;

/**
 * Each list by its letters, none of which begins with another's:
 *
 *     list                order                               payload
 *     activity            place                               bits of `ActivityRole`
 *     transfers           place                               the transfer
 *     transfersOf…        place; items: id first              none
 *     holdings            token, or token and item            amount
 *     holders…            amount, holder; items: id first     none
 *     items               token id                            number of owners, supply
 *     internals           place                               the internal transaction
 *     internalsOfAddress  place                               none
 */
export const listNames = {
  activity: (networkId: NetworkId, address: AddressId) => nameOf(networkId, address, 'a'),
  transfers: (networkId: NetworkId) => nameOf(networkId, NETWORK, 't'),
  transfersOfKind: (networkId: NetworkId, kind: TransferKind) => nameOf(networkId, NETWORK, `k${kindLetter(kind)}`),
  transfersOfToken: (networkId: NetworkId, token: AddressId) => nameOf(networkId, token, 'o'),
  transfersOfItems: (networkId: NetworkId, token: AddressId) => nameOf(networkId, token, 'i'),
  transfersOfAddress: (networkId: NetworkId, address: AddressId, kind: TransferKind) =>
    nameOf(networkId, address, `p${kindLetter(kind)}`),
  holdings: (networkId: NetworkId, holder: AddressId) => nameOf(networkId, holder, 'h'),
  holders: (networkId: NetworkId, token: AddressId) => nameOf(networkId, token, 'r'),
  holdersOfItems: (networkId: NetworkId, token: AddressId) => nameOf(networkId, token, 's'),
  items: (networkId: NetworkId, token: AddressId) => nameOf(networkId, token, 'c'),
  internals: (networkId: NetworkId) => nameOf(networkId, NETWORK, 'x'),
  internalsOfAddress: (networkId: NetworkId, address: AddressId) => nameOf(networkId, address, 'y'),
};

/** Returns the order of an entry in a list by place, the newest place first. */
export function placeOrder({ blockNumber, index }: Place): string {
  return packDescending(blockNumber) + packDescending(index);
}

/** Reads the place in an order, behind its first `before` characters; undefined where it is cut short. */
export function readPlace(order: string, before = 0): Place | undefined {
  const reader = new PackedReader(order, before);
  const blockNumber = reader.descendingNumber();
  const index = reader.descendingNumber();
  return blockNumber === undefined || index === undefined ? undefined : { blockNumber, index };
}

/** Returns the beginning of the keys of all leaves that a list can be in: the network and the number of the address, packed. */
export function ownerOf(list: ListName): string {
  return list.slice(0, 1 + list.charCodeAt(0) + ID_LENGTH);
}

/** Returns the letters of a list. Its entries begin with them in the leaves of its owner. */
export function lettersOf(list: ListName): string {
  return list.slice(ownerOf(list).length);
}

function nameOf(networkId: NetworkId, address: AddressId, letters: string): ListName {
  return packInteger(networkId) + packId(address) + letters;
}

function kindLetter(kind: TransferKind): string {
  return kind === 'nft' ? 'n' : 'e';
}
