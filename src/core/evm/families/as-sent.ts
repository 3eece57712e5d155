/** A transaction as it is sent, by the bytes of which rollups charge for layer 1. */
import { bytesToAddress, bytesToHex, hexToBytes } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { encodeRawTransaction, type RawTransaction } from '../../chain/raw-transaction';
import type { EthereumTransaction } from '../../chain/transaction';
import type { TransactionInput } from '../transaction/transaction-input';
import type { Payment } from './protocol';

const guessed = new WeakMap<TransactionInput, Uint8Array>();

/** Returns the transaction as it is sent; one that nobody signed yet with a signature that is as long and compresses as little. */
export function encodedOf({ transaction, block }: Pick<Payment, 'transaction' | 'block'>): Uint8Array {
  const known = transaction.encoded ?? guessed.get(transaction);
  if (known !== undefined) return known;
  const encoded = hexToBytes(encodeRawTransaction(signedAnyhow(transaction, Number(block.chainId))));
  guessed.set(transaction, encoded);
  return encoded;
}

/** Returns the bytes of a signed transaction, for its execution; nothing of one that nobody signed. */
export function asSent(transaction: EthereumTransaction): Pick<TransactionInput, 'encoded'> {
  return transaction.signature === undefined ? {} : { encoded: hexToBytes(encodeRawTransaction(transaction)) };
}

/** The generator of secp256k1: sixty-four bytes without a pattern. */
const STAND_IN = {
  r: '0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' as Hex,
  s: '0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8' as Hex,
};

function signedAnyhow(transaction: TransactionInput, chainId: number): RawTransaction {
  const { type, to, nonce, value, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas, accessList } = transaction;
  return {
    type: type <= 4 ? type : 2,
    chainId,
    nonce: Number(nonce),
    gas: Number(gasLimit),
    value,
    input: bytesToHex(data),
    ...(to && { to: bytesToAddress(to) }),
    gasPrice: maxFeePerGas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList: accessList.map(({ address, storageKeys }) => ({
      address: bytesToAddress(address),
      storageKeys: storageKeys.map(bytesToHex),
    })),
    authorizationList: transaction.authorizationList.map((entry) => ({
      ...entry,
      address: bytesToAddress(entry.address),
      r: STAND_IN.r,
      s: STAND_IN.s,
    })),
    signature: { ...STAND_IN, v: type === 0 ? BigInt(2 * chainId + 36) : 1n, yParity: 1 },
  } as RawTransaction;
}
