/** The calls and lines from a failure out to its test, read from the test executed once more with everything recorded. */
import { Link } from '@tanstack/react-router';
import type { Hash, NetworkId } from '../../../core/chain/primitives';
import { harmlessText } from '../../../core/text/harmless';
import type { TraceHandle } from '../../../workers/ids';
import { Spinner } from '../../ui/Spinner';
import { useQuestion } from '../../use-question';
import { useWiring } from '../../wiring';
import { useOpenTransaction } from '../open-trace/open-trace-context';

/** `reason` stands above already. */
type Props = { networkId: NetworkId; hash: Hash; reason: string };

export function FailedStack(props: Props) {
  const { trace, state } = useOpenTransaction(useWiring().workers, props);
  if (trace.state === 'failed') return <p className="text-muted">{harmlessText(trace.failure.message, 400)}</p>;
  if (state.failure && trace.state !== 'open')
    return <p className="text-muted">{harmlessText(state.failure.message, 400)}</p>;
  if (trace.state !== 'open') return <Spinner label="Executing the test once more" />;
  return <Stack {...props} handle={trace.summary.handle} />;
}

function Stack({ networkId, hash, reason, handle }: Props & { handle: TraceHandle }) {
  const answer = useQuestion('trace', `stack ${handle}`, (worker, job) => worker.sourceTrace(job, handle));
  if (answer.state === 'waiting') return <Spinner label="Reading the stack trace" />;
  if (answer.state === 'failed') return <p className="text-muted">{harmlessText(answer.failure.message, 400)}</p>;
  const lines = answer.value.stack.toReversed();
  if (lines.length === 0) return null;
  return (
    <ol aria-label="Stack trace" className="mono">
      {lines.map(({ contract, function: name, place, step, sentence }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stack is read once and never changes
        <li key={index} className="break-words">
          <span className="text-muted">{index === 0 ? '✕\u00a0' : '↑\u00a0'}</span>
          {harmlessText(`${contract || 'Unknown contract'}${name === '' ? '' : `.${name}`}`, 160)}{' '}
          {place && step >= 0 ? (
            <Link
              to="/{-$network}/tx/$hash/{-$tab}"
              params={{ network: String(networkId), hash, tab: 'debugger' }}
              search={{ step }}
              className="text-accent hover:underline"
            >
              {harmlessText(place.file.split('/').at(-1) ?? '', 80)}:{place.line}
            </Link>
          ) : (
            place && `${harmlessText(place.file.split('/').at(-1) ?? '', 80)}:${place.line}`
          )}
          {sentence !== '' && !saysOnly(sentence, reason) && (
            <span className="block pl-4 text-failure">{harmlessText(sentence, 400)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Whether a sentence says nothing but the reason, whose numbers have no separators. */
function saysOnly(sentence: string, reason: string): boolean {
  return reason !== '' && sentence.replace(/(\d),(?=\d{3}\b)/g, '$1').includes(reason);
}
