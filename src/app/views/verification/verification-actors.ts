/** What the machine of a verification does, made of the contracts worker. */
import { fromCallback } from 'xstate';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { VerificationDraft } from '../../../core/contract/verification/draft';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import type {
  AbiEvent,
  Compilation,
  CompileEvent,
  PublishEvent,
  Publishing,
  ReviewEvent,
} from '../../../machines/verification-events';
import type { ContractsService } from '../../../workers/client';
import type {
  Publication,
  Published,
  PublishProgress,
  PublishTarget,
} from '../../../workers/contracts/verification.api';
import type { JobId } from '../../../workers/ids';
import { stoppedFailure } from '../../stopped-failure';
import { newJobId } from '../../use-question';

type Subject = { networkId: NetworkId; address: Address };
type Send<Event> = { sendBack: (event: Event) => void };

/** `keep` says whether a match is kept here. */
export function verificationActors(api: ContractsService, { networkId, address }: Subject, keep: boolean) {
  /**
   * Runs a job, says what came of it while it is wanted, and cancels it when it no longer is. `say` answers whether it is
   * wanted.
   */
  function runJob<Value, Event>(
    sendBack: (event: Event) => void,
    ask: (job: JobId, say: (event: Event) => boolean) => Promise<Result<Value, Failure>>,
    tell: { done: (value: Value) => Event; failed: (failure: Failure) => Event },
  ): () => void {
    const job = newJobId();
    let isWanted = true;
    const say = (event: Event) => {
      if (isWanted) sendBack(event);
      return isWanted;
    };
    ask(job, say).then(
      (answer) => {
        say(answer.ok ? tell.done(answer.value) : tell.failed(answer.error));
        isWanted = false;
      },
      (error: unknown) => say(tell.failed(stoppedFailure(error))),
    );
    return () => {
      if (!isWanted) return;
      isWanted = false;
      api.cancel(job).catch(() => {}); // a worker that died has nothing left to cancel
    };
  }

  return {
    review: fromCallback<{ type: string }, VerificationDraft>(
      ({ input, sendBack }: Send<ReviewEvent> & { input: VerificationDraft }) =>
        runJob<Extract<ReviewEvent, { review: unknown }>['review'], ReviewEvent>(
          sendBack,
          (job) => api.reviewSources(job, networkId, address, input),
          {
            done: (review) => ({ type: 'sources.reviewed', review }),
            failed: (failure) => ({ type: 'review.failed', failure }),
          },
        ),
    ),
    compile: fromCallback<{ type: string }, Compilation>(
      ({ input, sendBack }: Send<CompileEvent> & { input: Compilation }) =>
        runJob<Extract<CompileEvent, { outcome: unknown }>['outcome'], CompileEvent>(
          sendBack,
          (job, say) =>
            api.verifyContract(job, networkId, address, { ...input, keep }, (progress) =>
              say({ type: 'compilation.progressed', progress }),
            ),
          {
            done: (outcome) => ({ type: 'compilation.judged', outcome }),
            failed: (failure) => ({ type: 'compilation.failed', failure }),
          },
        ),
    ),
    keepAbi: fromCallback<{ type: string }, VerificationDraft>(
      ({ input, sendBack }: Send<AbiEvent> & { input: VerificationDraft }) =>
        runJob<Extract<AbiEvent, { kept: unknown }>['kept'], AbiEvent>(
          sendBack,
          (job) => api.keepAbi(job, networkId, address, input.abi),
          {
            done: (kept) => ({ type: 'abi.kept', kept }),
            failed: (failure) => ({ type: 'abi.failed', failure }),
          },
        ),
    ),
    publish: fromCallback<{ type: string }, Publishing>(
      ({ input: { draft, targets }, sendBack }: Send<PublishEvent> & { input: Publishing }) =>
        runJob<undefined, PublishEvent>(
          sendBack,
          (job, say) => {
            const publish = (target: PublishTarget, at: number) => {
              const tell = (state: PublishProgress) =>
                say({ type: 'publishing.progressed', progress: { target, at, of: targets.length, state } });
              tell('sending');
              return api.publishContract(job, target.networkId, target.address, draftOf(draft, target), tell);
            };
            return publishAll(targets, publish, (publication) => say({ type: 'contract.settled', publication }));
          },
          {
            done: () => ({ type: 'publishing.ended' }),
            failed: (failure) => ({ type: 'publishing.failed', failure }),
          },
        ),
    ),
  };
}

/** The draft as it is published for one contract. */
function draftOf(draft: VerificationDraft, { root, settings = draft.settings }: PublishTarget): VerificationDraft {
  return { ...draft, root, settings };
}

/**
 * Publishes one contract after the other, and tells what came of each; `tell` answers whether to go on. What of one is
 * refused, of others may be taken. It fails where a contract is cut short, and that one is the last.
 */
async function publishAll(
  targets: readonly PublishTarget[],
  publish: (target: PublishTarget, at: number) => Promise<Result<Published, Failure>>,
  tell: (publication: Publication) => boolean,
): Promise<Result<undefined, Failure>> {
  for (const [index, target] of targets.entries()) {
    const answer = await publish(target, index + 1);
    if (!answer.ok && answer.error.code === 'cancelled') return answer;
    // A job that ended as it was cancelled says nothing of that, and the next would be published all the same.
    if (!tell(answer.ok ? { target, published: answer.value } : { target, failure: answer.error })) break;
  }
  return ok(undefined);
}
