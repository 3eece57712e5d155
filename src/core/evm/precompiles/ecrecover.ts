/** 0x01: whose key signed (Yellow Paper, appendix E). */
import { loadedLibrary } from './libraries';
import { charge, EMPTY, type Precompile, slice, toBigInt } from './result';

/** The signer's address, or nothing for a signature that is none. */
export const ecrecover: Precompile = (input, gas) =>
  charge(3000, gas, () => {
    const v = toBigInt(slice(input, 32, 32));
    if (v !== 27n && v !== 28n) return EMPTY;
    const { recoverAddress } = loadedLibrary('secp256k1');
    const address = recoverAddress(slice(input, 0, 32), Number(v) - 27, slice(input, 64, 64));
    if (!address) return EMPTY;
    const output = new Uint8Array(32);
    output.set(address, 12);
    return output;
  });
