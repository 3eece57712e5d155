/**
 * What is known of values beside what their bytes say: names of addresses, amounts of tokens, and what bytes hold. Every
 * row, the headline, the stack trace and the details take their values through here.
 *
 * An integer is an amount of a token only where a standard says so, or where a token hands on what one said (ERC-20, ERC-777, ERC-2612, ERC-3156, ERC-4626 for
 * shares, ERC-5805, ERC-6093, WETH9, and the names that their implementations have for the same), and the contract is known as an ERC-20 with decimals. What may be the id of
 * an item stays an integer, as everything else does. What a vault calls assets has the unit of the token that it names, else of the one that it moved as much of. An
 * amount of ERC-6909 has the unit of the item whose id stands beside it. Permit2 names the token beside the amount, in its structs, too.
 * Amounts of pools have the unit of one of their two tokens.
 */

import type { Decoded } from '../../../core/abi/decoded';
import { findHeld, withNestedCalls } from '../../../core/abi/nested-calls';
import { bytesToSelector, hexToBytes } from '../../../core/chain/hex';
import type { Address, Hex, Selector } from '../../../core/chain/primitives';
import { ZERO_ADDRESS } from '../../../core/chain/zero-address';
import { isUnlimitedAllowance } from '../../../core/contract/functions/unlimited-allowance';
import { codesBehind } from '../../../core/contract/proxies/code-behind';
import { markedSymbol } from '../../../core/text/look-alike';
import { emittersOfItems } from '../../../core/trace/emitters-of-items';
import { erc20Moves } from '../../../core/trace/erc20-moves';
import { fromOf, isLog, toOf } from '../../../core/trace/row-fields';
import type { RowIndex, Trace } from '../../../core/trace/rows';
import type { Knowledge } from '../../contracts/knowledge/knowledge-base';
import type { KnownContracts } from '../../contracts/knowledge/known-contracts';
import { LatePart } from '../../scheduling/late-part';
import type { Places } from './amount-places';
import { indexesOf } from './decode-row';
import type { InternalCalls } from './internal-places';
import type { KnownAbi } from './known-abis';
import type { RowWords } from './plain-words';
import type { PoolValues } from './pool-amounts';
import { calleesByInput, failedOutputs, holderOf, originOfError } from './raised-errors';

/** Which values are amounts. It is loaded for a trace that has a token: without one nothing has a unit. */
export const amounts = new LatePart(async () => {
  const { ERRORS, EVENTS, FUNCTIONS, STRUCTS } = await import('./amount-places');
  const { withPoolAmounts } = await import('./pool-amounts');
  const { withItemIds } = await import('./item-ids');
  return { ERRORS, EVENTS, FUNCTIONS, STRUCTS, withItemIds, withPoolAmounts };
});

/** ownerOf(uint256), by which a contract answers for items. */
const OWNER_OF = '0x6352211e' as Selector;

type Token = { decimals: number; symbol?: string; hasItems: boolean };

/** Places of amounts, of a result with the id of the item that the call names. */
type PlacesOf = Places & { item?: string | undefined };

/** Names the values of the rows of a trace. */
export class ValueNames {
  #items: ReadonlySet<Address> | undefined;
  #failed: ReadonlyMap<string, RowIndex> | undefined;
  #moved: ReturnType<typeof erc20Moves> | undefined;
  #callees: ReadonlyMap<string, Address | undefined> | undefined;
  readonly #stated = new Map<RowIndex, ReturnType<InternalCalls['amountsIn']>>();

  constructor(
    private readonly trace: Trace,
    private readonly knowledge: Knowledge,
    private readonly known: () => readonly KnownAbi[],
  ) {}

