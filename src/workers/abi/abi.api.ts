/**
 * The contract of the abi worker: encoding, decoding and checking while the
 * reader types. Stateless; every call is answered from its arguments alone.
 */
import type { Abi } from 'viem';
import type { Decoded } from '../../core/abi/decoded';
import type { AddressProblem } from '../../core/chain/address';
import type { Address, Hex } from '../../core/chain/primitives';
import type { Result } from '../../core/result';

export interface AbiApi {
  /** Decodes calldata against `abi`; the error is one sentence. */
  decodeCalldata(
    abi: Abi,
    calldata: Hex,
  ): Promise<Result<{ name: string; signature: string; inputs: readonly Decoded[] }, string>>;
  /** Decodes calldata against one signature, `transfer(address,uint256)`. */
  decodeWithSignature(signature: string, calldata: Hex): Promise<Result<readonly Decoded[], string>>;
  /** Encodes a call; arguments as the reader typed them. */
  encodeCall(abi: Abi, functionName: string, args: readonly string[]): Promise<Result<Hex, string>>;
  /** Selector of a signature, or one sentence on what is wrong with it. */
  selector(signature: string): Promise<Result<Hex, string>>;
  /** Address in lower case from 0x and 40 digits in one case, or with a checksum of EIP-55, or of EIP-1191 with prefix 30 or 31. */
  parseAddress(text: string): Promise<Result<Address, AddressProblem>>;
  /** EIP-55 spelling. */
  checksum(address: Address): Promise<string>;
}
