/** Entries of the list `transfers` (`packed/list-names.ts`): the transfers of indexed blocks, by their places. */
import type { Address } from '../../core/chain/primitives';
import type { TokenTransfer } from '../../core/tokens/token-transfers';
import { readPlace } from '../packed/list-names';
import { PackedReader, packId, packInteger } from '../packed/packed-text';

const STANDARDS = ['ERC-20', 'ERC-721', 'ERC-1155', 'ERC-6909'] as const;

/** Address ids for addresses, and back. */
type IdOf = (address: Address) => number;
type AddressOf = (id: number) => Address | undefined;

export function packTransfer(transfer: TokenTransfer, idOf: IdOf): string {
  const { standard, token, from, to, transactionIndex, amount, tokenId } = transfer;
  return (
    String.fromCharCode(STANDARDS.indexOf(standard)) +
    packId(idOf(token)) +
    packId(idOf(from)) +
    packId(idOf(to)) +
    packInteger(transactionIndex) +
    packInteger(amount) +
    (tokenId === undefined ? '' : packInteger(tokenId))
  );
}

/** Returns the address ids that a packed transfer names; none where it is damaged. */
export function idsInTransfer(payload: string): readonly number[] {
  const reader = new PackedReader(payload, 1);
  return [reader.id(), reader.id(), reader.id()].filter((id) => id !== undefined);
}

/** Returns the transfer of an entry; undefined where it is damaged or names an unknown address id. */
export function unpackTransfer(order: string, payload: string, addressOf: AddressOf): TokenTransfer | undefined {
  const reader = new PackedReader(payload);
  const place = readPlace(order);
  const standard = STANDARDS[reader.byte() ?? STANDARDS.length];
  const [token, from, to] = [reader.id(), reader.id(), reader.id()].map((id) => addressOf(id ?? 0));
  const transactionIndex = reader.number();
  const amount = reader.bigint();
  if (place === undefined || standard === undefined || token === undefined || from === undefined) return undefined;
  if (to === undefined || transactionIndex === undefined || amount === undefined) return undefined;
  const { blockNumber, index: position } = place;
  const transfer = { standard, token, from, to, amount, blockNumber, position, transactionIndex };
  if (standard === 'ERC-20') return transfer;
  const tokenId = reader.bigint();
  return tokenId === undefined ? undefined : { ...transfer, tokenId };
}
