/** Hands a draft to Sourcify and waits for what it says. */
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { VerificationDraft } from '../../../core/contract/verification/draft';
import { inputOfDraft } from '../../../core/contract/verification/review-sources';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readVerificationJob, submitVerification } from '../../../net/providers/sourcify-verification';
import { cancelled } from '../../scheduling/jobs';
import { pauseFor } from '../../scheduling/wait';
import type { Published, PublishProgress } from '../verification.api';

/**
 * Milliseconds between two polls. Sourcify takes seconds to compile the sources; a longer pause would keep the reader
 * waiting after that.
 */
const PAUSE = 2_000;
/** Polls before the answer is that the job is not done. The job goes on at Sourcify. */
const MAX_POLLS = 150;
/** Polls in a row without an answer before the connection counts as lost. */
const MAX_FAILURES = 5;

export async function publishContract(
  baseUrl: string,
  { networkId, address, draft }: { networkId: NetworkId; address: Address; draft: VerificationDraft },
  signal: AbortSignal,
  onProgress: (progress: PublishProgress) => void,
  pause = PAUSE,
): Promise<Result<Published, Failure>> {
  const stated = inputOfDraft(draft);
  if (!stated.ok) return fail(failure('badAnswer', stated.error));
  const { input, path, name } = stated.value;
  const url = `${baseUrl.replace(/\/server\/?$/, '').replace('://sourcify.dev', '://repo.sourcify.dev')}/${networkId}/${address}`;
  onProgress('sending');
  const submitted = await submitVerification(
    baseUrl,
    {
      networkId,
      address,
      input,
      compilerVersion: draft.settings.compilerVersion.replace(/^v/, ''),
      contract: `${path}:${name}`,
    },
    signal,
  );
  if (!submitted.ok) return submitted;
  if (submitted.value.state === 'already') return ok({ state: 'already', match: undefined, url });
  onProgress('waiting');
  let failures = 0;
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const job = await readVerificationJob(baseUrl, submitted.value.id, signal);
    if (signal.aborted) return fail(cancelled());
    if (!job.ok) {
      failures++;
      const isLost = failures >= MAX_FAILURES || !['endpointDown', 'timeout', 'rateLimited'].includes(job.error.code);
      if (isLost) return job;
    } else {
      failures = 0;
      if (job.value.state === 'verified') return ok({ state: 'verified', match: job.value.match, url });
      if (job.value.state === 'refused') return fail(failure('badAnswer', job.value.sentence));
    }
    await pauseFor(pause, signal);
  }
  return fail(failure('timeout', 'Sourcify has not finished after five minutes. It goes on; look again later.'));
}
