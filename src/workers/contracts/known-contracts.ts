/**
 * What is known of the contracts of one network, in memory: parts from several
 * sources, merged best first, each with its ABI indexed on first use.
 */
import { type AbiIndex, createAbiIndex } from '../../core/abi/abi-index';
import type { Address, NetworkId } from '../../core/chain/primitives';
import { builtinAt } from '../../core/contract/builtins';
import type { ContractKnowledge, Name } from '../../core/contract/knowledge';
import { isBetterOrigin, mergeKnowledge } from '../../core/contract/merge';

/** Where a part of knowledge came from; a later part of the same source replaces the earlier one. */
export type PartSource = 'kept' | 'buildOutput' | 'sourcify' | 'token' | 'proxy';

export type KnownContracts = {
  readonly networkId: NetworkId;
  /** Grows with every change, so that what was made of the contracts can be made again. */
  readonly version: number;
  knowledge(address: Address): ContractKnowledge | undefined;
  /** The ABI of an address, undefined when none is known. */
  index(address: Address): AbiIndex | undefined;
  /** The best name: the reader's label, of the contract, the deployment's, the token symbol, a well-known one. */
  name(address: Address): Name | undefined;
  /**
   * The name among arguments: a token of verified code goes by its symbol there,
   * because several tokens are often one contract's code, `DemoToken`. A symbol
   * that several contracts claim (shares of pairs do) names none of them.
   */
  valueName(address: Address): Name | undefined;
  /** Replaces the names that do not depend on code: the reader's labels or the deployment's. */
  setLabels(origin: LabelOrigin, labels: ReadonlyMap<Address, string>): void;
  put(source: PartSource, knowledge: ContractKnowledge): void;
  /** Takes back what one source said: it is of another contract that was at the address before. */
  drop(source: PartSource, address: Address): void;
  has(source: PartSource, address: Address): boolean;
};

export type LabelOrigin = 'reader' | 'config';

type Entry = {
  parts: Map<PartSource, ContractKnowledge>;
  merged: ContractKnowledge | undefined;
  index?: AbiIndex | undefined;
};

export function createKnownContracts(networkId: NetworkId): KnownContracts {
  const entries = new Map<Address, Entry>();
  const labels: Record<LabelOrigin, ReadonlyMap<Address, string>> = { reader: new Map(), config: new Map() };
  /** How many contracts claim a symbol. */
  const symbols = new Map<string, number>();
  let version = 0;

  function update(address: Address, change: (parts: Entry['parts']) => void): void {
    const entry = entries.get(address) ?? { parts: new Map(), merged: undefined };
    change(entry.parts);
    const merged = mergeKnowledge([...entry.parts.values()]);
    count(entry.merged?.token?.symbol, -1);
    count(merged?.token?.symbol, 1);
    entries.set(address, { parts: entry.parts, merged });
    version += 1;
  }

  function count(symbol: string | undefined, change: number): void {
    if (symbol !== undefined) symbols.set(symbol, (symbols.get(symbol) ?? 0) + change);
  }

  function* namesOf(address: Address): Iterable<Name | undefined> {
    for (const origin of ['reader', 'config'] as const) {
      const text = labels[origin].get(address);
      if (text !== undefined) yield { text, origin };
    }
    yield entries.get(address)?.merged?.name;
    yield symbolOf(address);
    yield builtinAt(address)?.name;
  }

  function symbolOf(address: Address): Name | undefined {
    const symbol = entries.get(address)?.merged?.token?.symbol;
    return symbol === undefined ? undefined : { text: symbol, origin: 'token' };
  }

  return {
    networkId,
    get version() {
      return version;
    },
    knowledge: (address) => entries.get(address)?.merged,
    index(address) {
      const entry = entries.get(address);
      if (entry?.merged === undefined || entry.merged.abi.length === 0) return undefined;
      entry.index ??= createAbiIndex(entry.merged.abi);
      return entry.index;
    },
    name: (address) => bestName(namesOf(address)),
    valueName(address) {
      const name = bestName(namesOf(address));
      const isOfCode = name?.origin === 'buildOutput' || name?.origin === 'sourcify';
      const symbol = isOfCode ? symbolOf(address) : undefined;
      return symbol !== undefined && symbols.get(symbol.text) === 1 ? symbol : name;
    },
    setLabels(origin, given) {
      if (isSame(labels[origin], given)) return;
      labels[origin] = given;
      version += 1;
    },
    put: (source, knowledge) => update(knowledge.address, (parts) => parts.set(source, knowledge)),
    drop(source, address) {
      if (entries.get(address)?.parts.has(source) === true) update(address, (parts) => parts.delete(source));
    },
    has: (source, address) => entries.get(address)?.parts.has(source) === true,
  };
}

function bestName(names: Iterable<Name | undefined>): Name | undefined {
  let best: Name | undefined;
  for (const name of names) if (name !== undefined && isBetterOrigin(name.origin, best?.origin)) best = name;
  return best;
}

function isSame(a: ReadonlyMap<Address, string>, b: ReadonlyMap<Address, string>): boolean {
  return a.size === b.size && [...a].every(([address, text]) => b.get(address) === text);
}
