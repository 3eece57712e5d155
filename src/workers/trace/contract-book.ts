/**
 * What is known of the contracts of one network, in memory: parts from several
 * sources, merged best first, each with its ABI indexed on first use.
 */
import { type AbiIndex, createAbiIndex } from '../../core/abi/abi-index';
import type { Address, NetworkId } from '../../core/chain/primitives';
import { builtinAt } from '../../core/contract/builtins';
import type { ContractKnowledge, Name } from '../../core/contract/knowledge';
import { mergeKnowledge } from '../../core/contract/merge';

/** Where a part of knowledge came from; a later part of the same source replaces the earlier one. */
export type PartSource = 'kept' | 'buildOutput' | 'sourcify' | 'token' | 'proxy';

export type ContractBook = {
  readonly networkId: NetworkId;
  /** Grows with every change, so that what was made of the book can be made again. */
  readonly version: number;
  knowledge(address: Address): ContractKnowledge | undefined;
  /** The ABI of an address, undefined when none is known. */
  index(address: Address): AbiIndex | undefined;
  /** The best name: of the contract, else its token symbol, else a well-known one. */
  name(address: Address): Name | undefined;
  put(source: PartSource, knowledge: ContractKnowledge): void;
  /** Takes back what one source said: it is of another contract that was at the address before. */
  drop(source: PartSource, address: Address): void;
  has(source: PartSource, address: Address): boolean;
};

type Entry = {
  parts: Map<PartSource, ContractKnowledge>;
  merged: ContractKnowledge | undefined;
  index?: AbiIndex | undefined;
};

export function createContractBook(networkId: NetworkId): ContractBook {
  const entries = new Map<Address, Entry>();
  let version = 0;

  function update(address: Address, change: (parts: Entry['parts']) => void): void {
    const entry = entries.get(address) ?? { parts: new Map(), merged: undefined };
    change(entry.parts);
    const merged = mergeKnowledge([...entry.parts.values()]);
    entries.set(address, { parts: entry.parts, merged });
    version += 1;
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
    name(address) {
      const known = entries.get(address)?.merged;
      if (known?.name !== undefined) return known.name;
      if (known?.token?.symbol !== undefined) return { text: known.token.symbol, origin: 'token' };
      return builtinAt(address)?.name;
    },
    put: (source, knowledge) => update(knowledge.address, (parts) => parts.set(source, knowledge)),
    drop(source, address) {
      if (entries.get(address)?.parts.has(source) === true) update(address, (parts) => parts.delete(source));
    },
    has: (source, address) => entries.get(address)?.parts.has(source) === true,
  };
}
