/**
 * What is known of the contracts of one network, in memory: parts from several
 * sources, merged best first, each with its ABI indexed on first use.
 */
import { type AbiIndex, createAbiIndex } from '../../core/abi/abi-index';
import type { Address, NetworkId } from '../../core/chain/primitives';
import { withAddressTail } from '../../core/contract/address-tail';
import { builtinAt, isPrecompile } from '../../core/contract/builtins';
import type { ContractKnowledge, Name, NameOrigin } from '../../core/contract/knowledge';
import { isBetterOrigin, mergeKnowledge } from '../../core/contract/merge';

/** Where a part of knowledge came from; a later part of the same source replaces the earlier one. */
export type PartSource = 'kept' | 'buildOutput' | 'source' | 'sourcify' | 'hosted' | 'token' | 'proxy';

export type KnownContracts = {
  readonly networkId: NetworkId;
  /** Grows with every change, so that what was made of the contracts can be made again. */
  readonly version: number;
  knowledge(address: Address): ContractKnowledge | undefined;
  /** The ABI of an address, undefined when none is known. */
  index(address: Address): AbiIndex | undefined;
  /**
   * The one name of an address: the reader's label, of the contract, the
   * deployment's, the token symbol, a well-known one. A token of verified code
   * goes by its symbol, because several tokens are often one contract's code,
   * `DemoToken`. A symbol that several contracts claim (shares of pairs do)
   * names none of them; the end of the address tells apart what shares a name.
   */
  name(address: Address): Name | undefined;
  /** The same of what is called: precompiles too, whose addresses are small numbers that mean other things elsewhere. */
  calleeName(address: Address): Name | undefined;
  /** Replaces the names that do not depend on code: the reader's labels or the deployment's. */
  setLabels(origin: LabelOrigin, labels: ReadonlyMap<Address, string>): void;
  put(source: PartSource, knowledge: ContractKnowledge): void;
  /** Takes back what one source said: it is of another contract that was at the address before. */
  drop(source: PartSource, address: Address): void;
  has(source: PartSource, address: Address): boolean;
};

export type LabelOrigin = 'reader' | 'config';

/** Who names code, which may be at many addresses, or says what a contract calls itself. */
const CLAIMED: readonly NameOrigin[] = [
  'verifiedHere',
  'buildOutput',
  'sourcify',
  'blockscout',
  'etherscan',
  'hosted',
  'readerAbi',
  'token',
  'traceFile',
];

type Entry = {
  parts: Map<PartSource, ContractKnowledge>;
  merged: ContractKnowledge | undefined;
  index?: AbiIndex | undefined;
};

export function createKnownContracts(networkId: NetworkId): KnownContracts {
  const entries = new Map<Address, Entry>();
  const labels: Record<LabelOrigin, ReadonlyMap<Address, string>> = { reader: new Map(), config: new Map() };
  /** How many contracts claim a text: as their name, or as the symbol of their token. */
  const claims = new Map<string, number>();
  let version = 0;

  function update(address: Address, change: (parts: Entry['parts']) => void): void {
    const entry = entries.get(address) ?? { parts: new Map(), merged: undefined };
    change(entry.parts);
    const merged = mergeKnowledge([...entry.parts.values()]);
    claim(entry.merged, -1);
    claim(merged, 1);
    entries.set(address, { parts: entry.parts, merged });
    version++;
  }

  function claim(contract: ContractKnowledge | undefined, change: number): void {
    for (const text of new Set([contract?.name?.text, contract?.token?.symbol]))
      if (text !== undefined) claims.set(text, (claims.get(text) ?? 0) + change);
  }

  function* namesOf(address: Address): Iterable<Name | undefined> {
    for (const origin of ['reader', 'config'] as const) {
      const text = labels[origin].get(address);
      if (text !== undefined) yield { text, origin };
    }
    yield entries.get(address)?.merged?.name;
    yield symbolOf(address);
    if (!isPrecompile(address)) yield builtinAt(address)?.name;
  }

  function nameOf(address: Address): Name | undefined {
    const best = bestName(namesOf(address));
    if (best === undefined || !CLAIMED.includes(best.origin)) return best;
    const symbol = symbolOf(address);
    const alone = [symbol, best].find((name) => name !== undefined && claims.get(name.text) === 1);
    return alone ?? { ...best, text: withAddressTail(best.text, address) };
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
    name: nameOf,
    calleeName: (address) => nameOf(address) ?? builtinAt(address)?.name,
    setLabels(origin, given) {
      if (isSame(labels[origin], given)) return;
      labels[origin] = given;
      version++;
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
