/** What is in scope at a step: for the list of variables, and for expressions. */
import type { Decoded } from '../../../core/abi/decoded';
import type { Name } from '../../../core/chain/name';
import type { Address } from '../../../core/chain/primitives';
import type { StepState } from '../../../workers/trace/steps.api';
import type { VariablesShown } from './use-source-answers';

type Names = Readonly<Record<string, Name>>;

export type Group = {
  title: string;
  values: readonly Decoded[];
  /** Values at the step shown before, by name; empty where they are not comparable. */
  before: ReadonlyMap<string, Decoded>;
};

export type ScopeShown = {
  groups: readonly Group[];
  /** A sentence that says what cannot be known; '' when everything is known. */
  why: string;
  waiting: boolean;
  /** Names of the addresses that keys of mappings are. */
  names: Names;
};

/** Values of the transaction and its block that expressions can name. */
export type Surroundings = {
  origin: Address;
  gasPrice: bigint | undefined;
  chainId: number;
  block: { number: number | undefined; timestamp: number; baseFee: bigint | undefined; coinbase: Address } | undefined;
};

const ROLES = [
  ['parameter', 'Parameters'],
  ['return', 'Return values'],
  ['local', 'Locals'],
] as const;

/** Kinds of state variables in the order they are shown. */
const KINDS = [
  ['storage', 'State variables'],
  ['namespace', 'Namespaced storage'],
  ['transient', 'Transient variables'],
  ['immutable', 'Immutables'],
] as const;

/** Returns the groups of the Variables tab. `names`: of the accounts of the call. */
export function scopeAt(
  shown: VariablesShown | undefined,
  state: StepState,
  before: StepState | undefined,
  names: Names = {},
): ScopeShown {
  const { locals: view, state: held } = shown?.now ?? {};
  const isSameCall = shown?.before?.locals.function === view?.function;
  const isSameContract = shown?.before?.state.address === held?.address;
  const wasLocal = isSameCall ? (shown?.before?.locals.locals ?? []) : [];
  const wasHeld = isSameContract ? (shown?.before?.state.variables ?? []) : [];
  const locals = ROLES.map(([role, title]) => ({
    title,
    values: unique((view?.locals ?? []).filter((local) => local.role === role)),
    before: byName(unique(wasLocal.filter((local) => local.role === role))),
  }));
  const variables = KINDS.map(([kind, title]) => ({
    title,
    values: unique((held?.variables ?? []).filter((variable) => variable.kind === kind)),
    before: byName(unique(wasHeld.filter((variable) => variable.kind === kind))),
  }));
  const call = callValues(state, names);
  const wasCall = before?.row === state.row ? callValues(before, names) : [];
  return {
    groups: [...locals, ...variables, { title: 'Call', values: call, before: byName(wasCall) }],
    why: [view?.why, held?.why].filter((why) => why !== undefined && why !== '').join(' '),
    waiting: shown === undefined,
    names: held?.names ?? {},
  };
}

/** `this` and the members of `msg` (Solidity docs, Block and Transaction Properties). */
function callValues({ address, caller, value, calldata, gas }: StepState, names: Names): Decoded[] {
  const data = `0x${Array.from(calldata.subarray(0, 4_096), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return [
    account('this', address, names),
    account('msg.sender', caller, names),
    leaf('msg.value', 'uint256', 'integer', value.toString()),
    leaf('msg.sig', 'bytes4', 'bytes', data.slice(0, 10)),
    { ...leaf('msg.data', 'bytes', 'bytes', data), length: 2 + calldata.length * 2 },
    leaf('gasleft', 'uint256', 'integer', String(gas)),
  ];
}

function surroundingValues({ origin, gasPrice, chainId, block }: Surroundings): Decoded[] {
  const found = [
    leaf('tx.origin', 'address', 'address', origin),
    leaf('block.chainid', 'uint256', 'integer', String(chainId)),
  ];
  if (gasPrice !== undefined) found.push(leaf('tx.gasprice', 'uint256', 'integer', gasPrice.toString()));
  if (block === undefined) return found;
  if (block.number !== undefined) found.push(leaf('block.number', 'uint256', 'integer', String(block.number)));
  found.push(leaf('block.timestamp', 'uint256', 'integer', String(block.timestamp)));
  if (block.baseFee !== undefined) found.push(leaf('block.basefee', 'uint256', 'integer', block.baseFee.toString()));
  found.push(leaf('block.coinbase', 'address', 'address', block.coinbase));
  return found;
}

/** Looks up names for expressions: innermost declarations first, then state variables, then what Solidity always has. */
export function lookUpIn(scope: ScopeShown, around: Surroundings): (name: string) => Decoded | undefined {
  const known = new Map<string, Decoded>();
  for (const { values } of scope.groups)
    for (const value of values) if (!known.has(value.name)) known.set(value.name, value);
  for (const value of surroundingValues(around)) known.set(value.name, value);
  return (name) => known.get(name);
}

/** Each name once: the first is the one that a function's own code sees. */
function unique(found: readonly { value: Decoded }[]): Decoded[] {
  return [...byName(found.map(({ value }) => value).toReversed()).values()].toReversed();
}

function byName(values: readonly Decoded[]): Map<string, Decoded> {
  return new Map(values.map((value) => [value.name, value]));
}

function account(name: string, address: Address, names: Names): Decoded {
  const known = names[address];
  return { ...leaf(name, 'address', 'address', address), ...(known && { known }) };
}

function leaf(name: string, type: string, kind: Decoded['kind'], text: string): Decoded {
  return { name, type, kind, text, length: text.length };
}
