/** A question that goes to a hosted API alone. */
import type { HostAnswer, HostQuestion, HostTopic } from '../../../workers/chain/host.api';
import { useQuestion } from '../../use-question';

/** Returns the answer of the host; its value is undefined where there is no host that the reader allows. Asked while `when`. */
export function useHost<Of extends HostTopic>(question: HostQuestion<Of>, when = true) {
  const key = `host ${JSON.stringify(question)}`;
  return useQuestion<'chain', HostAnswer<Of> | undefined>('chain', key, (chain, job) => chain.askHost(job, question), {
    when,
  });
}
