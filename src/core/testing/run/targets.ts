/**
 * Contracts, functions and senders that the calls of an invariant are made of, as its test contract asks for them:
 * `targetContracts`, `targetSelectors`, `targetArtifacts`, `targetArtifactSelectors`, `targetInterfaces`,
 * `targetSenders`, and the same with `exclude`; else all contracts that `setUp` made.
 */

import { type AbiFunction, type AbiParameter, decodeAbiParameters } from 'viem';
import { selectorOf, signatureOf } from '../../abi/signature';
import { bytesToAddress, hexToBytes } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import { Halt } from '../../evm/frames/halt';
import { accountIndex } from '../../evm/state/slots';
import type { Artefact } from '../artefact';
import { VM_ADDRESS } from '../cheats/vm';
import { contractOfCode } from '../contract-of-code';
import { functionsOf } from '../find-suites';
import { CALLER, CREATE2_DEPLOYER } from '../settings';
import type { SuiteRun } from './suite-run';
import type { TestChain } from './test-chain';

export type Target = { address: Address; name: string; entry: AbiFunction };

export type Targets = {
  functions: readonly Target[];
  /** Accounts that may call; anybody where it is empty. */
  senders: readonly Address[];
  excludedSenders: ReadonlySet<string>;
  /** Returns the functions of a contract that a call made; none where the test chose its contracts. */
  made(address: Address, code: Uint8Array): readonly Target[];
};

const CONSOLE = '0x000000000000000000636f6e736f6c652e6c6f67' as Address;
const PRECOMPILES = 10;
const SELECTORS: AbiParameter = {
  type: 'tuple[]',
  components: [{ type: 'address' }, { type: 'bytes4[]' }],
} as AbiParameter;
const NAMED_SELECTORS: AbiParameter = {
  type: 'tuple[]',
  components: [{ type: 'string' }, { type: 'bytes4[]' }],
} as AbiParameter;
const INTERFACES: AbiParameter = {
  type: 'tuple[]',
  components: [{ type: 'address' }, { type: 'string[]' }],
} as AbiParameter;
/** Functions of a test contract that are no targets, though it is one itself. */
const RESERVED =
  /^(setup|test|invariant|statefulfuzz|table|fixture|afterinvariant|beforetestsetup|target(contracts|senders|selectors|interfaces|artifacts|artifactselectors)|exclude(contracts|senders|selectors|artifacts))/i;

type Chosen = { artefact: Artefact; only: Set<string>; without: Set<string>; functions: readonly AbiFunction[] };

