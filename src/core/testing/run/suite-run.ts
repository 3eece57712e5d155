/** Runs the tests of one suite: deployment, `setUp`, and each test on a copy of what that left. */

import { type AbiFunction, decodeAbiParameters } from 'viem';
import { selectorOf, signatureOf } from '../../abi/signature';
import { hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { Halt } from '../../evm/frames/halt';
import { fromBigInt, isZero } from '../../evm/words/words';
import { utf8Text } from '../../text/utf8';
import type { Artefact } from '../artefact';
import { CheatState } from '../cheats/cheat-state';
import { EndpointAnswers } from '../cheats/endpoint-answers';
import { endedAtInvalid, knownErrors, revertReason } from '../cheats/revert-reason';
import { ASSUME, type CheatProject, SKIP, startsWith, VM_ADDRESS } from '../cheats/vm';
import { functionsOf } from '../find-suites';
import type { TestHost } from '../host';
import { settingsOf, wrongConfiguration, wrongTypes } from '../inline-settings';
import type { TestProject } from '../project';
import type { ComparedValues, TestResult } from '../result';
import { CALLER, type TestSettings } from '../settings';
import type { Suite, Test } from '../suite';
import { FACTORY_GAS } from './call-envelope';
import { calldataOf } from './calldata';
import { LIBRARY_DEPLOYER, type Linking, linkLibraries, madeBy } from './link';
import { type Literals, literalsOf } from './literals';
import { type CallOutcome, firstBlock, firstState, TestChain } from './test-chain';

/** What all suites of a project share. */
export type Prepared = { project: TestProject; linking: Linking; errors: CheatProject['errors'] };

/** Prepares a project to run its suites. Linear in its contracts. */
export function prepareProject(project: TestProject): Prepared {
  return {
    project,
    linking: linkLibraries(project.artefacts, project.settings.libraries),
    errors: knownErrors(project.artefacts.map(({ abi }) => abi)),
  };
}

/** How a call of a test came out. */
export type Verdict = { status: TestResult['status'] | 'rejected'; reason?: string };

export type SetUp = {
  chain: TestChain;
  address: Address;
  failed?: TestResult;
  calls: readonly [string, CallOutcome][];
};

/** The slot of `vm` that says that an assertion failed: `failed` as bytes32. */
const FAILED_SLOT = BigInt(`0x${'6661696c6564'.padEnd(64, '0')}`);
const FAILED_CALL = hexToBytes(selectorOf('failed()') as Hex);
const EMPTY = new Uint8Array(0);
/** Errors that may say of an assertion that it failed: `Panic(uint256)`, `Error(string)`, `CheatcodeError(string)`. */
const TEXT_ERRORS = ['0x4e487b71', '0x08c379a0', '0xeeaa9e6f'].map((selector) => hexToBytes(selector as Hex));

export class SuiteRun {
  readonly artefact: Artefact;
  readonly settings: TestSettings;

  constructor(
    private readonly prepared: Prepared,
    readonly suite: Suite,
    readonly host: TestHost,
  ) {
    const artefact = prepared.project.artefacts.find(({ id }) => id === suite.id);
    if (artefact === undefined) throw new Error(`the project has no contract ${suite.id}`);
    this.artefact = artefact;
    this.settings = settingsOf(artefact, undefined, prepared.project.settings);
  }

  get hasAfterInvariant(): boolean {
    return this.functions.some(({ name }) => name === 'afterInvariant');
  }

  /** Literals of the project's sources. */
  get literals(): Literals {
    return literalsOf(this.prepared.project);
  }

  get functions(): AbiFunction[] {
    return functionsOf(this.artefact);
  }

  /** The settings of a test: those of its contract and of its own documentation over those of the project. */
  settingsFor(test: Test): TestSettings {
    return settingsOf(this.artefact, test.signature, this.prepared.project.settings);
  }

  /** The verdict on a test whose documentation gives a setting a value of a wrong type; undefined where none is. */
  misconfigured({ signature }: Test): Verdict | undefined {
    if (!this.artefact.documentation[signature]) return undefined;
    const reason = wrongTypes(this.artefact, signature, this.prepared.project.settings);
    return reason === undefined ? undefined : { status: 'failed', reason };
  }

  /** Deploys the contract and calls its `setUp`. `isRecorded` keeps both calls. */
  async setUp(settings = this.settings, isRecorded = false): Promise<SetUp> {
    const { linking } = this.prepared;
    const { sender, initialBalance } = settings;
    const kept = new CheatState(settings.fuzz.seed ?? 0n);
    for (const [name, value] of Object.entries(this.host.environment ?? {})) kept.environment.set(name, value);
    const project = this.cheatProject(settings);
    const chain = new TestChain(project, this.host, firstState(settings), firstBlock(settings), kept);
    chain.payGas(LIBRARY_DEPLOYER, BigInt(FACTORY_GAS), FACTORY_GAS, kept);
    chain.setBalance(LIBRARY_DEPLOYER, (1n << 256n) - 1n);
    const calls: [string, CallOutcome][] = [];
    const reason = wrongConfiguration(this.artefact, settings);
    if (reason !== undefined) {
      const failed = this.result(setUpCall('setUp()'), { status: 'failed', reason }, chain);
      return { chain, address: sender, calls, failed };
    }
    for (const code of linking.deployments) {
      const outcome = await chain.call({ from: LIBRARY_DEPLOYER, to: undefined, data: code });
      if (outcome.halt !== Halt.none)
        return {
          chain,
          address: sender,
          calls,
          failed: this.failure(outcome.result ? 'constructor()' : 'setUp()', outcome, chain),
        };
    }
    const address = madeBy(sender, chain.nonceOf(sender));
    chain.setBalance(address, initialBalance);
    const code = linking.link(this.artefact.creation);
    if (code === undefined) throw new Error(`${this.suite.id} links a library that the project does not have`);
    const deployed = await chain.call({ from: sender, to: undefined, data: code }, isRecorded);
    calls.push(['deployment', deployed]);
    if (deployed.halt !== Halt.none)
      return {
        chain,
        address,
        calls,
        failed: this.failure(deployed.result ? 'constructor()' : 'setUp()', deployed, chain),
      };
    for (const account of [sender, CALLER, LIBRARY_DEPLOYER]) chain.setBalance(account, initialBalance);
    const setUp = this.functions.find(({ name, inputs }) => name.toLowerCase() === 'setup' && inputs.length === 0);
    if (setUp === undefined) return { chain, address, calls };
    const data = hexToBytes(selectorOf(signatureOf(setUp)));
    const outcome = await chain.call({ from: CALLER, to: address, data }, isRecorded);
    calls.push(['setUp', outcome]);
    const verdict = await this.judge(chain, address, outcome);
    if (verdict.status === 'passed') return { chain, address, calls };
    const told = resultOf(verdict);
    if (told.status === 'skipped' && told.reason !== undefined) told.reason = `skipped: ${told.reason}`;
    return { chain, address, calls, failed: { ...this.failure('setUp()', outcome, chain), ...told } };
  }

  /** Calls what `beforeTestSetup` asks for; a verdict where that fails. With `record`, the calls are recorded and handed to it. */
  async prepare(
    chain: TestChain,
    address: Address,
    test: Test,
    record?: (outcome: CallOutcome) => void,
  ): Promise<Verdict | undefined> {
    const before = this.functions.find(({ name }) => name.toLowerCase() === 'beforetestsetup');
    if (before === undefined) return undefined;
    const selector = selectorOf(test.signature);
    const data = calldataOf(before, [selector]);
    const asked = await chain.trial().call({ from: CALLER, to: address, data: hexToBytes(data) });
    if (asked.halt !== Halt.none) return undefined;
    const [calls] = decodeAbiParameters([{ type: 'bytes[]' }], asked.output);
    for (const calldata of calls as readonly Hex[]) {
      const call = { from: this.settings.sender, to: address, data: hexToBytes(calldata) };
      const outcome = await chain.call(call, record !== undefined);
      record?.(outcome);
      if (outcome.halt !== Halt.none) return { status: 'failed', reason: this.reasonOf(outcome) };
    }
    return undefined;
  }

  /** Says how a call of the test's contract came out. */
  async judge(chain: TestChain, address: Address, outcome: CallOutcome, mustFail = false): Promise<Verdict> {
    const { halt, output } = outcome;
    if (halt !== Halt.none && startsWith(output, SKIP)) {
      const reason = utf8Text(output.subarray(SKIP.length));
      return { status: 'skipped', ...(reason !== '' && { reason }) };
    }
    if (this.isRejection(outcome)) return { status: 'rejected' };
    const failed = halt !== Halt.none || outcome.problem !== undefined || (await this.hasFailed(chain, address));
    if (failed === mustFail) return { status: 'passed' };
    return mustFail
      ? { status: 'failed', reason: 'It had to fail.' }
      : { status: 'failed', ...(halt === Halt.none ? {} : { reason: this.reasonOf(outcome) }) };
  }

  /** Whether the call ended because something that it assumed does not hold. */
  isRejection({ halt, output }: CallOutcome): boolean {
    return halt !== Halt.none && startsWith(output, ASSUME);
  }

  /** Whether the call ended at an assertion: `assert`, one of `vm` or of a library that says so. */
  private failedAssertion(outcome: CallOutcome): boolean {
    const { halt, output } = outcome;
    if (endedAtInvalid(halt, outcome.result?.haltDetail)) return true;
    const isText = TEXT_ERRORS.some((selector) => startsWith(output, selector));
    return isText && this.reasonOf(outcome).includes('assertion failed');
  }

  /** The verdict on a call of an invariant's sequence that fails by itself; undefined where it does not. */
  async failureOf(
    chain: TestChain,
    address: Address,
    outcome: CallOutcome,
    { invariant }: TestSettings,
  ): Promise<Verdict | undefined> {
    const reverted = outcome.halt !== Halt.none;
    if (reverted && !this.failedAssertion(outcome) && !invariant.failOnRevert) return undefined;
    if (reverted) return { status: 'failed', reason: this.reasonOf(outcome) };
    return (await this.hasFailed(chain, address)) ? { status: 'failed', reason: 'assertion failed' } : undefined;
  }

  /** Whether a function of the contract returns an int256 alone. */
  returnsNumber(name: string): boolean {
    const entry = this.functions.find((one) => one.name === name);
    return entry?.outputs.length === 1 && entry.outputs[0].type === 'int256';
  }

  /** Whether an assertion noted a failure without a revert. */
  async hasFailed(chain: TestChain, address: Address): Promise<boolean> {
    const { state } = chain;
    const word = new Uint32Array(8);
    fromBigInt(FAILED_SLOT, word, 0);
    const slot = state.slots.indexOf(state.indexOfAddress(hexToBytes(VM_ADDRESS)), word, 0);
    if (!isZero(state.slots.current, slot << 3) || chain.kept.hasFailed) return true;
    if (!chain.project.settings.legacyAssertions) return false;
    const asked = await chain.trial().call({ from: CALLER, to: address, data: FAILED_CALL });
    return asked.halt === Halt.none && asked.output.some((byte) => byte !== 0);
  }

  reasonOf({ output, halt, problem, result }: CallOutcome): string {
    return problem ?? revertReason(output, halt, this.prepared.errors, result?.haltDetail);
  }

  /** The result of a test by the verdict on its call. */
  result(test: Test, verdict: Verdict, { kept }: Pick<TestChain, 'kept'>, gas = 0): TestResult {
    return {
      signature: test.signature,
      kind: test.kind,
      ...resultOf(verdict),
      gas,
      console: kept.console,
      labels: Object.fromEntries(kept.labels) as TestResult['labels'],
      duration: 0,
      ...(kept.unsupported !== undefined && verdict.status === 'failed' && { unsupported: kept.unsupported }),
    };
  }

  private failure(signature: string, outcome: CallOutcome, chain: TestChain): TestResult {
    return this.result(setUpCall(signature), { status: 'failed', reason: this.reasonOf(outcome) }, chain);
  }

  private cheatProject(settings: TestSettings): CheatProject {
    const { project, linking, errors } = this.prepared;
    return {
      settings,
      artefacts: project.artefacts,
      errors,
      root: this.host.root ?? '/project',
      linked: ({ creation }) => (creation.hex === '' ? EMPTY : linking.link(creation)),
      files: new Map(),
      answers: this.host.ask && new EndpointAnswers(),
      endpoints: this.host.endpoints ?? [],
      trustsConfiguration: this.host.trustsConfiguration === true,
      canRead: this.host.readFile !== undefined,
      startProcess: this.host.startProcess,
      suiteFile: this.suite.file,
      suiteName: this.suite.name,
    };
  }
}

/** What a result of a suite that cannot be set up is of. */
function setUpCall(signature: string): Test {
  return { signature, name: signature, kind: 'unit', inputs: [], mustFail: false, line: undefined };
}

/** Returns the fields of a verdict that a result states. */
function resultOf({ status, reason }: Verdict): Pick<TestResult, 'status'> & Partial<TestResult> {
  const compared = reason === undefined ? undefined : comparedIn(reason);
  return {
    // A unit test whose assumption does not hold has not run at all.
    status: status === 'rejected' ? 'failed' : status,
    ...(status === 'rejected'
      ? { reason: 'vm.assume: the assumption does not hold' }
      : reason !== undefined && { reason }),
    ...(compared && { compared }),
  };
}

/** The two values of an assertion in its message. */
function comparedIn(reason: string): ComparedValues | undefined {
  const found = /: (.*?) (!=|==|<=|>=|<|>|!~=) (.*?)(?: \(max delta: .*)?$/s.exec(reason);
  return found === null ? undefined : { left: found[1], operator: found[2], right: found[3] };
}
