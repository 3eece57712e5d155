/**
 * What is known of the values of a row, beside what their bytes say: names of
 * addresses, and how to read amounts of tokens.
 *
 * An integer is an amount of a token only where a standard says so (ERC-20,
 * ERC-6093) and the contract is known as an ERC-20 with decimals. Everything
 * else stays an integer.
 */
import type { Decoded } from '../../../core/abi/decoded';
import type { Name } from '../../../core/chain/name';
import type { Address } from '../../../core/chain/primitives';
import { fromOf, isLog, toOf } from '../../../core/trace/row-fields';
import { RowFlag, type RowIndex, RowKind, type Trace } from '../../../core/trace/rows';
import type { KnownContracts } from '../../contracts/known-contracts';
import type { RowWords } from './decode-row';

/** Signature to the places of amounts among arguments and, for views, whether the result is one. */
const FUNCTIONS: Readonly<Record<string, { inputs: readonly number[]; output?: true }>> = {
  'transfer(address,uint256)': { inputs: [1] },
  'transferFrom(address,address,uint256)': { inputs: [2] },
  'approve(address,uint256)': { inputs: [1] },
  'balanceOf(address)': { inputs: [], output: true },
  'allowance(address,address)': { inputs: [], output: true },
  'totalSupply()': { inputs: [], output: true },
};
const EVENTS: Readonly<Record<string, readonly number[]>> = {
  'Transfer(address,address,uint256)': [2],
  'Approval(address,address,uint256)': [2],
};
const ERRORS: Readonly<Record<string, readonly number[]>> = {
  'ERC20InsufficientBalance(address,uint256,uint256)': [1, 2],
  'ERC20InsufficientAllowance(address,uint256,uint256)': [1, 2],
};

/** Direct callees that are looked at for a failure an error may have come from. */
const MAX_CALLEES = 64;

/** Returns `words` with names at their addresses and tokens at their amounts. */
export function nameValues(trace: Trace, row: RowIndex, words: RowWords, contracts: KnownContracts): RowWords {
  const token = tokenOf(trace, row, contracts);
  const call = signatureOf(words.functionName?.text, words.inputs);
  const isEvent = isLog(trace, row);
  const standard = isEvent || token === undefined ? undefined : FUNCTIONS[call];
  const places = isEvent ? EVENTS[call] : standard?.inputs;
  const { inputs, outputs, error } = words;
  return {
    ...words,
    ...(inputs === undefined ? {} : { inputs: inputs.map(naming(contracts, token, places)) }),
    ...(outputs === undefined
      ? {}
      : { outputs: outputs.map(naming(contracts, token, standard?.output ? [0] : undefined)) }),
    ...(error?.args === undefined
      ? {}
      : {
          error: {
            ...error,
            args: error.args.map(naming(contracts, isOwnError(trace, row) ? token : undefined, errorPlaces(error))),
          },
        }),
  };
}

type Token = NonNullable<Decoded['token']>;

/** The values with their names; those at `places` are amounts of `token`. */
function naming(contracts: KnownContracts, token: Token | undefined, places: readonly number[] = []) {
  return (value: Decoded, at: number): Decoded =>
    token !== undefined && value.type === 'uint256' && places.includes(at)
      ? { ...value, token }
      : withName(value, contracts);
}

/** Returns the values with names at their addresses. */
export function nameAddresses(values: readonly Decoded[], contracts: KnownContracts): readonly Decoded[] {
  return values.map((value) => withName(value, contracts));
}

const ADDRESS = /0x[\da-f]{40}(?![\da-f])/g;

/**
 * Paths of variables that hold amounts by the names of the standard, with an underscore before them or without:
 * balances, allowances, the supply.
 */
const AMOUNT_PATH = /^_?(balances?|balanceOf|allowances?|totalSupply)(\[0x[\da-f]{40}\]){0,2}$/;

/**
 * Names the addresses in values and in their paths. `holder` is the contract whose storage it is; amounts of an ERC-20
 * are read as amounts.
 */
export function namePaths(
  values: readonly { path: string; before: Decoded; after: Decoded }[],
  contracts: KnownContracts,
  holder?: Address,
): { values: typeof values; names: Readonly<Record<string, Name>> } {
  const names: Record<string, Name> = {};
  for (const { path } of values)
    for (const [address] of path.matchAll(ADDRESS)) {
      const name = contracts.name(address as Address);
      if (name !== undefined) names[address] = name;
    }
  const token = holder && tokenAt(holder, contracts);
  const named = values.map(({ path, before, after }) => {
    const name = naming(contracts, token, AMOUNT_PATH.test(path) ? [0] : []);
    return { path, before: name(before, 0), after: name(after, 0) };
  });
  return { values: named, names };
}

function withName(value: Decoded, contracts: KnownContracts): Decoded {
  if (value.items !== undefined) return { ...value, items: value.items.map((item) => withName(item, contracts)) };
  if (value.nested !== undefined) return { ...value, nested: value.nested.map((call) => withName(call, contracts)) };
  if (value.kind !== 'address') return value;
  const known = contracts.name(value.text as Address);
  return known === undefined ? value : { ...value, known };
}

/** The ERC-20 whose code speaks in a row: of a delegatecall, the contract it runs for. */
function tokenOf(trace: Trace, row: RowIndex, contracts: KnownContracts): Token | undefined {
  const kind = trace.rows.kind[row];
  const isForCaller = kind === RowKind.log || kind === RowKind.delegatecall || kind === RowKind.callcode;
  const address = isForCaller ? fromOf(trace, row) : toOf(trace, row);
  return address && tokenAt(address, contracts);
}

function tokenAt(address: Address, contracts: KnownContracts): Token | undefined {
  const token = contracts.knowledge(address)?.token;
  if (token?.standard !== 'ERC-20' || token.decimals === undefined) return undefined;
  return { decimals: token.decimals, ...(token.symbol === undefined ? {} : { symbol: token.symbol }) };
}

function errorPlaces(error: NonNullable<RowWords['error']>): readonly number[] | undefined {
  return ERRORS[signatureOf(error.name?.text, error.args)];
}

/** Whether an error is the frame's own: one that a callee failed with may be passed on, and of another token. */
function isOwnError(trace: Trace, row: RowIndex): boolean {
  const { flags, subtreeEnd } = trace.rows;
  let child = row + 1;
  for (let seen = 0; child < subtreeEnd[row]; seen++) {
    if (seen === MAX_CALLEES || (flags[child] & RowFlag.failed) !== 0) return false;
    child = subtreeEnd[child];
  }
  return true;
}

function signatureOf(name: string | undefined, values: readonly Decoded[] | undefined): string {
  return name === undefined || values === undefined ? '' : `${name}(${values.map(({ type }) => type).join(',')})`;
}
