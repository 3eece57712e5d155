/**
 * Transactions as they are signed and sent: RLP, in an envelope by type
 * (EIP-2718). Legacy, EIP-2930, EIP-1559, EIP-4844, EIP-7702, and Celo's CIP-64.
 */
import { fail, ok, type Result } from '../values/result';
import { bytesToAddress, hexToBytes } from './hex';
import { keccak, keccakHex } from './keccak';
import type { Address, Hash, Hex } from './primitives';
import { decodeRlpHex, encodeRlpHex, type RlpItem, rlpScalar } from './rlp';
import { CIP64, exactOf, type SentTransaction, signedGas, type TransactionSignature } from './transaction';

/** The fields of a transaction that are signed, and the signature, absent before it is signed. */
export type RawTransaction = WithoutPlace<SentTransaction>;
type WithoutPlace<Kind> = Kind extends unknown
  ? Omit<Kind, 'networkId' | 'hash' | 'from' | 'blockHash' | 'blockNumber' | 'index'>
  : never;

type Field = Exclude<keyof RawTransaction, 'type' | 'signature' | 'exact'>;

const LEGACY: readonly Field[] = ['nonce', 'gasPrice', 'gas', 'to', 'value', 'input'];
const FEES: readonly Field[] = ['chainId', 'nonce', 'maxPriorityFeePerGas', 'maxFeePerGas'];
const CALL: readonly Field[] = ['gas', 'to', 'value', 'input', 'accessList'];
/** Fields in the order of the EIPs; `rollup` is the token that pays. */
const LAYOUTS: Readonly<Record<number, readonly Field[]>> = {
  0: LEGACY,
  1: ['chainId', 'nonce', 'gasPrice', ...CALL],
  2: [...FEES, ...CALL],
  3: [...FEES, ...CALL, 'maxFeePerBlobGas', 'blobVersionedHashes'],
  4: [...FEES, ...CALL, 'authorizationList'],
  [CIP64]: [...FEES, ...CALL, 'rollup'],
};

/** Thrown inside on bytes that are no transaction, and caught at the door. */
class Malformed extends Error {}

/**
 * Decodes the transaction that `raw` encodes, signed or not; also a blob
 * transaction with its sidecar, which is left out. The error is one sentence.
 * Only the one right encoding is accepted. `inTokens`: also what pays in a token of Celo.
 */
export function decodeRawTransaction(raw: Hex, inTokens = false): Result<RawTransaction, string> {
  if (!/^0x([\da-f]{2})+$/.test(raw)) return fail('A raw transaction is lower-case hex with whole bytes.');
  try {
    const first = Number.parseInt(raw.slice(2, 4), 16);
    const type = first < 0x80 ? first : 0;
    if (LAYOUTS[type] === undefined || (type === CIP64 && !inTokens))
      return fail(`Transactions of type ${type} are not known here.`);
    const decoded = decodeRlpHex(first < 0x80 ? `0x${raw.slice(4)}` : raw);
    const hasSidecar = type === 3 && Array.isArray(decoded) && Array.isArray(decoded[0]);
    const fields = hasSidecar ? (decoded as readonly RlpItem[])[0] : decoded;
    const transaction = type === 0 ? readLegacy(listOf(fields)) : readTyped(type, listOf(fields));
    if (!hasSidecar && encodeRawTransaction(transaction) !== raw) return fail('The transaction is encoded unusually.');
    return ok(transaction);
  } catch (thrown) {
    return fail(thrown instanceof Malformed ? thrown.message : 'The bytes are no RLP.');
  }
}

/** Returns the bytes of a transaction, with its signature where it has one. */
export function encodeRawTransaction(transaction: RawTransaction): Hex {
  const { type, signature } = transaction;
  const fields = LAYOUTS[type].map((field) => encodeField(transaction, field));
  if (type === 0) {
    if (signature !== undefined) fields.push(rlpScalar(signature.v), trim(signature.r), trim(signature.s));
    else if (transaction.chainId !== undefined) fields.push(rlpScalar(transaction.chainId), '0x', '0x');
    return encodeRlpHex(fields);
  }
  if (signature !== undefined) fields.push(rlpScalar(typedParity(signature)), trim(signature.r), trim(signature.s));
  return `0x${type.toString(16).padStart(2, '0')}${encodeRlpHex(fields).slice(2)}`;
}

