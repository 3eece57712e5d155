/** What is known of values in storage beside what their bytes say: names of the addresses in them and in their paths, amounts of tokens. */
import type { Decoded } from '../../../core/abi/decoded';
import { isMapping } from '../../../core/abi/mappings';
import { cutValue } from '../../../core/abi/value-text';
import type { Name } from '../../../core/chain/name';
import type { Address } from '../../../core/chain/primitives';
import type { StateVariable } from '../../../core/source/values/state-variables';
import type { KnownContracts } from '../../contracts/knowledge/known-contracts';
import { inUnits, itemAt, tokenAt, withName } from './name-values';

const ADDRESS = /0x[\da-f]{40}(?![\da-f])/g;

/**
 * Paths of variables that hold amounts by the names of the standard, with underscores around and between their words or
 * without, after `token` or `account`, and in the struct that ERC-7201 puts them in: balances, allowances, the supply.
 * The last key is the id of the item, where a number stands for it.
 */
const AMOUNT_PATH =
  /^(?:ERC(?:20|6909)\w*\.)?_*(?:token_?|account_?)?(balances?|balances?_?of|(allowances?|allowed)|total_?suppl(?:y|ies))_*(?:\[0x[\da-f]{40}\]){0,2}(?:\[(\d+)\])?$/i;

/**
 * Names the addresses in values and in their paths. `holder` is the contract whose storage it is; amounts of an ERC-20
 * are read as amounts.
 */
export function namePaths(
  values: readonly { path: string; before: Decoded; after: Decoded }[],
  contracts: KnownContracts,
  holder: Address,
): { values: typeof values; names: Readonly<Record<string, Name>> } {
  const read = storedReader(contracts, holder);
  const named = values.map(({ path, before, after }) => ({ path, ...apart(read(path, before), read(path, after)) }));
  return {
    values: named,
    names: namesInPaths(
      values.map(({ path }) => path),
      contracts,
    ),
  };
}

/** Returns the known names of the addresses in paths, by address. */
function namesInPaths(paths: readonly string[], contracts: KnownContracts): Readonly<Record<string, Name>> {
  const names: Record<string, Name> = {};
  for (const path of paths)
    for (const [address] of path.matchAll(ADDRESS)) {
      const name = contracts.name(address as Address);
      if (name !== undefined) names[address] = name;
    }
  return names;
}

/** Returns what reads a value at a path in the storage of `holder`: amounts of an ERC-20 as amounts, addresses by name. */
function storedReader(contracts: KnownContracts, holder: Address): (path: string, value: Decoded) => Decoded {
  const token = tokenAt(holder, contracts, false);
  const read = (path: string, value: Decoded): Decoded => {
    if (value.items === undefined) {
      const amount = AMOUNT_PATH.exec(path);
      const [allowance, id] = amount?.slice(2) ?? [];
      const unit = amount === null ? undefined : id === undefined ? token : itemAt(holder, id, contracts);
      return unit ? inUnits(value, unit, allowance !== undefined) : withName(value, contracts);
    }
    const isOfKeys = isMapping(value.type);
    const at = (item: string) => (isOfKeys ? `${path}[${item}]` : `${path}.${item}`);
    return { ...value, items: value.items.map((item) => read(at(item.name), item)) };
  };
  return read;
}

/** Names the addresses in state variables of `holder` and in the keys of their mappings, and reads its amounts as amounts. */
export function nameVariables(
  variables: readonly StateVariable[],
  contracts: KnownContracts,
  holder: Address,
): { variables: StateVariable[]; names: Readonly<Record<string, Name>> } {
  const read = storedReader(contracts, holder);
  return {
    variables: variables.map((variable) => ({ ...variable, value: read(variable.value.name, variable.value) })),
    names: namesInPaths(
      variables.flatMap(({ value }) => keysIn(value)),
      contracts,
    ),
  };
}

/** The names of all items of a value, keys of mappings among them. */
function keysIn({ items = [] }: Decoded): string[] {
  return items.flatMap((item) => [item.name, ...keysIn(item)]);
}

/** Characters of a value where it has the most room. */
const MOST_ROOM = 400;

/** Amounts are shown with three digits of their fraction: a change below so many parts of one would look like another. */
const SMALL = 100n;

/** A value before and after a change. What reads alike when it is shortened, or would show another change, is marked to be written in full. */
function apart(before: Decoded, after: Decoded): { before: Decoded; after: Decoded } {
  if (before.text === after.text) return { before, after };
  const isAlike = [undefined, MOST_ROOM].some((room) => cutValue(before, room).text === cutValue(after, room).text);
  if (!isAlike && !isSmall(before, after)) return { before, after };
  return { before: { ...before, full: true }, after: { ...after, full: true } };
}

function isSmall(before: Decoded, after: Decoded): boolean {
  if (before.token === undefined || after.token === undefined) return false;
  const change = BigInt(after.text) - BigInt(before.text);
  return (change < 0n ? -change : change) * SMALL < 10n ** BigInt(before.token.decimals);
}
