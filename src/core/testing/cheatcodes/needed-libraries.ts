/** Cheatcodes that recover signers, or execute what may need any library of the machine. */

import { selectorOf } from '../../abi/signature';
import { bytesToHex } from '../../chain/hex';
import { areLibrariesLoaded } from '../../evm/precompiles/libraries';

const SIGNATURES = [
  'attachDelegation((uint8,bytes32,bytes32,uint64,address))',
  'attachDelegation((uint8,bytes32,bytes32,uint64,address),bool)',
  ...['address,uint256', 'address,uint256,uint64', 'address,uint256,bool'].map(
    (types) => `signAndAttachDelegation(${types})`,
  ),
  'broadcastRawTransaction(bytes)',
  'executeTransaction(bytes)',
  ...['createFork(string', 'createSelectFork(string', 'rollFork(uint256', 'transact(uint256'].map(
    (name) => `${name},bytes32)`,
  ),
  'rollFork(bytes32)',
  'transact(bytes32)',
];
let selectors: ReadonlySet<string> | undefined;

/** Returns whether the cheatcode with this selector needs libraries that are not loaded yet. */
export function needsLibraries(selector: Uint8Array): boolean {
  if (areLibrariesLoaded()) return false;
  selectors ??= new Set(SIGNATURES.map(selectorOf));
  return selectors.has(bytesToHex(selector));
}
