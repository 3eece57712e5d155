/** What the machine of a verification does, made of the contracts worker. */
import { fromCallback } from 'xstate';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { VerificationDraft } from '../../../core/contract/verification/draft';
import type { Failure } from '../../../core/failure';
import type { Result } from '../../../core/result';
import type {
  AbiEvent,
  Compilation,
  CompileEvent,
  PublishEvent,
  ReviewEvent,
} from '../../../machines/verification.machine';
import type { ContractsService } from '../../../workers/client';
import type { JobId } from '../../../workers/ids';
import { newJobId } from '../../use-question';
import { stoppedFailure } from '../transaction/open-transaction';

type Subject = { networkId: NetworkId; address: Address };
type Send<Event> = { sendBack: (event: Event) => void };

/** `keep` says whether a match is kept here. */
export function verificationActors(api: ContractsService, { networkId, address }: Subject, keep: boolean) {
  /** Runs a job, says what came of it while it is wanted, and cancels it when it no longer is. */
  function runJob<Value, Event>(
    sendBack: (event: Event) => void,
    ask: (job: JobId, say: (event: Event) => void) => Promise<Result<Value, Failure>>,
    tell: { done: (value: Value) => Event; failed: (failure: Failure) => Event },
  ): () => void {
    const job = newJobId();
    let isWanted = true;
    const say = (event: Event) => {
      if (isWanted) sendBack(event);
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
        runJob<Awaited<ReturnType<typeof api.reviewSources>>, ReviewEvent>(
          sendBack,
          async () => ({ ok: true, value: await api.reviewSources(input) }),
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
    publish: fromCallback<{ type: string }, VerificationDraft>(
      ({ input, sendBack }: Send<PublishEvent> & { input: VerificationDraft }) =>
        runJob<Extract<PublishEvent, { published: unknown }>['published'], PublishEvent>(
          sendBack,
          (job, say) =>
            api.publishContract(job, networkId, address, input, (progress) =>
              say({ type: 'publishing.progressed', progress }),
            ),
          {
            done: (published) => ({ type: 'contract.published', published }),
            failed: (failure) => ({ type: 'publishing.failed', failure }),
          },
        ),
    ),
  };
}
