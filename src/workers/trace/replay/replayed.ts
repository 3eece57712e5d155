/**
 * A verified replay of one transaction, and what it answers: what changed,
 * which accounts and slots it reached, its steps. Loaded with the interpreter.
 */

import { bytesToAddress } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import type { AccessListEntry, Block, Transaction } from '../../../core/chain/transaction';
import { Fork } from '../../../core/evm/rules/forks';
import type { Witness } from '../../../core/evm/state/witness';
import { toAccessList } from '../../../core/evm/transaction/chain-input';
import { Execution } from '../../../core/evm/transaction/execution';
import type { TransactionResult } from '../../../core/evm/transaction/transaction-result';
import { suggestAccessLists } from '../../../core/replay/access-lists';
import type { PaidFees, paidFees } from '../../../core/replay/paid-fees';
import type { Replay } from '../../../core/replay/replay';
import { toStateDiff } from '../../../core/replay/state-diff';
import { RowFlag, RowKind, type Trace } from '../../../core/trace/rows';
import type { SelfdestructEnds } from '../../../core/trace/transfers';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { KnownState } from '../../../net/state-source';
import type { AccessLists, AuthorizationOutcome, StateDiff, Verification } from '../steps.api';
import type { VerifiedReplay } from './replay-job';
import { keptState } from './replay-state';
import { runToEnd } from './run-to-end';

export class Replayed {
  private diff: StateDiff | undefined;
  private paid: PaidFees | undefined;
  private lists: Promise<Result<AccessLists, Failure>> | undefined;

  constructor(
    readonly replay: Replay,
    readonly trace: Trace,
    readonly transaction: Transaction,
    readonly block: Block,
    /** Absent where there is no receipt to compare with. */
    readonly verification: Verification | undefined,
    readonly witness: Witness,
    /** Aborted when the trace is closed. */
    private readonly signal: AbortSignal,
    private read: VerifiedReplay['read'] = async () => 'It was not executed on the state of a block.',
  ) {}

  /** What was read of the state after the block before, or why that is not known; answered once, since it may be large. */
  takeRead(signal: AbortSignal): Promise<KnownState | string> {
    const read = this.read(signal);
    this.read = async () => 'It was taken before.';
    return read;
  }

  /** Computed once. Linear in the accounts and slots touched and in the rows. */
  stateDiff(): StateDiff {
    if (this.diff === undefined) {
      const { coinbase } = this.replay.execution.block;
      const { pre, post } = toStateDiff(this.replay.touched(), this.destructed());
      this.diff = { pre, post, coinbase: bytesToAddress(coinbase) };
    }
    return this.diff;
  }

  /** What was paid beside what was moved, by `compute`, which is loaded when it is asked. Computed once; linear in the rows. */
  paidFees(compute: typeof paidFees): PaidFees {
    const result = this.replay.result as TransactionResult;
    this.paid ??= compute(this.replay, this.trace, result, this.selfdestructEnds());
    return this.paid;
  }

  /** What each authorisation came to, in the order of the transaction's list. */
  authorizations(): AuthorizationOutcome[] {
    const { authorizations, state } = this.replay.execution;
    return authorizations.map(({ authority, refusal }) => ({
      ...(authority === undefined ? {} : { authority: bytesToAddress(state.addressBytes(authority)) }),
      ...(refusal === undefined ? {} : { refusal }),
    }));
  }

  /** Computed once, in slices; executes the transaction a second time. */
  accessLists(): Promise<Result<AccessLists, Failure>> {
    this.lists ??= this.findAccessLists(this.signal);
    return this.lists;
  }

  private async findAccessLists(signal: AbortSignal): Promise<Result<AccessLists, Failure>> {
    const { replay, transaction } = this;
    if (replay.execution.block.fork < Fork.berlin)
      return fail(
        failure('unsupported', 'There were no access lists yet: they came with the Berlin upgrade (EIP-2930).'),
      );
    const { used, worthwhile } = suggestAccessLists(replay, this.created());
    const given = transaction.accessList ?? [];
    const result = replay.result as TransactionResult;
    const lists = { given, used, recommended: [], gasUsed: result.gasUsed, gasUsedRecommended: result.gasUsed };
    if (worthwhile.length === 0) return ok(lists);
    const again = await this.executeWith(worthwhile, signal);
    // Code may look at the gas that is left and do something else then.
    const same = again?.success === result.success && again.logs.length === result.logs.length;
    if (!same || again.gasUsed >= result.gasUsed) return ok(lists);
    return ok({ ...lists, recommended: worthwhile, gasUsedRecommended: again.gasUsed });
  }

  /** How it comes out with another access list; undefined when it would not be valid. */
  private async executeWith(
    accessList: readonly AccessListEntry[],
    signal: AbortSignal,
  ): Promise<TransactionResult | undefined> {
    const source = keptState(this.witness);
    const { block, transaction, unchecked } = this.replay.execution;
    const input = { ...transaction, accessList: toAccessList(accessList) };
    const execution = new Execution(source.state, block, input, undefined, unchecked);
    await runToEnd(execution, source, signal);
    return execution.result;
  }

  private created(): Set<Address> {
    const { rows, addresses } = this.trace;
    const created = new Set<Address>();
    for (let row = 0; row < rows.length; row++) {
      const kind = rows.kind[row];
      if ((kind === RowKind.create || kind === RowKind.create2) && rows.to[row] >= 0)
        created.add(addresses[rows.to[row]]);
    }
    return created;
  }

  /** Which contracts a SELFDESTRUCT ends, by the rules of the block. */
  selfdestructEnds(): SelfdestructEnds {
    const { fork } = this.replay.execution.block;
    return fork < Fork.cancun ? 'all' : fork < Fork.amsterdam ? 'created' : 'none';
  }

  /** Accounts that a SELFDESTRUCT ended. */
  private destructed(): Set<Address> {
    const { rows, addresses } = this.trace;
    const created = this.created();
    const gone = new Set<Address>();
    for (let row = 0; row < rows.length; row++) {
      if (rows.kind[row] !== RowKind.selfdestruct || (rows.flags[row] & RowFlag.undone) !== 0) continue;
      const address = addresses[rows.from[row]];
      // EIP-6780
      if (this.replay.execution.block.fork < Fork.cancun || created.has(address)) gone.add(address);
    }
    return gone;
  }
}
