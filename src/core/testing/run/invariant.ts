/** Invariants: sequences of calls of the targets, after which the invariant must hold, as forge runs them. */

import { selectorOf, signatureOf } from '../../abi/signature';
import { bytesToAddress, hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { Halt } from '../../evm/frames/halt';
import { accountIndex } from '../../evm/state/slots';
import { formatToken } from '../cheats/format-token';
import type { CounterexampleCall, TestResult } from '../result';
import { CALLER, type TestSettings } from '../settings';
import type { Test } from '../suite';
import { calldataOf } from './calldata';
import { Dictionary } from './dictionary';
import { countsOf } from './fuzz';
import { Inputs } from './inputs';
import { shorten } from './shorten-sequence';
import type { SuiteRun, Verdict } from './suite-run';
import { findTargets, type Target, type Targets } from './targets';
import type { TestChain } from './test-chain';

/** A call of a sequence as it is made, and how it is shown. */
type Step = Pick<CounterexampleCall, 'calldata' | 'sender'> & { to: Address; shown: () => CounterexampleCall };
/** `reverted`: it did, which is no failure. `rejected`: what it assumed does not hold. */
type StepEnd = Verdict | 'held' | 'reverted' | 'rejected';

/** Runs an invariant: a sequence that broke it before, new ones, and where one breaks it a shorter one that does so, too. */
export async function runInvariant(
  suite: SuiteRun,
  test: Test,
  chain: TestChain,
  address: Address,
  settings: TestSettings,
): Promise<TestResult> {
  const campaign = new Campaign(suite, test, chain, address, settings);
  return campaign.run();
}

class Campaign {
  private readonly counts = { calls: 0, reverts: 0, rejected: 0 };
  /** State of the cheatcodes when the invariant was last checked. */
  kept: TestChain['kept'];

  constructor(
    private readonly suite: SuiteRun,
    private readonly test: Test,
    private readonly chain: TestChain,
    private readonly address: Address,
    private readonly settings: TestSettings,
  ) {
    this.kept = chain.kept;
  }

  async run(): Promise<TestResult> {
    const { suite, test, chain, address, settings } = this;
    const { runs, depth, maxRejects } = settings.invariant;
    const first = await this.holds(chain);
    if (first.status === 'skipped') return suite.result(test, first, chain);
    if (first.status !== 'passed') return this.unfit(first.reason ?? '');
    const known = suite.host.counterexample?.(suite.suite.id, test.signature)?.map(stepOf(address));
    const again = known && (await this.breaks(known));
    if (known !== undefined && again !== undefined) return this.failure(again, known, 1);
    const targets = await findTargets(suite, chain, address);
    if (targets.functions.length === 0) return this.unfit('No contracts to fuzz.');
    const dictionary = new Dictionary(chain.state);
    const inputs = new Inputs(
      settings.fuzz.seed ?? 1n,
      settings.invariant.dictionaryWeight,
      dictionary,
      suite.literals,
    );
    const own = chain.copied();
    for (let run = 0; run < runs; run++) {
      if (run > 0) own.standAt(chain);
      const steps: Step[] = [];
      let functions = targets.functions;
      for (let done = 0; done < depth; ) {
        const step = makeStep(inputs, functions, targets);
        const accounts = own.state.length;
        const end = await this.take(own, step, isChecked(settings, done), dictionary);
        if (end === 'rejected') {
          if (++this.counts.rejected <= maxRejects) continue;
          const reason = `\`vm.assume\` rejected too many inputs (${maxRejects} allowed)`;
          return suite.result(test, { status: 'failed', reason }, own);
        }
        done++;
        if (end === 'reverted') continue;
        steps.push(step);
        if (typeof end === 'object') return this.broken(end, steps, run);
        functions = [...functions, ...madeBy(own, accounts, targets)];
      }
      const end = await this.afterAll(own);
      if (end !== undefined) return this.broken(end, steps, run);
      dictionary.forget();
    }
    return { ...suite.result(test, { status: 'passed' }, own), counts: this.countsAfter(runs) };
  }

  private unfit(reason: string): TestResult {
    const verdict = { status: 'failed', reason: `failed to set up invariant testing environment: ${reason}` } as const;
    return this.suite.result(this.test, verdict, this.chain);
  }

  /** Makes a call and says how it ended; `isChecked` calls the invariant where the call went well. */
  private async take(own: TestChain, step: Step, isChecked: boolean, dictionary?: Dictionary): Promise<StepEnd> {
    const { suite, address } = this;
    const before = own.block;
    const outcome = await own.call({ from: step.sender, to: step.to, data: hexToBytes(step.calldata) });
    if (suite.isRejection(outcome)) {
      own.block = before;
      return 'rejected';
    }
    const reverted = outcome.halt !== Halt.none;
    this.counts.calls++;
    if (reverted) this.counts.reverts++;
    const failure = await suite.failureOf(own, address, outcome, this.settings);
    if (failure !== undefined || reverted) return failure ?? 'reverted';
    dictionary?.learn(outcome.output);
    for (const { data } of outcome.result?.logs ?? []) dictionary?.learn(data);
    if (!isChecked) return 'held';
    const verdict = await this.holds(own);
    return verdict.status === 'failed' ? verdict : 'held';
  }

  /** Calls the invariant. One that returns a number is a value to make large, and never fails. */
  private async holds(own: TestChain): Promise<Verdict> {
    const verdict = await this.check(own, this.test.signature);
    return verdict.status === 'failed' && this.suite.returnsNumber(this.test.name) ? { status: 'passed' } : verdict;
  }

  private async afterAll(own: TestChain): Promise<Verdict | undefined> {
    if (!this.suite.hasAfterInvariant) return undefined;
    const verdict = await this.check(own, 'afterInvariant()');
    return verdict.status === 'failed' ? verdict : undefined;
  }

  private async check(own: TestChain, signature: string): Promise<Verdict> {
    const trial = own.trial();
    const outcome = await trial.call({ from: CALLER, to: this.address, data: callOf(signature) });
    this.kept = trial.kept;
    return this.suite.judge(trial, this.address, outcome);
  }

  /** Makes the calls of a sequence; a verdict where it breaks the invariant at its end. */
  private async breaks(steps: readonly Step[]): Promise<Verdict | undefined> {
    const again = this.chain.trial();
    for (const [at, step] of steps.entries()) {
      const end = await this.take(again, step, false);
      if (typeof end !== 'object') continue;
      this.kept = again.kept;
      return at === steps.length - 1 ? end : undefined;
    }
    const verdict = await this.holds(again);
    return verdict.status === 'failed' ? verdict : this.afterAll(again);
  }

  private async broken(verdict: Verdict, steps: readonly Step[], runs: number): Promise<TestResult> {
    const counts = { ...this.counts };
    const { shrinkRuns } = this.settings.invariant;
    const shortest = await shorten(steps, async (tried) => (await this.breaks(tried)) !== undefined, shrinkRuns);
    const last = await this.breaks(shortest);
    Object.assign(this.counts, counts);
    return this.failure(last ?? verdict, shortest, runs);
  }

  private failure(verdict: Verdict, steps: readonly Step[], runs: number): TestResult {
    const result = this.suite.result(this.test, verdict, this);
    return { ...result, counts: this.countsAfter(runs), counterexample: steps.map(({ shown }) => shown()) };
  }

  private countsAfter(runs: number): NonNullable<TestResult['counts']> {
    return { ...countsOf([], 0), runs, ...this.counts };
  }
}

const calls = new Map<string, Uint8Array>();

/** Calldata of a function without inputs. */
function callOf(signature: string): Uint8Array {
  const data = calls.get(signature) ?? hexToBytes(selectorOf(signature));
  calls.set(signature, data);
  return data;
}

function isChecked({ invariant: { checkInterval, depth } }: TestSettings, done: number): boolean {
  return done === depth - 1 || (checkInterval > 0 && (done + 1) % checkInterval === 0);
}

function makeStep(inputs: Inputs, functions: readonly Target[], { senders, excludedSenders }: Targets): Step {
  const { address: to, name, entry } = functions[inputs.below(functions.length)];
  const args = inputs.values(entry.inputs);
  const calldata = calldataOf(entry, args);
  let sender = senders.length > 0 ? senders[inputs.below(senders.length)] : (inputs.address() as Address);
  while (excludedSenders.has(sender)) sender = inputs.address() as Address;
  const shown = () => ({
    calldata,
    signature: signatureOf(entry),
    args: args.map((value, at) => formatToken(value, entry.inputs[at])),
    sender,
    target: { address: to, name },
  });
  return { to, calldata, sender, shown };
}

/** Functions of contracts that are there since the state had so many accounts. */
function madeBy({ state }: TestChain, accounts: number, targets: Targets): Target[] {
  const made: Target[] = [];
  for (let account = accountIndex(accounts); account < state.length; account++) {
    const code = state.code[account];
    if (code !== 0) made.push(...targets.made(bytesToAddress(state.addressBytes(account)), state.codes[code].bytes));
  }
  return made;
}

function stepOf(address: Address): (call: CounterexampleCall) => Step {
  return (call) => ({
    to: call.target?.address ?? address,
    calldata: call.calldata as Hex,
    sender: call.sender,
    shown: () => call,
  });
}
