/**
 * The fields of a row of `transactionSummaries` as packed text: two bytes whose bits say which fields are present, then
 * the fields in the order of `packSummary`. A field that is added later gets a bit of its own and goes to the end.
 */
import type { Hash, Hex, Selector } from '../../core/chain/primitives';
import type { PseudoKind } from '../../core/chain/pseudo-transaction';
import type { AllStored } from '../rows/fields';
import type { Party, TransactionSummaryRow } from '../rows/transaction-summary-row';
import { HASH_LENGTH, PackedReader, packHex, packInteger } from './packed-text';

/** All fields but the place, which is the key of the row. */
type Fields = Omit<TransactionSummaryRow, 'networkId' | 'blockNumber' | 'index'>;

const HAS = {
  blockHash: 1,
  timestamp: 2,
  to: 4,
  contractAddress: 8,
  selector: 16,
  gasUsed: 32,
  fee: 64,
  success: 128,
  failed: 256,
  revertData: 512,
  /** The transaction was called again, and the call does not revert. */
  noRevert: 1_024,
  pseudo: 2_048,
};
const SELECTOR_LENGTH = 4;

type Packed = 'hash' | 'from' | 'value' | 'gas' | 'status' | 'others' | keyof typeof HAS;
true satisfies AllStored<Fields, Record<Packed, unknown>>;

export function packSummary(row: Fields): string {
  const { blockHash, timestamp, to, contractAddress, selector, gasUsed, fee, status, revertData, pseudo, others } = row;
  const bits =
    (blockHash === undefined ? 0 : HAS.blockHash) |
    (timestamp === undefined ? 0 : HAS.timestamp) |
    (to === undefined ? 0 : HAS.to) |
    (contractAddress === undefined ? 0 : HAS.contractAddress) |
    (selector === undefined ? 0 : HAS.selector) |
    (gasUsed === undefined ? 0 : HAS.gasUsed) |
    (fee === undefined ? 0 : HAS.fee) |
    (status === 'success' ? HAS.success : status === 'failed' ? HAS.failed : 0) |
    (revertData === undefined ? 0 : revertData === null ? HAS.noRevert : HAS.revertData) |
    (pseudo === undefined ? 0 : HAS.pseudo);
  const data = revertData === undefined || revertData === null ? '' : packHex(revertData);
  return [
    String.fromCharCode(bits >> 8, bits & 255),
    packHex(row.hash),
    packHex(row.from),
    packInteger(row.value),
    packInteger(row.gas),
    blockHash === undefined ? '' : packHex(blockHash),
    timestamp === undefined ? '' : packInteger(timestamp),
    to === undefined ? '' : packHex(to),
    contractAddress === undefined ? '' : packHex(contractAddress),
    selector === undefined ? '' : packHex(selector),
    gasUsed === undefined ? '' : packInteger(gasUsed),
    fee === undefined ? '' : packInteger(fee),
    revertData === undefined || revertData === null ? '' : packInteger(data.length) + data,
    pseudo === undefined ? '' : String.fromCharCode(pseudo),
    ...others.map(({ address, roles }) => String.fromCharCode(roles) + packHex(address)),
  ].join('');
}

/** Returns the fields of a packed text; undefined where it is cut short. */
export function unpackSummary(packed: string): Fields | undefined {
  const reader = new PackedReader(packed);
  const bits = (reader.byte() ?? 0) * 256 + (reader.byte() ?? 0);
  const has = (bit: number) => (bits & bit) !== 0;
  let isWhole = true;
  /** Reads a field that is present; undefined for an absent one. */
  const read = <Value>(isThere: boolean, value: () => Value | undefined): Value | undefined => {
    if (!isThere) return undefined;
    const found = value();
    isWhole &&= found !== undefined;
    return found;
  };
  const always = <Value>(value: () => Value | undefined) => read(true, value);
  const hash = always(() => reader.hex(HASH_LENGTH)) as Hash | undefined;
  const from = always(() => reader.address());
  const value = always(() => reader.bigint());
  // A limit without a meaning is above 2^53 on some chains, and is rounded as it was when it was written.
  const gas = always(() => reader.bigint());
  if (hash === undefined || from === undefined || value === undefined || gas === undefined) return undefined;
  const blockHash = read(has(HAS.blockHash), () => reader.hex(HASH_LENGTH)) as Hash | undefined;
  const timestamp = read(has(HAS.timestamp), () => reader.number());
  const to = read(has(HAS.to), () => reader.address());
  const contractAddress = read(has(HAS.contractAddress), () => reader.address());
  const selector = read(has(HAS.selector), () => reader.hex(SELECTOR_LENGTH)) as Selector | undefined;
  const gasUsed = read(has(HAS.gasUsed), () => reader.number());
  const fee = read(has(HAS.fee), () => reader.bigint());
  const data = read(has(HAS.revertData), () => reader.hex(reader.number() ?? 0));
  const pseudo = read(has(HAS.pseudo), () => reader.byte()) as PseudoKind | undefined;
  const others: Party[] = [];
  while (isWhole && !reader.isAtEnd) {
    const roles = always(() => reader.byte());
    const address = always(() => reader.address());
    if (roles !== undefined && address !== undefined) others.push({ address, roles });
  }
  if (!isWhole) return undefined;
  const status = has(HAS.success) ? 'success' : has(HAS.failed) ? 'failed' : undefined;
  const revertData: Hex | null | undefined = has(HAS.noRevert) ? null : data;
  return {
    hash,
    ...(blockHash !== undefined && { blockHash }),
    ...(timestamp !== undefined && { timestamp }),
    from,
    ...(to !== undefined && { to }),
    ...(contractAddress !== undefined && { contractAddress }),
    value,
    ...(selector !== undefined && { selector }),
    gas: Number(gas),
    ...(gasUsed !== undefined && { gasUsed }),
    ...(fee !== undefined && { fee }),
    ...(status !== undefined && { status }),
    ...(revertData !== undefined && { revertData }),
    ...(pseudo !== undefined && { pseudo }),
    others,
  };
}
