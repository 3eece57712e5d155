/**
 * A verified replay of one transaction, and what it answers: which accounts
 * and slots it reached, its steps. Loaded with the interpreter.
 */

import { bytesToAddress } from '../../../core/chain/hex';
import type { Block, Transaction } from '../../../core/chain/transaction';
import { Fork } from '../../../core/evm/rules/forks';
import type { Witness } from '../../../core/evm/state/witness';
import type { TransactionResult } from '../../../core/evm/transaction/transaction-result';
import type { PaidFees, paidFees } from '../../../core/replay/paid-fees';
import type { Replay } from '../../../core/replay/replay';
import type { Trace } from '../../../core/trace/rows';
import type { SelfdestructEnds } from '../../../core/trace/transfers';
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import type { KnownState } from '../../../net/state-source';
import type { AccessLists, AuthorizationOutcome, Verification } from '../steps.api';
import type { VerifiedReplay } from './replay-job';

type FindAccessLists = (of: Replayed, signal: AbortSignal) => Promise<Result<AccessLists, Failure>>;

export class Replayed {
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

  /** Found once, by `find`, which is loaded when it is asked; executes the transaction a second time. */
  accessLists(find: FindAccessLists): Promise<Result<AccessLists, Failure>> {
    this.lists ??= find(this, this.signal);
    return this.lists;
  }

  /** Which contracts a SELFDESTRUCT ends, by the rules of the block. */
  selfdestructEnds(): SelfdestructEnds {
    const { fork } = this.replay.execution.block;
    return fork < Fork.cancun ? 'all' : fork < Fork.amsterdam ? 'created' : 'none';
  }
}
