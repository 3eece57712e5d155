/**
 * The functions of `console.sol` as Hardhat and Forge ship it: what a call to
 * the console's address logs. Early versions of Hardhat's file hashed `uint`
 * and `int` where the ABI says `uint256` and `int256`; contracts that were
 * compiled with it still call by those selectors.
 */

import { type AbiType, compileTypes } from '../../abi/abi-type';
import { selectorOf } from '../../abi/signature';
import type { Address, Selector } from '../../chain/primitives';

/** The ASCII of `console.log`, right-aligned. */
export const CONSOLE_ADDRESS = '0x000000000000000000636f6e736f6c652e6c6f67' as Address;

const MIXED = ['uint256', 'string', 'bool', 'address'];
const MAX_MIXED = 4;

let table: Map<Selector, readonly string[]> | undefined;

/** Returns the types that a call by this selector logs, undefined when the console has no such function. */
export function consoleTypes(selector: Selector): readonly AbiType[] | undefined {
  table ??= createTable();
  const types = table.get(selector);
  return types && compileTypes(types.map((type) => ({ name: '', type })));
}

function createTable(): Map<Selector, readonly string[]> {
  const selectors = new Map<Selector, readonly string[]>();
  const add = (types: readonly string[]) => {
    selectors.set(selectorOf(`log(${types.join(',')})`), types);
    const old = types.map((type) => type.replace(/^(u?int)256$/, '$1'));
    selectors.set(selectorOf(`log(${old.join(',')})`), types);
  };
  for (const types of combinations(MAX_MIXED)) add(types);
  add(['int256']);
  add(['string', 'int256']);
  add(['bytes']);
  for (let size = 1; size <= 32; size++) add([`bytes${size}`]);
  return selectors;
}

/** Every sequence of at most `length` of the mixed types, the empty one among them. */
function combinations(length: number): string[][] {
  if (length === 0) return [[]];
  const shorter = combinations(length - 1);
  const longest = shorter.filter((types) => types.length === length - 1);
  return [...shorter, ...longest.flatMap((types) => MIXED.map((type) => [...types, type]))];
}
