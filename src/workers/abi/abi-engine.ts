/**
 * The abi worker's work: an ordinary module that answers from its arguments
 * alone, called by the worker's entry and by Node tests.
 */

import type { Abi, AbiFunction } from 'viem';
import { createAbiIndex } from '../../core/abi/abi-index';
import { argumentText } from '../../core/abi/argument-text';
import { decodeCalldata, decodeReturn, decodeRevert } from '../../core/abi/decode';
import type { Decoded } from '../../core/abi/decoded';
import { encodeTypedCall } from '../../core/abi/encode';
import { parseSignature, selectorOf, signatureOf } from '../../core/abi/signature';
import { checksumAddress, parseAddress } from '../../core/chain/address';
import type { AddressProblem } from '../../core/chain/address-shape';
import { parseHex } from '../../core/chain/hex';
import type { Address, Hex } from '../../core/chain/primitives';
import { fail, ok, type Result } from '../../core/values/result';
import type { AbiApi } from './abi.api';

/** Characters of a leaf and values of an answer: what a page can show, and more than it does. */
const TEXT_LIMIT = 100_000;
const VALUE_LIMIT = 10_000;
/** Hex characters of calldata that are looked at, far above what fits a block. */
const MAX_CALLDATA = 64_000_000;

/** Creates a new engine. Stateless. */
export function createAbiEngine(): AbiApi {
  return {
    decodeCalldata: async (abi, calldata) => decode(abi, calldata),
    encodeTypedCall: async (entry, args) => encodeTypedCall(entry, args),
    readArguments: async (entry, calldata) => readArguments(entry, calldata),
    decodeOutput: async (entry, output) => decodeOutput(entry, output),
    decodeRevert: async (abis, data) => {
      const bytes = readCalldata(data);
      return bytes && decodeRevert(abis.map(createAbiIndex), bytes, TEXT_LIMIT, VALUE_LIMIT);
    },
    selector: async (signature) => selector(signature),
    parseAddress: async (text): Promise<Result<Address, AddressProblem>> => parseAddress(text),
    checksum: async (address) => checksumAddress(address),
  };
}

function decode(
  abi: Abi,
  calldata: Hex,
): Result<{ name: string; signature: string; inputs: readonly Decoded[] }, string> {
  const bytes = readCalldata(calldata);
  if (bytes === undefined) return decodeFailure('the calldata is no hex with whole bytes');
  const call = decodeCalldata(createAbiIndex(abi), bytes, TEXT_LIMIT, VALUE_LIMIT);
  if (call === undefined) return decodeFailure(`the ABI has no function ${calldata.slice(0, 10)}`);
  const { name, signature, inputs } = call;
  return inputs === undefined ? decodeFailure(`the data does not hold ${signature}`) : ok({ name, signature, inputs });
}

/** Editing what was cut would send something else than what is shown. */
function readArguments(entry: AbiFunction, calldata: Hex): Result<readonly string[], string> {
  const decoded = decode([entry], calldata);
  if (!decoded.ok) return decoded;
  const texts = decoded.value.inputs.map(argumentText);
  return texts.every((text) => text !== undefined) ? ok(texts) : decodeFailure('the values are too long to be edited');
}

function decodeOutput(entry: AbiFunction, output: Hex): Result<readonly Decoded[], string> {
  const bytes = readCalldata(output);
  if (bytes === undefined) return fail('The output is no hex with whole bytes.');
  if (bytes.length === 0 && entry.outputs.length > 0)
    return fail('The call returned nothing, where the function returns a value: there may be no code, or other code.');
  const signature = signatureOf(entry);
  const values = decodeReturn(createAbiIndex([entry]), selectorOf(signature), bytes, TEXT_LIMIT, VALUE_LIMIT);
  return values === undefined ? fail(`The output does not hold what ${entry.name} returns.`) : ok(values);
}

function selector(signature: string): Result<Hex, string> {
  const parsed = parseSignature(signature);
  return parsed.ok ? ok(selectorOf(signatureOf(parsed.value))) : parsed;
}

/** What the reader is told when calldata cannot be decoded. */
function decodeFailure(reason: string): { ok: false; error: string } {
  return fail(`Decode input parameters failed: ${reason}`);
}

function readCalldata(hex: Hex): Uint8Array | undefined {
  return hex.length <= MAX_CALLDATA && hex.startsWith('0x') ? parseHex(hex) : undefined;
}
