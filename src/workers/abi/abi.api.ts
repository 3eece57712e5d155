/**
 * The contract of the abi worker: encoding, decoding and checking while the
 * reader types. Stateless; every call is answered from its arguments alone.
 */
import type { Abi, AbiFunction } from 'viem';
import type { DecodedRevert } from '../../core/abi/decode';
import type { Decoded } from '../../core/abi/decoded';
import type { TypedCall } from '../../core/abi/encode';
import type { AddressProblem } from '../../core/chain/address-shape';
import type { Address, Hex } from '../../core/chain/primitives';
import type { Result } from '../../core/values/result';

export interface AbiApi {
  /** Decodes calldata against `abi`; the error is one sentence. */
  decodeCalldata(
    abi: Abi,
    calldata: Hex,
  ): Promise<Result<{ name: string; signature: string; inputs: readonly Decoded[] }, string>>;
  /** The call of one function with the texts of its fields as they stand, every one of which is checked. */
  encodeTypedCall(entry: AbiFunction, args: readonly string[]): Promise<TypedCall>;
  /** Texts for the fields of a function from calldata of it; the error is one sentence. */
  readArguments(entry: AbiFunction, calldata: Hex): Promise<Result<readonly string[], string>>;
  /** What a function returned; the error is one sentence. */
  decodeOutput(entry: AbiFunction, output: Hex): Promise<Result<readonly Decoded[], string>>;
  /** The error in revert data: Solidity's own two, or one of an ABI; undefined when none of them knows it. */
  decodeRevert(abis: readonly Abi[], data: Hex): Promise<DecodedRevert | undefined>;
  /** Selector of a signature, or one sentence on what is wrong with it. */
  selector(signature: string): Promise<Result<Hex, string>>;
  /** Address in lower case from 0x and 40 digits in one case, or with a checksum of EIP-55, or of EIP-1191 with prefix 30 or 31. */
  parseAddress(text: string): Promise<Result<Address, AddressProblem>>;
  /** EIP-55 spelling. */
  checksum(address: Address): Promise<string>;
}
