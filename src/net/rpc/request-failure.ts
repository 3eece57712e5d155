/** The sentences for the reader when no endpoint gave a usable answer: what happened, and what to do. */
import { type Failure, type FailureCode, failure } from '../../core/values/failure';
import { BROKEN_OFF, NO_CONNECTION, NO_DATA, type Problem, REDIRECTS } from './problem';

/** One call at one endpoint, by the endpoint's name. */
export type Tried = { source: string; problem: Problem };

/** Which problem the reader hears of when endpoints failed in different ways: the one that says most about what was asked for. */
const TELLING: readonly FailureCode[] = [
  'stateUnavailable',
  'tooLarge',
  'notFound',
  'rateLimited',
  'timeout',
  'badAnswer',
  'unsupported',
  'wrongChain',
  'endpointDown',
];

/** Returns the failure of a whole request, from what was tried in order. Nothing tried means that no endpoint is configured. */
export function failureOf(method: string, tried: readonly Tried[]): Failure {
  const code = TELLING.find((candidate) => tried.some(({ problem }) => problem.code === candidate));
  if (code === undefined) {
    return failure('noEndpoint', 'No endpoint is configured for this network. Add one in the network settings.');
  }
  const telling = tried.filter(({ problem }) => problem.code === code);
  const first = telling[0] as Tried;
  const others = new Set(tried.map(({ source }) => source)).size - 1;
  const raw = telling.find(({ problem }) => problem.raw !== undefined)?.problem.raw;
  const ends = telling.flatMap(({ problem }) => problem.retryAt ?? []);
  return failure(code, sentence(code, method, first) + othersToo(others), {
    attempts: attemptsOf(method, tried),
    ...(raw === undefined ? {} : { raw }),
    ...(ends.length === 0 ? {} : { retryAt: Math.min(...ends) }),
  });
}

/** Returns the failure of a request that the caller gave up. */
export function cancelled(method: string, tried: readonly Tried[]): Failure {
  return failure('cancelled', 'Cancelled.', { attempts: attemptsOf(method, tried) });
}

function attemptsOf(method: string, tried: readonly Tried[]): Failure['attempts'] {
  return tried.map(({ source, problem }) => ({ source, method, outcome: problem.outcome }));
}

function othersToo(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ' The other endpoint did not help either.'
    : ` The ${count} other endpoints did not help either.`;
}

function sentence(code: FailureCode, method: string, { source, problem }: Tried): string {
  switch (code) {
    case 'wrongChain':
      return `${source} ${problem.outcome}. Correct its URL, or the network it is added to.`;
    case 'badAnswer':
      if (problem.outcome === NO_DATA)
        return `${NO_DATA}: ${source} answered ${method} with nothing. Try again, or use another endpoint.`;
      if (problem.outcome.startsWith('error ')) return `${source} answers ${method} with an error.`;
      return `${source} gave an answer to ${method} that cannot be used. Try again, or use another endpoint.`;
    case 'rateLimited':
      return `${source} limits how often it may be asked, and the limit is reached. Wait a little, or add another endpoint.`;
    case 'unsupported':
      return `${source} does not offer ${method}. Add an endpoint that does.`;
    case 'stateUnavailable':
      return `${source} no longer keeps the state of that block. Add an archive endpoint.`;
    case 'timeout':
      return `${source} did not answer ${method} in time. Try again, or use another endpoint.`;
    case 'tooLarge':
      return `The answer of ${source} to ${method} is larger than it or Loupe allows.`;
    case 'notFound':
      return `${source} does not know it.`;
    default:
      if (problem.outcome.includes('access refused'))
        return `${source} refuses access. Check the key in its URL, or add another endpoint.`;
      if (problem.outcome.startsWith('HTTP '))
        return `${source} answered ${method} with ${problem.outcome}: it, or what stands before it, is out of order. Try again, or use another endpoint.`;
      if (problem.outcome.startsWith(REDIRECTS))
        return `${source} ${problem.outcome}, which is not asked. Enter that address if it is the endpoint's.`;
      if (problem.outcome === BROKEN_OFF)
        return `The answer of ${source} to ${method} broke off. Try again, or use another endpoint.`;
      if (problem.outcome !== NO_CONNECTION)
        return `${source} answers ${method} with an error of its own. Try again, or use another endpoint.`;
      if (isOffline())
        return `${source} cannot be reached, and the browser is offline. An endpoint on this machine has to run and to allow requests from web pages (CORS).`;
      return `${source} cannot be reached. Check that it is running and allows requests from web pages (CORS), or add another endpoint.`;
  }
}

/** Whether the browser says that it has no network, as far as a worker is told. */
function isOffline(): boolean {
  return (globalThis.navigator as WorkerNavigator | undefined)?.onLine === false;
}