  /** The words of a row with names, amounts and what their bytes hold. */
  ofRow(row: RowIndex, words: RowWords): RowWords {
    const { trace } = this;
    const { functionName, error } = words;
    const holder = holderOf(trace, row);
    const isBundled = functionName?.origin === 'signatureTable';
    const isEvent = isLog(trace, row);
    // A log keeps the number of its topics there: the event alone, where it indexes nothing.
    const isUnindexed = isEvent && trace.rows.outputStart[row] === 1;
    const signature = signatureOf(functionName?.text, words.inputs);
    const places = amounts.part?.[isEvent ? 'EVENTS' : 'FUNCTIONS'][signature];
    const about = holder && this.knowledge.contracts.knowledge(holder)?.token;
    const called = { name: functionName?.text, places, isEvent, isUnindexed };
    const inputs = isBundled && amounts.part ? amounts.part.withItemIds(words.inputs, called, about) : words.inputs;
    const raisedBy = error?.args && holderOf(trace, originOfError(this.trace, row));
    const token = places?.ofCaller ? fromOf(trace, row) : holder;
    const said = this.#ofCall(functionName?.text ?? '', token, places, { ...words, ...(inputs && { inputs }) });
    return {
      ...words,
      ...said,
      ...this.#inPools({ ...said, signature, isEvent, holder, caller: fromOf(trace, row) }),
      ...(error?.args && {
        error: { ...error, args: this.#named(error.name?.text ?? '', error.args, errorPlaces(error), raisedBy) },
      }),
    };
  }

  /** The values of an internal call of `name` in `frame`, which is one of `holder`. `inside` is loaded with the sources. */
  ofInternal(
    name: string,
    { frame, from: holder }: { frame: RowIndex; from: Address },
    values: Pick<RowWords, 'inputs' | 'outputs'>,
    inside: InternalCalls | undefined,
  ): Pick<RowWords, 'inputs' | 'outputs'> {
    const signature = signatureOf(name, values.inputs);
    const places = inside?.places[signature] ?? amounts.part?.FUNCTIONS[signature];
    const inputs = places || !inside ? values.inputs : this.#handedOn(frame, holder, values.inputs, inside);
    return this.#ofCall(name, holder, places, { ...values, ...(inputs && { inputs }) });
  }

  /**
   * What a token hands on to its own functions about accounts: an integer with the digits of an amount that the frame was
   * called with or tells by its events is that amount, whatever the function is called.
   */
  #handedOn(
    frame: RowIndex,
    holder: Address,
    inputs: readonly Decoded[] | undefined,
    { amountsIn }: InternalCalls,
  ): RowWords['inputs'] {
    if (!inputs?.some(({ kind }) => kind === 'address')) return inputs;
    const token = this.#tokenAt(holder);
    if (token === undefined && this.knowledge.contracts.knowledge(holder)?.token?.items === undefined) return inputs;
    const stated = this.#stated.get(frame) ?? amountsIn(this.trace, frame, token?.hasItems === true);
    this.#stated.set(frame, stated);
    return inputs.map((input) => {
      if (input.text === '0' || !stated.has(input.text)) return input;
      const unit = token ?? this.#itemAt(holder, stated.get(input.text));
      return unit === undefined ? input : inUnits(input, unit);
    });
  }

