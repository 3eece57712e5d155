/**
 * The abi worker's work: an ordinary module that answers from its arguments
 * alone, called by the worker's entry and by Node tests.
 */

import type { Abi } from 'viem';
import { createAbiIndex } from '../../core/abi/abi-index';
import { decodeCalldata, decodeWithSignature } from '../../core/abi/decode';
import type { Decoded } from '../../core/abi/decoded';
import { encodeCall } from '../../core/abi/encode';
import { parseSignature, selectorOf, signatureOf } from '../../core/abi/signature';
import { type AddressProblem, checksumAddress, parseAddress } from '../../core/chain/address';
import type { Address, Hex } from '../../core/chain/primitives';
import { parseHex } from '../../core/hex';
import { fail, ok, type Result } from '../../core/result';
import type { AbiApi } from './abi.api';

/** Characters of a leaf and values of an answer: what a page can show, and more than it does. */
const TEXT_LIMIT = 100_000;
const VALUE_LIMIT = 10_000;
/** Hex characters of calldata that are looked at, far above what fits a block. */
const MAX_CALLDATA = 64_000_000;

/** A new engine. Stateless. */
export function createAbiEngine(): AbiApi {
  return {
    decodeCalldata: async (abi, calldata) => decode(abi, calldata),
    decodeWithSignature: async (signature, calldata) => decodeBySignature(signature, calldata),
    encodeCall: async (abi, functionName, args) => encodeCall(abi, functionName, args),
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

function decodeBySignature(signature: string, calldata: Hex): Result<readonly Decoded[], string> {
  const bytes = readCalldata(calldata);
  if (bytes === undefined) return decodeFailure('the calldata is no hex with whole bytes');
  const parsed = parseSignature(signature);
  if (!parsed.ok) return decodeFailure(parsed.error);
  const call = decodeWithSignature(signature, bytes, TEXT_LIMIT, VALUE_LIMIT);
  if (call?.inputs === undefined) return decodeFailure(`the data is no call of ${signatureOf(parsed.value)}`);
  return ok(call.inputs);
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
