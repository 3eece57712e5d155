/** Calls of one screen, made in one request. */
import type { NetworkId } from '../../../core/chain/primitives';
import { type Failure, failure } from '../../../core/failure';
import { fail, ok, type Result } from '../../../core/result';
import type { ContractAnswer, ContractCall } from '../../../workers/chain/chain.api';
import type { Workers } from '../../../workers/client';
import { newJobId } from '../../use-question';
import { stoppedFailure } from '../transaction/open-transaction';

/** What one call of a batch returned, and the block it was made on. */
export type BatchedAnswer = Result<{ answer: ContractAnswer; blockNumber: number }, Failure>;

/** Makes a call together with those that are asked for at the same time; returns how to stop waiting for it. */
export type ReadBatch = (
  call: ContractCall,
  at: number | 'latest',
  settle: (answer: BatchedAnswer) => void,
) => () => void;

type Waiting = { call: ContractCall; settle: (answer: BatchedAnswer) => void; isWanted: boolean };

/**
 * Milliseconds that calls are collected for. Every function that opens is
 * encoded by the worker in a message of its own, so the calls of a screen are
 * ready within a few milliseconds of each other, never in one turn.
 */
const COLLECTED = 15;

export function createReadBatch({ chain }: Pick<Workers, 'chain'>, networkId: NetworkId): ReadBatch {
  const open = new Map<number | 'latest', Waiting[]>();

  function send(at: number | 'latest'): void {
    const batch = (open.get(at) ?? []).filter(({ isWanted }) => isWanted);
    open.delete(at);
    if (batch.length === 0) return;
    const calls = batch.map(({ call }) => call);
    chain.callContracts(newJobId(), networkId, calls, at).then(
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

  return (call, at, settle) => {
    const waiting: Waiting = { call, settle, isWanted: true };
    const batch = open.get(at);
    if (batch === undefined) {
      open.set(at, [waiting]);
      setTimeout(() => send(at), COLLECTED);
    } else batch.push(waiting);
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
