/**
 * How many bytes of immutables the constructor of a Vyper contract appends to
 * its code. Metadata at the end of the creation code states it from 0.3.10 on,
 * and the output `layout` too; of older versions the declarations tell.
 */

import { parseHex } from '../../chain/hex';
import { closingVyperAuxdata } from '../../contract/matching/auxdata';
import { readFields, readList, readText } from '../../values/json-fields';
import { isSized, slotsOf } from '../values/storage-layout';
import { outlineOf } from './outline';
import { vyperImmutableSize } from './storage';
import { declaredTypes, vyperType } from './types';

/**
 * Returns how many bytes the immutables of `contract` take; 0 where nothing tells. `contract` is from standard JSON
 * output, made of the source `text`. Linear in both.
 */
export function vyperImmutableBytes(contract: unknown, text: string): number {
  const { evm, layout } = readFields(contract);
  const { bytecode, deployedBytecode } = readFields(evm);
  const { object, immutableReferences } = readFields(deployedBytecode);
  const end = hexLength(object);
  for (const places of Object.values(readFields(immutableReferences)))
    for (const { start, length } of readList(places).map(readFields))
      if (start === end && isLength(length)) return length;
  const creation = parseHex(readText(readFields(bytecode).object).replace(/^0x/, ''));
  const stated = creation && closingVyperAuxdata(creation)?.immutableBytes;
  if (stated !== undefined) return stated;
  return vyperImmutableSize(layout) || declaredBytes(text);
}

/** Bytes of the immutables that the source declares, each of which takes whole words; 0 where the size of one is not known. */
function declaredBytes(text: string): number {
  const outline = outlineOf(text);
  const named = declaredTypes([outline]);
  const types = outline.variables
    .filter(({ kind }) => kind === 'immutable')
    .map(({ type }) => vyperType(type, named, outline.constants));
  if (!types.every(isSized)) return 0;
  return Number(types.reduce((sum, type) => sum + slotsOf(type), 0n)) * 32;
}

function hexLength(object: unknown): number {
  return readText(object).replace(/^0x/, '').length / 2;
}

/** No code on a chain is longer than this. */
const MAX_BYTES = 1_000_000;

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_BYTES;
}