  #ofCall(
    name: string,
    holder: Address | undefined,
    places: Places | undefined,
    { inputs, outputs }: Pick<RowWords, 'inputs' | 'outputs'>,
  ): Pick<RowWords, 'inputs' | 'outputs'> {
    const { id, allowance } = places ?? {};
    const about = { ...(allowance && { allowance }), ...(id !== undefined && { item: inputs?.[id]?.text }) };
    const ofAsset = places?.assetOutput && { assets: [0], ...about };
    const ofResult = places?.output ? { inputs: [0], ...about } : ofAsset;
    return {
      ...(inputs && { inputs: this.#named(name, inputs, places, holder) }),
      ...(outputs && { outputs: this.#named('', outputs, ofResult, holder) }),
    };
  }

  /** Values with what their bytes hold, addresses by name, and amounts at `places` of the token `holder`. */
  #named(
    name: string,
    values: readonly Decoded[],
    places: PlacesOf | undefined,
    holder: Address | undefined,
  ): readonly Decoded[] {
    return this.#read(withNestedCalls(name, values, this.#find), places, holder);
  }

  #read(values: readonly Decoded[], places: PlacesOf | undefined, holder: Address | undefined): readonly Decoded[] {
    const named = places?.token === undefined ? holder : (values[places.token]?.text as Address | undefined);
    const item = places?.id === undefined ? places?.item : values[places.id]?.text;
    const token = places?.inputs && named && (item === undefined ? this.#tokenAt(named) : this.#itemAt(named, item));
    const isSure = token !== undefined && !(places?.orItem && token.hasItems);
    // A call among the arguments goes to the address before it, and otherwise stays in the contract.
    let target = holder;
    let targets: readonly Decoded[] = [];
    return values.map((value, at) => {
      if (isSure && places?.inputs?.includes(at)) return inUnits(value, token, places.allowance);
      const asset = places?.assets?.includes(at) && holder ? this.#assetOf(holder, value) : undefined;
      if (asset !== undefined) return inUnits(value, asset, places?.allowance);
      if (value.kind === 'address') target = value.text as Address;
      if (value.type.startsWith('address[')) targets = value.items ?? [];
      return this.#readOne(value, target, targets);
    });
  }

  #readOne(value: Decoded, target: Address | undefined, targets: readonly Decoded[]): Decoded {
    const { contracts } = this.knowledge;
    if (value.kind === 'address' || isFunction(value)) return withName(value, contracts);
    if (value.nested !== undefined)
      return { ...value, nested: value.nested.map((call) => this.#readHeld(call, value.text, target)) };
    if (value.items === undefined) return value;
    if (value.kind === 'tuple') {
      const members = value.items.map(({ type, name }) => `${type} ${name}`).join();
      return { ...value, items: this.#read(value.items, amounts.part?.STRUCTS[members], target) };
    }
    const items = value.items.map((item, at) =>
      this.#readOne(item, value.items?.length === targets.length ? (targets[at].text as Address) : target, []),
    );
    return { ...value, items };
  }

  /** A call that bytes hold, of the contract that is called with them or that they are for; an error, of the contract that failed with them. */
  #readHeld(held: Decoded, bytes: string, target: Address | undefined): Decoded {
    if (held.items === undefined) return held;
    const signature = signatureOf(held.name, held.items);
    // Which contract emits an event that bytes hold is not known.
    if (held.type === 'event') return { ...held, items: this.#read(held.items, undefined, undefined) };
    if (held.type !== 'error') {
      this.#callees ??= calleesByInput(this.trace);
      const callee = this.#callees.get(bytes) ?? target;
      const items = held.type === 'call' ? this.#asDeclared(held.items, bytes, callee) : held.items;
      const inputs = this.#read(items, amounts.part?.FUNCTIONS[signature], callee);
      const ofPool = this.#inPools({ signature, isEvent: false, holder: callee, caller: undefined, inputs });
      return { ...held, items: ofPool.inputs ?? inputs };
    }
    this.#failed ??= failedOutputs(this.trace);
    const row = this.#failed.get(bytes);
    if (row === undefined)
      return { ...held, items: this.#read(held.items, amounts.part?.ERRORS[signature], undefined) };
    const origin = originOfError(this.trace, row);
    const items = this.#asDeclared(held.items, bytes, toOf(this.trace, origin));
    return { ...held, items: this.#read(items, amounts.part?.ERRORS[signature], holderOf(this.trace, origin)) };
  }

  /** The values as the code of `holder` declares them: other code may have the same selector with other names, structs and enums. */
  #asDeclared(items: readonly Decoded[], bytes: string, holder: Address | undefined): readonly Decoded[] {
    const abis = holder ? indexesOf([holder], this.knowledge.contracts) : [];
    const declared = findHeld(
      hexToBytes(bytes as Hex),
      abis.map(({ index }) => index),
      [],
    );
    return declared?.inputs ? withNestedCalls(declared.name, declared.inputs, this.#find) : items;
  }

  readonly #find = (bytes: Uint8Array) =>
    findHeld(
      bytes,
      this.known().map(({ index }) => index),
      this.knowledge.signatures.candidates(bytesToSelector(bytes.subarray(0, 4))),
    );

  #inPools(values: PoolValues): Pick<RowWords, 'inputs' | 'outputs'> {
    const tokensOf = (pool: Address) => this.knowledge.contracts.knowledge(pool)?.pairTokens;
    const inToken = (value: Decoded, address: Address) => {
      const token = this.#tokenAt(address);
      return token === undefined || token.hasItems ? value : inUnits(value, token);
    };
    return amounts.part?.withPoolAmounts(values, tokensOf, inToken) ?? {};
  }

  #tokenAt(address: Address): Token | undefined {
    this.#items ??= emittersOfItems(this.trace);
    return tokenAt(address, this.knowledge.contracts, this.#items.has(address));
  }

  #itemAt(address: Address, id: string | undefined): Token | undefined {
    return id === undefined ? undefined : itemAt(address, id, this.knowledge.contracts);
  }

  /** The token that the vault names, else the one of which it took or gave just this amount in the transaction, where it is one alone. */
  #assetOf(vault: Address, { text }: Decoded): Token | undefined {
    if (this.#tokenAt(vault) === undefined) return undefined;
    const named = this.knowledge.contracts.knowledge(vault)?.token?.asset;
    if (named !== undefined) return this.#tokenAt(named);
    this.#moved ??= erc20Moves(this.trace).filter(({ from, to }) => from !== ZERO_ADDRESS && to !== ZERO_ADDRESS);
    const tokens = new Set<Address>();
    for (const { token, from, to, amount } of this.#moved)
      if (token !== vault && (from === vault || to === vault) && String(amount) === text) tokens.add(token);
    const [asset] = tokens;
    return asset === undefined || tokens.size > 1 ? undefined : this.#tokenAt(asset);
  }
}

/** Returns an integer as an amount of the token, a value of another type as it is. `isAllowance`: the largest number means without end. */
export function inUnits(value: Decoded, { decimals, symbol }: Token, isAllowance = false): Decoded {
  const bits = Number(/^u?int(\d+)$/.exec(value.type)?.[1]);
  // A topic holds the id of an item: no standard indexes an amount.
  if (Number.isNaN(bits) || value.indexed || value.member !== undefined || value.text.length !== value.length)
    return value;
  const isUnlimited = isAllowance && isUnlimitedAllowance(BigInt(value.text), bits);
  return {
    ...value,
    token: { decimals, ...(symbol !== undefined && { symbol }), ...(isUnlimited && { unlimited: true as const }) },
  };
}

/** Returns a value with the known names of the addresses in it. */
export function withName(value: Decoded, contracts: KnownContracts): Decoded {
  if (value.items !== undefined) return { ...value, items: value.items.map((item) => withName(item, contracts)) };
  if (isFunction(value)) return functionNamed(value, contracts);
  if (value.kind !== 'address') return value;
  const known = contracts.name(value.text as Address);
  return known === undefined ? value : { ...value, known };
}

/** Whether a value is a function of a contract: of the ABI, or of a source, which writes its whole type. */
function isFunction({ kind, type }: Decoded): boolean {
  return kind === 'bytes' && /^function\b/.test(type);
}

/** The address and the name of a function, or its selector where nobody knows the name. */
function functionNamed(value: Decoded, contracts: KnownContracts): Decoded {
  const [, address, digits] = /^(0x[\da-f]{40})(?:\.0x)?([\da-f]{8})$/.exec(value.text) ?? [];
  if (address === undefined) return value;
  const selector = `0x${digits}` as Selector;
  const name = contracts.index(address as Address)?.functions.get(selector)?.name;
  const known = contracts.name(address as Address);
  const text = `${address}.${name ?? selector}`;
  return { ...value, text, length: text.length, ...(known && { known }) };
}

/** Returns the ERC-20 at the address that tells its decimals; without them an amount is no better than its digits. */
export function tokenAt(address: Address, contracts: KnownContracts, emitsItems: boolean): Token | undefined {
  const knowledge = contracts.knowledge(address);
  const token = knowledge?.token;
  if (token?.standard !== 'ERC-20' || token.decimals === undefined) return undefined;
  const hasItems =
    emitsItems ||
    [address, ...codesBehind(knowledge)].some((code) => contracts.index(code)?.functions.has(OWNER_OF) === true);
  return {
    decimals: token.decimals,
    hasItems,
    ...(token.symbol !== undefined && { symbol: markedSymbol(token.symbol) }),
  };
}

/** Returns the item of an ERC-6909 that has decimals of its own, as a token. */
export function itemAt(address: Address, id: string, contracts: KnownContracts): Token | undefined {
  const { decimals, symbol } = contracts.knowledge(address)?.token?.items?.find((item) => item.id === id) ?? {};
  if (decimals === undefined) return undefined;
  return { decimals, hasItems: false, ...(symbol !== undefined && { symbol: markedSymbol(symbol) }) };
}

function errorPlaces({ name, args }: NonNullable<RowWords['error']>): Places | undefined {
  return amounts.part?.ERRORS[signatureOf(name?.text, args)];
}

/** `transfer(address,uint256)`; what follows the arguments of a call is none of them. */
function signatureOf(name: string | undefined, values: readonly Decoded[] | undefined): string {
  if (name === undefined || values === undefined) return '';
  const types = values
    .filter(({ rest }) => !rest)
    .map(({ type, kind }) => (kind === 'address' ? kind : type.replace(/^enum .+/, 'uint8')));
  return `${name}(${types.join(',')})`;
}
