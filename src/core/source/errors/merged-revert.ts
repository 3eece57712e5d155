/**
 * Reverts without data whose place is the whole contract. The compiler makes
 * equal ends of code only once, even where it optimises nothing else, and the
 * one that is left has the place of the dispatch. What the frame ran before
 * tells which check failed.
 */

import { decodeCalldata, decodeConstructor } from '../../abi/decode';
import * as Op from '../../evm/rules/opcode-bytes';
import { sameRange } from '../compiled/source-file';
import type { FrameInSource } from '../frame-in-source';
import { firstCheck } from './next-check';
import { type OptimisedPlace, optimisedPlace } from './optimised-places';

/** Returns the place of such a revert at the frame's end; undefined when it is none, or the compiler's own check. */
export function mergedRevert(frame: FrameInSource): OptimisedPlace | undefined {
  const last = frame.length - 1;
  const { contract, compilation } = frame;
  const range = frame.range(last);
  if (frame.opcode(last) !== Op.REVERT || frame.output.length > 0 || !holdsArguments(frame)) return undefined;
  if (range === undefined || contract.range === undefined || !sameRange(range, contract.range)) return undefined;
  const place = optimisedPlace(frame, last, true);
  if (place) return place;
  const entry = entryOf(frame);
  const first = entry && firstCheck(compilation, entry, contract.bases);
  return first && { range: first, around: [] };
}

/** Returns the function that the call reaches, or the constructor. */
export function entryOf(frame: FrameInSource) {
  const { contract, called } = frame;
  if (frame.isCreate) return contract.constructor_;
  return called ?? (frame.input.length === 0 ? contract.receive : undefined) ?? contract.fallback;
}

/** Returns whether the input is exactly the encoding of the function's or constructor's arguments. Then decoding them did not fail. */
export function holdsArguments({ isCreate, contract, called, input }: FrameInSource): boolean {
  if (!isCreate) return called === undefined || decodeCalldata(contract.abiIndex, input, 0)?.canonical === true;
  const values = input.subarray(contract.creation?.bytes.length ?? 0);
  const call = decodeConstructor(contract.abiIndex, values, 0);
  return call === undefined ? values.length === 0 : call.canonical;
}