/** Returns the hash by which a signed transaction is known. */
export function hashOf(transaction: RawTransaction): Hash {
  return keccakHex(encodeRawTransaction(transaction));
}

/**
 * Returns the chain that the signature holds for: named by every typed envelope, and by `v` of a legacy one since
 * EIP-155. Undefined where the signature holds on any chain, or is none.
 */
export function signedChainOf({ type, signature, chainId }: RawTransaction): number | undefined {
  if (type !== 0 || signature === undefined) return type === 0 ? undefined : chainId;
  return signature.v < 35n ? undefined : parityOf(signature.v).chainId;
}

/** Returns the address that signed `transaction`; undefined when it is not signed, or no key makes such a signature. */
export async function senderOf(transaction: RawTransaction): Promise<Address | undefined> {
  if (transaction.signature === undefined) return undefined;
  const { recoverAddress } = await import('./recover-address');
  return recoveredSender(transaction, recoverAddress);
}

/** Does as `senderOf` with the function that recovers addresses, which is loaded only where it is needed. */
export function recoveredSender({ signature, ...unsigned }: RawTransaction, recover: Recover): Address | undefined {
  if (signature === undefined) return undefined;
  try {
    // What a legacy signature covers follows from its v alone, whatever chain id the node lists beside it.
    const { yParity, chainId } =
      unsigned.type === 0 ? parityOf(signature.v) : { yParity: typedParity(signature), chainId: unsigned.chainId };
    const signed = { ...unsigned, chainId } as RawTransaction;
    return signerOfBytes(encodeRawTransaction(signed), signature, yParity, recover);
  } catch {
    return undefined;
  }
}

/** Returns who signed the bytes of a typed transaction that only its chain has; undefined when no key makes such a signature. */
export async function signerOfTyped(signed: Hex, signature: TransactionSignature): Promise<Address | undefined> {
  const { recoverAddress } = await import('./recover-address');
  try {
    return signerOfBytes(signed, signature, typedParity(signature), recoverAddress);
  } catch {
    return undefined;
  }
}

type Recover = (hash: Uint8Array, yParity: number, signature: Uint8Array) => Uint8Array | undefined;

/** Throws where the signature is none. */
function signerOfBytes(signed: Hex, signature: TransactionSignature, yParity: number, recover: Recover) {
  const [r, s] = [signature.r, signature.s].map((half) => half.slice(2).padStart(64, '0'));
  const address = recover(keccak(hexToBytes(signed)), yParity, hexToBytes(`0x${r}${s}`));
  return address && bytesToAddress(address);
}

function readTyped(type: number, values: readonly RlpItem[]): RawTransaction {
  const layout = LAYOUTS[type];
  const signed = values.length === layout.length + 3;
  if (!signed && values.length !== layout.length)
    throw new Malformed('The transaction has too few or too many fields.');
  const transaction = readFields(type, layout, values);
  if (!signed) return transaction;
  const [parity, r, s] = values.slice(layout.length);
  const v = bigintOf(parity);
  return { ...transaction, signature: { r: word(r), s: word(s), v, yParity: numberOf(parity) } };
}

/** Before EIP-155 six fields are signed, since then three more: chain id, 0, 0. */
function readLegacy(values: readonly RlpItem[]): RawTransaction {
  if (values.length !== 6 && values.length !== 9)
    throw new Malformed('The transaction has too few or too many fields.');
  const transaction = readFields(0, LEGACY, values);
  if (values.length === 6) return transaction;
  const [v, r, s] = values.slice(6);
  if (r === '0x' && s === '0x') return { ...transaction, chainId: numberOf(v) };
  const signature: TransactionSignature = { r: word(r), s: word(s), v: bigintOf(v) };
  const { yParity, chainId } = parityOf(signature.v);
  return { ...transaction, ...(chainId !== undefined && { chainId }), signature: { ...signature, yParity } };
}

/** What `v` of a legacy signature says: 27 and 28, or 35 + 2 × chain id and one more (EIP-155). */
function parityOf(v: bigint): { yParity: number; chainId?: number } {
  if (v === 27n || v === 28n) return { yParity: Number(v - 27n) };
  if (v < 35n) throw new Malformed('The signature has an impossible v.');
  return { yParity: Number((v - 35n) % 2n), chainId: safe((v - 35n) / 2n) };
}

