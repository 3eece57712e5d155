/**
 * Fees that a contract takes before a transaction is executed and shares out
 * after it (CIP-64 of Celo). Its calls are the protocol's: they pay for no gas
 * and are no frames of the transaction, but what they reached stays warm, what
 * they changed stays where the transaction fails, and their events are in the
 * receipt, before and behind those of the transaction.
 */
import type { BlockEnvironment, FeePayer } from '../environment';
import type { ContractCall, FeeContract, FeeTerms } from '../families/protocol';
import { Halt } from '../frames/halt';
import type { LogEntry, Machine } from '../machine';
import { EMPTY_WATCHER, type Watcher } from '../recording/watcher';
import { runMachine, Stop } from '../run';
import type { State } from '../state/state';
import { protocolCall } from './system-calls';

/** Steps that the calls may take: their gas bounds them. */
const BUDGET = Number.MAX_SAFE_INTEGER / 2;

type Outcome = { success: boolean; output: Uint8Array; gas: number; logs: readonly LogEntry[] };

export class ContractFees implements FeePayer {
  /** Events of taking and of sharing out. */
  before: readonly LogEntry[] = [];
  after: readonly LogEntry[] = [];
  private readonly answers: (Uint8Array | undefined)[] = [];
  private terms: FeeTerms | string | undefined;
  private readonly snapshot: number;
  private taking: number | undefined;
  private machine: Machine | undefined;
  private readonly block: BlockEnvironment;
  private readonly watcher: Watcher | undefined;

  /** The transaction has begun in `state`. */
  constructor(
    private readonly state: State,
    { interceptor: _, ...block }: BlockEnvironment,
    private readonly contract: FeeContract,
    watcher: Watcher | undefined,
  ) {
    this.block = block;
    this.snapshot = state.snapshot();
    // Accounts and the keys of mappings are told; steps are not those of the transaction.
    this.watcher = watcher && {
      ...EMPTY_WATCHER,
      account: (account) => watcher.account(account),
      keccak: (...hashed) => watcher.keccak(...hashed),
    };
  }

  get baseFee(): bigint | undefined {
    return typeof this.terms === 'object' ? this.terms.baseFee : undefined;
  }

  /** Returns what the transaction pays, a sentence where it cannot, and undefined where state is missing. */
  ask(): FeeTerms | string | undefined {
    const { questions } = this.contract;
    while (this.answers.length < questions.length) {
      const answer = this.call(questions[this.answers.length] as ContractCall);
      if (answer === undefined) return undefined;
      this.state.revertTo(this.snapshot);
      this.answers.push(answer.success ? answer.output : undefined);
    }
    this.terms ??= this.contract.terms(this.answers);
    return this.terms;
  }

  /** Does as `ask`, and takes the fees. */
  take(): FeeTerms | string | undefined {
    const terms = this.ask();
    if (terms === undefined || typeof terms === 'string') return terms;
    const taken = this.call(terms.take);
    if (taken === undefined) return undefined;
    if (!taken.success) this.terms = 'the fee currency contract does not take the fees';
    this.before = taken.logs;
    this.taking = taken.gas;
    return this.terms;
  }

  /** Ends what came before the execution; what was taken is given back where the transaction turned out to be in no block. */
  taken(isValid: boolean): void {
    const { state, terms } = this;
    if (!isValid) state.revertTo(this.snapshot);
    else if (typeof terms === 'object') state.warmAccount(state.indexOfAddress(terms.take.to));
    state.transient.clear();
  }

  /** Shares out what was taken; false where state is missing. */
  share(gasUsed: bigint): boolean {
    if (this.terms === undefined || typeof this.terms === 'string') return true;
    const shared = this.call(this.terms.share(gasUsed, this.taking ?? 0));
    if (shared === undefined) return false;
    this.after = shared.logs;
    return true;
  }

  /** Undefined where state is missing: the call goes on when it is asked for again. */
  private call(call: ContractCall): Outcome | undefined {
    const { state, block } = this;
    if (this.machine === undefined) {
      if (!state.requireAccount(state.indexOfAddress(call.to))) return undefined;
      this.machine = protocolCall(state, block, call, this.watcher);
    }
    const { machine } = this;
    if (runMachine(machine, BUDGET) === Stop.missing) return undefined;
    this.machine = undefined;
    const { halt, output, logs, gasLeft } = machine;
    return { success: halt === Halt.none, output, logs, gas: call.gas - Number(gasLeft) };
  }
}
