/**
 * Reverts without data whose place is the whole contract. The compiler makes
 * equal ends of code only once, even where it optimises nothing else, and the
 * one that is left has the place of the dispatch. What the frame ran before
 * tells which check failed.
 */

import { decodeCalldata, decodeConstructor } from '../../abi/decode';
import type { Decoded } from '../../abi/decoded';
import * as Op from '../../evm/rules/opcode-bytes';
import { nodesIn } from '../compiled/ast';
import type { Compilation } from '../compiled/compilation';
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

/** Digits of a member's number; more is no member. */
const NUMBER = 78;

/**
 * Returns whether the input is exactly the encoding of the function's or constructor's arguments, enums within their
 * members. Then decoding them did not fail.
 */
export function holdsArguments({ isCreate, contract, called, input, compilation }: FrameInSource): boolean {
  if (!isCreate) {
    const call = decodeCalldata(contract.abiIndex, input, NUMBER);
    return called === undefined || (call?.canonical === true && areMembers(call.inputs, compilation));
  }
  const values = input.subarray(contract.creation?.bytes.length ?? 0);
  const call = decodeConstructor(contract.abiIndex, values, NUMBER);
  return call === undefined ? values.length === 0 : call.canonical && areMembers(call.inputs, compilation);
}

/** Whether each enum among the values has a member of its number: the decoder of ABI coder v2 refuses others. */
function areMembers(values: readonly Decoded[] = [], compilation: Compilation): boolean {
  return values.every(({ declared, items, kind, text }) => {
    if (items !== undefined) return areMembers(items, compilation);
    const size = kind === 'integer' && declared ? sizeOfEnum(declared, compilation) : undefined;
    return size === undefined || Number(text) < size;
  });
}

function sizeOfEnum(declared: string, { declarations }: Compilation): number | undefined {
  const name = /^enum (.+)$/.exec(declared)?.[1];
  if (name === undefined) return undefined;
  for (const node of declarations.values())
    if (node.nodeType === 'EnumDefinition' && node.canonicalName === name) return nodesIn(node, 'members').length;
  return undefined;
}