/** The parity of a typed transaction's signature; nodes that leave it out give it as v, some as 27 and 28. */
function typedParity({ yParity, v }: TransactionSignature): number {
  return yParity ?? Number(v >= 27n ? v - 27n : v);
}

function readFields(type: number, layout: readonly Field[], values: readonly RlpItem[]): RawTransaction {
  const fields: Partial<Record<Field, unknown>> = {};
  for (const [position, field] of layout.entries()) {
    const value = readField(field, values[position]);
    if (value !== undefined) fields[field] = value;
  }
  return { type, ...fields } as RawTransaction;
}

function readField(field: Field, value: RlpItem): unknown {
  switch (field) {
    case 'nonce':
    case 'gas':
    case 'chainId':
      return numberOf(value);
    case 'to':
      return value === '0x' ? undefined : sized(value, 20);
    case 'rollup':
      return value === '0x' ? undefined : { feeCurrency: sized(value, 20) };
    case 'input':
      return bytesOf(value);
    case 'accessList':
      return listOf(value).map((entry) => {
        const [address, storageKeys] = listOf(entry, 2);
        return { address: sized(address, 20), storageKeys: listOf(storageKeys).map((key) => sized(key, 32)) };
      });
    case 'blobVersionedHashes':
      return listOf(value).map((hash) => sized(hash, 32));
    case 'authorizationList':
      return listOf(value).map((entry) => {
        const [chainId, address, nonce, yParity, r, s] = listOf(entry, 6);
        return {
          chainId: exactOf(bigintOf(chainId)),
          address: sized(address, 20),
          nonce: exactOf(bigintOf(nonce)),
          yParity: numberOf(yParity),
          r: word(r),
          s: word(s),
        };
      });
    default:
      return bigintOf(value);
  }
}

function encodeField(transaction: RawTransaction, field: Field): RlpItem {
  switch (field) {
    case 'to':
    case 'input':
      return transaction[field] ?? '0x';
    case 'gas':
      return rlpScalar(signedGas(transaction));
    case 'rollup':
      return (transaction.rollup?.feeCurrency ?? '0x') as Hex;
    case 'accessList':
      return (transaction.accessList ?? []).map(({ address, storageKeys }) => [address, storageKeys]);
    case 'blobVersionedHashes':
      return transaction.blobVersionedHashes ?? [];
    case 'authorizationList':
      return (transaction.authorizationList ?? []).map(({ chainId, address, nonce, yParity, r, s }) => [
        rlpScalar(chainId),
        address,
        rlpScalar(nonce),
        rlpScalar(yParity),
        trim(r),
        trim(s),
      ]);
    default:
      return rlpScalar(transaction[field] ?? 0);
  }
}

function listOf(value: RlpItem, length?: number): readonly RlpItem[] {
  if (typeof value === 'string' || (length !== undefined && value.length !== length)) {
    throw new Malformed('A list of the transaction is not what its type says.');
  }
  return value;
}

function bytesOf(value: RlpItem): Hex {
  if (typeof value !== 'string') throw new Malformed('A field of the transaction is not what its type says.');
  return value;
}

function sized(value: RlpItem, bytes: number): Hex {
  const hex = bytesOf(value);
  if (hex.length !== 2 + 2 * bytes) throw new Malformed(`A field of ${bytes} bytes has another length.`);
  return hex;
}

function bigintOf(value: RlpItem): bigint {
  const hex = bytesOf(value);
  if (hex.length > 66) throw new Malformed('A number of the transaction has more than 256 bits.');
  return hex === '0x' ? 0n : BigInt(hex);
}

function numberOf(value: RlpItem): number {
  return safe(bigintOf(value));
}

function safe(value: bigint): number {
  if (value > Number.MAX_SAFE_INTEGER) throw new Malformed('A number of the transaction is larger than any in use.');
  return Number(value);
}

/** r and s, filled up to 32 bytes. */
function word(value: RlpItem): Hex {
  return `0x${bytesOf(value).slice(2).padStart(64, '0')}`;
}

/** RLP has integers without leading zeros. */
function trim(value: Hex): Hex {
  return `0x${value.slice(2).replace(/^(00)+/, '')}`;
}
