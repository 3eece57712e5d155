/** Who signed a transaction: loaded where a signature is recovered, and nowhere else. */
import { bytesToAddress, hexToBytes } from './hex';
import { keccak } from './keccak';
import type { Address } from './primitives';
import { encodeRawTransaction, type RawTransaction, signedPart } from './raw-transaction';
import { recoverAddress } from './recover-address';

/** Returns the address that signed `transaction`; undefined when it is not signed, or no key makes such a signature. */
export function signerOf(transaction: RawTransaction): Address | undefined {
  const { signature } = transaction;
  if (signature === undefined) return undefined;
  try {
    const { unsigned, yParity } = signedPart({ ...transaction, signature });
    const [r, s] = [signature.r, signature.s].map((half) => half.slice(2).padStart(64, '0'));
    const hash = keccak(hexToBytes(encodeRawTransaction(unsigned)));
    const address = recoverAddress(hash, yParity, hexToBytes(`0x${r}${s}`));
    return address && bytesToAddress(address);
  } catch {
    return undefined;
  }
}
