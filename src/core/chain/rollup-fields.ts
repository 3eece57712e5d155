/**
 * Fields that only rollups have, under labels for people, and their values as
 * what they are. Names and meanings: OP Stack specification (Deposits, L1 cost),
 * Arbitrum Nitro's transaction types, ZKsync and Celo RPC documentation.
 */
import { isAddressShaped } from './address-shape';
import type { Address, Hash } from './primitives';

type FieldKind = 'count' | 'seconds' | 'amount' | 'price' | 'tokenPrice' | 'address' | 'hash' | 'flag' | 'text';

/** Labels and kinds of fields by their names. */
export type FieldLabels = Readonly<Record<string, readonly [label: string, kind: FieldKind]>>;

const FIELDS: FieldLabels = {
  l1BlockNumber: ['L1 block', 'count'],
  l1Timestamp: ['L1 timestamp', 'seconds'],
  l1TxOrigin: ['L1 origin', 'address'],
  l1MessageSender: ['L1 message sender', 'address'],
  queueOrigin: ['Queue', 'text'],
  queueIndex: ['Index in the queue', 'count'],
  rawTransaction: ['Raw transaction', 'text'],
  l1Turing: ['Turing data', 'text'],
  sourceHash: ['Deposit source', 'hash'],
  mint: ['Minted', 'amount'],
  isSystemTx: ['System transaction', 'flag'],
  systemTx: ['System transaction', 'flag'],
  depositTx: ['Deposit', 'flag'],
  amountToMint: ['Minted', 'amount'],
  ethValue: ['Ether minted', 'amount'],
  ethTxValue: ['Ether sent', 'amount'],
  depositNonce: ['Deposit nonce', 'count'],
  depositReceiptVersion: ['Deposit receipt version', 'count'],
  l1Fee: ['L1 fee', 'amount'],
  l1GasPrice: ['L1 gas price', 'price'],
  l1GasUsed: ['L1 gas used', 'count'],
  l1FeeScalar: ['L1 fee scalar', 'text'],
  // Of Mantle, whose coin is not ether (mantle-xyz/op-geth, core/types/receipt.go).
  tokenRatio: ['Token ratio', 'count'],
  l1BaseFeeScalar: ['L1 base fee scalar', 'count'],
  l1BlobBaseFee: ['L1 blob base fee', 'price'],
  l1BlobBaseFeeScalar: ['L1 blob base fee scalar', 'count'],
  operatorFeeScalar: ['Operator fee scalar', 'count'],
  operatorFeeConstant: ['Operator fee constant', 'count'],
  daFootprintGasScalar: ['Data footprint scalar', 'count'],
  opGasRefund: ['Gas given back', 'count'],
  gasUsedForL1: ['Gas used for L1', 'count'],
  timeboosted: ['Timeboosted', 'flag'],
  requestId: ['Request', 'hash'],
  ticketId: ['Ticket', 'hash'],
  maxRefund: ['Max refund', 'amount'],
  submissionFeeRefund: ['Submission fee refund', 'amount'],
  refundTo: ['Refund to', 'address'],
  l1BaseFee: ['L1 base fee', 'price'],
  depositValue: ['Deposited', 'amount'],
  retryTo: ['Retry to', 'address'],
  retryValue: ['Retry value', 'amount'],
  retryData: ['Retry data', 'text'],
  beneficiary: ['Beneficiary', 'address'],
  maxSubmissionFee: ['Max submission fee', 'amount'],
  l1BatchNumber: ['L1 batch', 'count'],
  l1BatchTxIndex: ['Index in the L1 batch', 'count'],
  feeCurrency: ['Fee currency', 'address'],
  // Of receipts whose transactions pay in a token, in its units (celo-org/op-geth, core/types/receipt.go).
  baseFee: ['Base fee in the fee currency', 'tokenPrice'],
  gatewayFee: ['Gateway fee', 'amount'],
  gatewayFeeRecipient: ['Gateway fee to', 'address'],
};

/** `amount` is in the smallest unit of the native currency, `price` in wei, `tokenPrice` in 10^-18 of the token that pays, `seconds` since the epoch. */
export type RollupValue =
  | { kind: 'count' | 'amount' | 'price' | 'tokenPrice'; number: bigint }
  | { kind: 'seconds'; seconds: number }
  | { kind: 'address'; address: Address }
  | { kind: 'hash'; hash: Hash }
  | { kind: 'flag'; yes: boolean }
  | { kind: 'text'; text: string };

export type RollupField = { label: string; value: RollupValue };

/** Returns the label and value of a field, by `more` labels first. An unknown field keeps its name; a value that does not fit its kind stays text. */
export function readRollupField(name: string, text: string, more: FieldLabels = {}): RollupField {
  const [label, kind] = more[name] ?? FIELDS[name] ?? [name, 'text'];
  return { label, value: readValue(kind, text) ?? { kind: 'text', text } };
}

function readValue(kind: FieldKind, text: string): RollupValue | undefined {
  switch (kind) {
    case 'count':
    case 'amount':
    case 'price':
    case 'tokenPrice': {
      const number = rollupNumber(text);
      return number === undefined ? undefined : { kind, number };
    }
    case 'seconds': {
      const seconds = rollupNumber(text);
      // As far as a date goes (ECMA-262, Time Values).
      return seconds === undefined || seconds > 8_640_000_000_000n ? undefined : { kind, seconds: Number(seconds) };
    }
    case 'address':
      return isAddressShaped(text) ? { kind, address: text.toLowerCase() as Address } : undefined;
    case 'hash':
      return /^0x[0-9a-f]{64}$/i.test(text) ? { kind, hash: text as Hash } : undefined;
    case 'flag':
      return /^(true|false)$/.test(text) ? { kind, yes: text === 'true' } : undefined;
    case 'text':
      return undefined;
  }
}

/** Longest number: 32 bytes. */
const NUMBER = /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i;

/** Reads a number as fields of rollups state it, in hexadecimal or decimal digits; undefined for other texts. */
export function rollupNumber(text: string): bigint | undefined {
  return NUMBER.test(text) ? BigInt(text) : undefined;
}