/** Finds the targets. The functions are empty where there is nothing to call. */
export async function findTargets(suite: SuiteRun, chain: TestChain, address: Address): Promise<Targets> {
  const ask = async (name: string, parameter: AbiParameter): Promise<readonly unknown[]> => {
    if (!suite.functions.some((one) => one.name === name)) return [];
    const data = hexToBytes(selectorOf(`${name}()`));
    const { halt, output } = await chain.trial().call({ from: CALLER, to: address, data });
    return halt === Halt.none ? (decodeAbiParameters([parameter], output)[0] as readonly unknown[]) : [];
  };
  const addresses = async (name: string) =>
    (await ask(name, { type: 'address[]' })).map((one) => String(one).toLowerCase() as Address);
  const pairs = async (name: string, parameter: AbiParameter) =>
    (await ask(name, parameter)) as readonly (readonly [string, readonly string[]])[];
  const texts = async (name: string) => (await ask(name, { type: 'string[]' })) as readonly string[];

  const { artefacts } = chain.project;
  const named = await addresses('targetContracts');
  const excluded = new Set<string>(await addresses('excludeContracts'));
  const isMeant = (artefact: Artefact, text: string) => artefact.name === text || artefact.id === text;
  const artefactSelectors = await pairs('targetArtifactSelectors', NAMED_SELECTORS);
  const targetArtefacts = [...artefactSelectors.map(([text]) => text), ...(await texts('targetArtifacts'))];
  const excludedArtefacts = await texts('excludeArtifacts');
  const isWanted = (artefact: Artefact) =>
    changing(artefact).length > 0 &&
    (targetArtefacts.length === 0 || targetArtefacts.some((text) => isMeant(artefact, text))) &&
    !excludedArtefacts.some((text) => isMeant(artefact, text));

  const there = contractsOf(chain, suite, address);
  const chosen = new Map<Address, Chosen>();
  const choose = (at: Address, artefact: Artefact): Chosen => {
    const known = chosen.get(at) ?? { artefact, only: new Set(), without: new Set(), functions: functionsOf(artefact) };
    chosen.set(at, known);
    return known;
  };
  for (const [at, artefact] of there) {
    if (at === address) {
      if (named.includes(at)) choose(at, artefact);
    } else if ((named.length === 0 || named.includes(at)) && !excluded.has(at) && isWanted(artefact))
      choose(at, artefact);
  }
  for (const [at, names] of await pairs('targetInterfaces', INTERFACES)) {
    const meant = names.flatMap((text) => artefacts.find((artefact) => isMeant(artefact, text)) ?? []);
    const [first] = meant;
    if (first === undefined) continue;
    const where = at.toLowerCase() as Address;
    const others = chosen.get(where)?.functions ?? [];
    chosen.set(where, { ...choose(where, first), functions: [...others, ...meant.flatMap(functionsOf)] });
  }
  for (const [text, selectors] of artefactSelectors)
    for (const [at, artefact] of there)
      if (isMeant(artefact, text)) for (const selector of selectors) choose(at, artefact).only.add(selector);
  for (const [name, list] of [
    ['targetSelectors', 'only'],
    ['excludeSelectors', 'without'],
  ] as const)
    for (const [at, selectors] of await pairs(name, SELECTORS)) {
      const where = at.toLowerCase() as Address;
      const artefact = there.get(where);
      if (artefact !== undefined) for (const selector of selectors) choose(where, artefact)[list].add(selector);
    }
  const senders = await addresses('targetSenders');
  const excludedSenders = new Set<string>([
    ...(await addresses('excludeSenders')),
    VM_ADDRESS,
    CONSOLE,
    CREATE2_DEPLOYER,
    ...Array.from({ length: PRECOMPILES + 1 }, (_, at) => `0x${at.toString(16).padStart(40, '0')}`),
  ]);
  return {
    functions: [...chosen]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([at, one]) => targetsOf(at, one, at === address)),
    senders: senders.filter((one) => !excludedSenders.has(one)),
    excludedSenders,
    made(at, code) {
      if (named.length > 0 || there.has(at)) return [];
      const artefact = contractOfCode(artefacts, code);
      if (artefact === undefined || !isWanted(artefact)) return [];
      const functions = functionsOf(artefact);
      return targetsOf(at, { artefact, only: new Set(), without: new Set(), functions }, false);
    },
  };
}

function targetsOf(address: Address, { artefact, only, without, functions }: Chosen, isTest: boolean): Target[] {
  const name = artefact.name;
  const wanted = functions.filter((entry) => {
    const selector = selectorOf(signatureOf(entry));
    if (only.size > 0) return only.has(selector);
    return changes(entry) && !without.has(selector) && !(isTest && isReserved(entry));
  });
  return wanted.map((entry) => ({ address, name, entry }));
}

function isReserved({ name }: AbiFunction): boolean {
  return RESERVED.test(name) || name === 'failed' || name === 'IS_TEST';
}

function changing(artefact: Artefact): AbiFunction[] {
  return functionsOf(artefact).filter(changes);
}

function changes({ stateMutability }: AbiFunction): boolean {
  return stateMutability === 'nonpayable' || stateMutability === 'payable';
}

/** The contracts of the project that are deployed, by address. */
function contractsOf(chain: TestChain, suite: SuiteRun, address: Address): Map<Address, Artefact> {
  const { state, project } = chain;
  const found = new Map<Address, Artefact>();
  for (let account = accountIndex(0); account < state.length; account++) {
    if (state.code[account] === 0) continue;
    const at = bytesToAddress(state.addressBytes(account));
    if (at === VM_ADDRESS || at === CONSOLE || at === CREATE2_DEPLOYER) continue;
    const artefact =
      at === address ? suite.artefact : contractOfCode(project.artefacts, state.codes[state.code[account]].bytes);
    if (artefact !== undefined) found.set(at, artefact);
  }
  return found;
}
