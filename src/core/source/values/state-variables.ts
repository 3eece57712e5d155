/**
 * The state variables of a contract with their values, from what a trace knows
 * of its storage and from its code, which holds the immutables (Solidity docs,
 * Layout of State Variables in Storage, Immutable).
 */
import type { Decoded } from '../../abi/decoded';
import { wordHex } from '../../chain/hex';
import { readText } from '../../values/json-fields';
import type { Compilation, SourceContract } from '../compiled/compilation';
import { valueOfWord } from './decode-word';
import { withFunctionNames } from './function-pointers';
import { type KeysOfStorage, KnownStorage, wordAt } from './known-storage';
import { type SourceType, typeOfVariable } from './source-type';
import { type StorageVariable, slotsOf, stateVariablesOf } from './storage-layout';
import { decodeStored } from './stored-value';

export type StateVariable = {
  /** `namespace` is a struct at a place of its own (ERC-7201). */
  kind: 'storage' | 'transient' | 'immutable' | 'namespace';
  /** Contract that declares it, '' for a struct that stands in none. */
  declaredIn: string;
  /** `erc7201:<id>` of a namespace, else ''. */
  namespace: string;
  /** First slot, 0x and 64 digits; '' for immutables. */
  slot: string;
  /** Bytes from the low end of the slot. */
  offset: number;
  value: Decoded;
};

/** Where values are read from. */
export type ContractState = {
  storage: KnownStorage;
  transient: KnownStorage;
  /** The runtime code as it is on the chain; undefined while the contract is created. */
  code: Uint8Array | undefined;
};

/**
 * Returns the values of the contract's state variables, in the order of
 * declaration, those of its most basic contract first: storage, transient
 * storage, namespaces, immutables. Namespaces of other contracts are left out
 * unless something stands there.
 */
export function stateVariables(
  compilation: Compilation,
  contract: SourceContract,
  state: ContractState,
): StateVariable[] {
  const { storage, transient, namespaces } = contract.layout;
  const names = new Set(basesOf(compilation, contract).map((base) => readText(base.name)));
  const isOurs = ({ contract: declaredIn, slot, type }: StorageVariable) =>
    names.has(declaredIn) || state.storage.isUsed(slot, slot + slotsOf(type));
  const variables = [
    ...storage.map((variable) => stored('storage', variable, state.storage)),
    ...transient.map((variable) => stored('transient', variable, state.transient)),
    ...namespaces.filter(isOurs).map((variable) => stored('namespace', variable, state.storage)),
    ...immutables(compilation, contract, state.code),
  ];
  return variables.map((each) => ({ ...each, value: withFunctionNames(each.value, compilation, contract) }));
}

function stored(kind: StateVariable['kind'], variable: StorageVariable, storage: KnownStorage): StateVariable {
  const { name, type, slot, offset, contract, namespace = '' } = variable;
  return {
    kind,
    declaredIn: contract,
    namespace,
    slot: wordHex(slot),
    offset,
    value: decodeStored(name, type, variable, storage),
  };
}

function immutables(compilation: Compilation, contract: SourceContract, code: Uint8Array | undefined): StateVariable[] {
  const { inCode } = contract.layout;
  if (inCode !== undefined && code !== undefined) {
    const words = new KnownStorage(wordsFrom(code, inCode.start), undefined, NO_KEYS);
    return inCode.variables.map((variable) => ({ ...stored('immutable', variable, words), slot: '' }));
  }
  const references = new Map(contract.runtime?.immutables.map(({ node, holes }) => [node, holes]));
  return stateVariablesOf(basesOf(compilation, contract))
    .filter(({ node }) => node.mutability === 'immutable')
    .map(({ node, contract: declaredIn }) => {
      const type = typeOfVariable(node, compilation.declarations);
      const hole = references.get(node.id)?.[0];
      const value = immutable(readText(node.name), type, code, hole?.start);
      return { kind: 'immutable', declaredIn, namespace: '', slot: '', offset: 0, value };
    });
}

const NO_KEYS: KeysOfStorage = { of: () => [], behind: () => [] };

/** The whole words of the code from the byte `start` on, by their index. */
function wordsFrom(code: Uint8Array, start: number): Map<bigint, bigint> {
  const words = new Map<bigint, bigint>();
  for (let at = start; at + 32 <= code.length; at += 32) words.set(BigInt((at - start) / 32), wordAt(code, at));
  return words;
}

function immutable(name: string, type: SourceType, code: Uint8Array | undefined, at: number | undefined): Decoded {
  const absent = (text: string): Decoded => ({
    name,
    type: type.name,
    kind: 'bytes',
    text,
    length: text.length,
    unknown: true,
  });
  if (code === undefined) return absent('not in the code yet: the contract is being created');
  if (at === undefined || at + 32 > code.length) return absent('not in the code: nothing reads it');
  return valueOfWord(type, code.subarray(at, at + 32), name);
}

/** The contract and its bases, most derived first. */
function basesOf({ declarations }: Compilation, { bases }: SourceContract) {
  return bases.flatMap((base) => declarations.get(base) ?? []);
}
