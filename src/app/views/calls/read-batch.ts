/** Calls of one screen, made in one request. */
import type { NetworkId } from '../../../core/chain/primitives';
import type { AccountOverrides } from '../../../core/simulation/overlay';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { ContractAnswer, ContractCall } from '../../../workers/chain/chain.api';
import type { Workers } from '../../../workers/client';
import { stoppedFailure } from '../../stopped-failure';
import { newJobId } from '../../use-question';

/** What one call of a batch returned, and the block it was made on. */
export type BatchedAnswer = Result<{ answer: ContractAnswer; blockNumber: number }, Failure>;

/** What calls are made on: a block, and what its accounts hold otherwise for the calls. */
export type CallGround = { at: number | 'latest'; accounts: AccountOverrides | undefined };

/** Makes a call together with those that are asked for at the same time; returns a function that stops waiting for it. */
export type ReadBatch = (call: ContractCall, on: CallGround, settle: (answer: BatchedAnswer) => void) => () => void;

type Waiting = { call: ContractCall; settle: (answer: BatchedAnswer) => void; isWanted: boolean };

/**
 * Milliseconds that calls are collected for. Every function that opens is
 * encoded by the worker in a message of its own, so the calls of a screen are
 * ready within a few milliseconds of each other, never in one turn.
 */
const COLLECTED = 15;

export function createReadBatch({ chain }: Pick<Workers, 'chain'>, networkId: NetworkId): ReadBatch {
  let open: { on: CallGround; waiting: Waiting[] }[] = [];

  function send({ on, waiting }: (typeof open)[number]): void {
    open = open.filter((each) => each.waiting !== waiting);
    const batch = waiting.filter(({ isWanted }) => isWanted);
    if (batch.length === 0) return;
    const calls = batch.map(({ call }) => call);
    chain.callContracts(newJobId(), networkId, calls, on.at, on.accounts).then(
      (answers) => {
        batch.forEach(({ settle, isWanted }, index) => {
          if (isWanted) settle(answers.ok ? answerAt(answers.value, index) : answers);
        });
      },
      (error: unknown) => {
        for (const { settle, isWanted } of batch) if (isWanted) settle(fail(stoppedFailure(error)));
      },
    );
  }

  return (call, on, settle) => {
    const waiting: Waiting = { call, settle, isWanted: true };
    const batch = open.find((each) => each.on.at === on.at && each.on.accounts === on.accounts);
    if (batch === undefined) {
      const begun = { on, waiting: [waiting] };
      open.push(begun);
      setTimeout(() => send(begun), COLLECTED);
    } else batch.waiting.push(waiting);
    return () => {
      waiting.isWanted = false;
    };
  };
}

function answerAt(
  { blockNumber, answers }: { blockNumber: number; answers: readonly Result<ContractAnswer, Failure>[] },
  index: number,
): BatchedAnswer {
  const answer = answers[index] ?? fail(failure('badAnswer', 'No response data'));
  return answer.ok ? ok({ answer: answer.value, blockNumber }) : answer;
}
