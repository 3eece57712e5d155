import { asciiBytes } from '../json/bytes';
import { RowKind } from './rows';

/** Call types as clients spell them: geth in capitals, parity's `callType` in small letters, `suicide` for selfdestruct. */
const KINDS: readonly (readonly [Uint8Array, RowKind])[] = [
  [asciiBytes('call'), RowKind.call],
  [asciiBytes('staticcall'), RowKind.staticcall],
  [asciiBytes('delegatecall'), RowKind.delegatecall],
  [asciiBytes('callcode'), RowKind.callcode],
  [asciiBytes('create'), RowKind.create],
  [asciiBytes('create2'), RowKind.create2],
  [asciiBytes('selfdestruct'), RowKind.selfdestruct],
  [asciiBytes('suicide'), RowKind.selfdestruct],
];

/** Returns the RowKind that bytes [start, end) name in capitals or small letters, -1 when none. */
export function frameKindOf(bytes: Uint8Array, start: number, end: number): number {
  for (let index = 0; index < KINDS.length; index++) {
    const name = KINDS[index][0];
    if (name.length !== end - start) continue;
    let at = 0;
    while (at < name.length && (bytes[start + at] | 0x20) === (name[at] | 0x20)) at++;
    if (at === name.length) return KINDS[index][1];
  }
  return -1;
}

/** Returns whether frames of this kind carry a value of their own: a delegatecall keeps its caller's (EIP-7), a staticcall has none (EIP-214). */
export function carriesValue(kind: number): boolean {
  return kind !== RowKind.staticcall && kind !== RowKind.delegatecall;
}

export function isCreateKind(kind: number): boolean {
  return kind === RowKind.create || kind === RowKind.create2;
}
