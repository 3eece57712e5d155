/** What a call returned, with its block and time, or why it returned nothing. */
import type { Decoded } from '../../../core/abi/decoded';
import type { CallableFunction } from '../../../core/contract/functions/callable-functions';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { Badge } from '../../ui/Badge';
import { Callout } from '../../ui/Callout';
import { CopyButton } from '../../ui/CopyButton';
import { Spinner } from '../../ui/Spinner';
import { DecodedList } from '../trace/DecodedList';
import type { MethodCall } from './call-store';
import { resultText } from './result-text';

/** Characters of raw output that are drawn; copying takes all. */
const DRAWN = 2_000;

export function CallResult({
  snapshot,
  listed,
}: {
  snapshot: ReturnType<MethodCall['getSnapshot']>;
  listed: CallableFunction;
}) {
  const { result, error } = snapshot.context;
  const isOfOthers = snapshot.matches({ editing: 'incomplete' });
  return (
    <div role="status" className="flex min-w-0 flex-col gap-2 empty:hidden">
      {listed.reads && snapshot.matches({ editing: 'reading' }) && !result && <Spinner label="Calling" />}
      {error && (
        <Callout tone="failure">
          <span className="break-words">{harmlessText(error.message, 1_000)}</span>
          {error.failure?.attempts.map(({ source, outcome }) => (
            <span key={`${source} ${outcome}`} className="block text-s">
              {harmlessText(source, 80)}: {harmlessText(outcome, 200)}
            </span>
          ))}
        </Callout>
      )}
      {result && (
        <div className="min-w-0 overflow-hidden rounded-m border border-line bg-panel">
          {isOfOthers && (
            <p className="border-line border-b bg-raised px-2.5 py-1 text-pending text-s">
              The result of the arguments before; those above are not valid.
            </p>
          )}
          <div className="px-2.5 py-1.5">
            {result.note !== undefined && <p className="text-pending">{result.note}</p>}
            {result.values === undefined ? (
              <code className="break-all">
                {result.raw === '0x' ? 'It returned nothing.' : result.raw.slice(0, DRAWN)}
              </code>
            ) : (
              <DecodedList values={withDeclaredNames(result.values, listed)} />
            )}
          </div>
          <div className="flex flex-wrap items-center gap-x-3 border-line border-t bg-raised px-2.5 py-1 text-muted text-s">
            <span>block {formatInteger(result.blockNumber)}</span>
            <span>{new Date(result.at).toLocaleTimeString()}</span>
            {result.changedState && (
              <Badge
                tone="pending"
                title={
                  result.changedState === 'here'
                    ? 'Executed in this browser: the endpoint does not support state overrides'
                    : 'The endpoint called on the state that you changed'
                }
              >
                changed state
              </Badge>
            )}
            <span className="ml-auto flex items-center gap-1">
              Copy <CopyButton text={resultText(result)} what="result" />
            </span>
            <span className="flex items-center gap-1">
              Raw <CopyButton text={result.raw} what="raw output" />
            </span>
          </div>
        </div>
      )}
    </div>
  );
}

/** Outputs without a name stand there by their type alone. */
function withDeclaredNames(values: readonly Decoded[], { entry }: CallableFunction): readonly Decoded[] {
  return values.map((value, index) => (entry.outputs[index]?.name ? value : { ...value, name: '' }));
}
