/** The state of a chain in the middle of a block: transactions executed on what its endpoint states, once for all tests that stand there. */

import { bytesToAddress } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import type { BlockEnvironment } from '../../evm/environment';
import type { FrameKind } from '../../evm/frames/frame';
import { GivenUp } from '../../evm/given-up';
import { type Following, predictReads } from '../../evm/predict-reads';
import { EMPTY_WATCHER, type Watcher } from '../../evm/recording/watcher';
import { Stop } from '../../evm/run';
import { AccountFlag } from '../../evm/state/account-table';
import type { MissingState, State } from '../../evm/state/state';
import { Execution } from '../../evm/transaction/execution';
import type { TransactionInput } from '../../evm/transaction/transaction-input';
import { fromBytes, LIMBS, type Limbs, toBigInt, wordBytes } from '../../evm/words/words';
import { assert } from '../../values/assert';
import { CheatError } from './cheat-error';
import { type EndpointAnswers, Unanswered } from './endpoint-answers';
import { type ChainPlace, questionsOf, supplyAnswered } from './supply-answered';

/** Steps between two moments in which others get the thread. */
const STEPS_PER_SLICE = 250_000;
const word = new Uint32Array(LIMBS);

/** A call of an executed transaction, or the transaction itself. */
export type SeenCall = { kind: FrameKind; target: Address; value: Limbs; gas: number; input: Uint8Array };
export type SeenLog = { address: Address; topics: readonly bigint[]; data: Uint8Array };

export class ForkedState {
  /** Calls and events of what was executed, those of frames that failed, too; empty where nobody listens. */
  readonly calls: SeenCall[] = [];
  readonly logs: SeenLog[] = [];
  private readonly hashes = new Map<bigint, Uint8Array>();
  private readonly block: BlockEnvironment;
  private done = 0;
  private execution: Execution | undefined;

  constructor(
    readonly name: string,
    private readonly place: ChainPlace,
    private readonly state: State,
    block: Omit<BlockEnvironment, 'blockHash'>,
    private readonly transactions: readonly TransactionInput[],
    private readonly listens: boolean,
  ) {
    this.block = { ...block, blockHash: (number) => this.hashes.get(BigInt(number)) };
  }

  /** Executes what is left. Throws `Unanswered` where it is to be called again, and a `CheatError` where a transaction is not valid. */
  finish(answers: EndpointAnswers): void {
    for (; this.done < this.transactions.length; this.done++) {
      this.execution ??= this.begun(this.transactions[this.done]);
      const { execution } = this;
      for (let stop = run(execution); stop !== Stop.done; stop = run(execution)) {
        if (stop === Stop.budget) throw new Unanswered([]);
        this.supply(answers, execution);
      }
      if (execution.invalid !== undefined)
        throw new CheatError(
          `backend: failed committing transaction: transaction validation error: ${execution.invalid}`,
        );
      this.execution = undefined;
    }
  }

  /** A copy of the state, to go on from. */
  copied(): State {
    return this.state.copied();
  }

  /** Supplies another state with what is known here; false where it is not. */
  supplyInto(state: State, missing: MissingState): boolean {
    if (missing.kind === 'blockHash') return false;
    const { state: own } = this;
    const account = own.indexOfAddress(missing.address);
    if (!own.isKnown(account)) return false;
    if (missing.kind === 'account') {
      const at = account * LIMBS;
      const balance = own.balance.slice(at, at + LIMBS);
      const code = own.codes[own.code[account]].bytes;
      const given = { balance, nonce: own.nonce[account], code, exists: own.exists(account) };
      state.supplyAccount(missing.address, given, (own.flags[account] & AccountFlag.storageComplete) !== 0);
      return true;
    }
    fromBytes(missing.key, 0, 32, word, 0);
    const slot = own.slots.indexOf(account, word, 0);
    if (!own.requireSlot(slot)) return false;
    const value = wordBytes(own.slots.current, slot);
    state.supplySlot(state.indexOfAddress(missing.address), missing.key, value);
    return true;
  }

  private begun(transaction: TransactionInput): Execution {
    return new Execution(this.state, this.block, transaction, this.listens ? this.listener() : undefined);
  }

  private supply(answers: EndpointAnswers, execution: Execution): void {
    const { missing } = this.state;
    assert(missing && missing.kind !== 'library', 'libraries are loaded before');
    const needed = answers.openOf(questionsOf(this.place, missing));
    if (needed.length > 0) throw new Unanswered([...needed, ...this.ahead(answers, execution)]);
    supplyAnswered(this.state, missing, this.place, answers, this.hashes);
  }

  /** What this transaction and those after it will probably ask for. */
  private ahead(answers: EndpointAnswers, { machine }: Execution) {
    const from = machine === undefined ? this.done : this.done + 1;
    const following = this.transactions
      .slice(from)
      .map((transaction): Following => ({ block: this.block, transaction, unchecked: true }));
    const reads = predictReads(this.state, machine, following);
    return answers.openOf(reads.flatMap((read) => questionsOf(this.place, read)));
  }

  private listener(): Watcher {
    const { state } = this;
    const addressOf = (account: Parameters<State['addressBytes']>[0]) => bytesToAddress(state.addressBytes(account));
    return {
      ...EMPTY_WATCHER,
      enter: ({ kind, to, value = new Uint32Array(LIMBS), gas, input }) => {
        this.calls.push({ kind, target: addressOf(to), value: value.slice(), gas, input: input.slice() });
        return 0;
      },
      log: (address, topics, topicCount, data) => {
        const words = Array.from({ length: topicCount }, (_, at) => toBigInt(topics, at * LIMBS));
        this.logs.push({ address: addressOf(address), topics: words, data: data.slice() });
      },
    };
  }
}

function run(execution: Execution): Stop {
  try {
    return execution.run(STEPS_PER_SLICE);
  } catch (error) {
    if (error instanceof GivenUp) throw new CheatError(error.message);
    throw error;
  }
}
