/** The state tab: what the transaction left otherwise than it found it. */

import { useCallback, useEffect, useMemo, useState } from 'react';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import { isSimulationHash, isUnminedHash } from '../../../core/simulation/simulation-hash';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import { useQuestion } from '../../use-question';
import { NotVerified } from '../open-trace/NotVerified';
import { useOpenTrace, usePageTransaction } from '../open-trace/open-trace-context';
import { TriedRules } from '../open-trace/TriedRules';
import { WithTrace } from '../open-trace/WithTrace';
import { ChangeList } from './ChangeList';
import { originText } from './origin-text';
import { SimulatedOverrides } from './SimulatedOverrides';
import { StateOverrides } from './StateOverrides';
import { stateCsv } from './state-csv';
import { stateLines, withDistinctNames } from './state-lines';

const NO_VARIABLES = 'No state variables were changed in this transaction';

export function StateTab() {
  const { network, record } = usePageTransaction();
  const { hash } = record.transaction;
  // What stands below the changes is drawn after them, so that it does not move.
  const [known, setKnown] = useState(false);
  const onKnown = useCallback(() => setKnown(true), []);
  return (
    <WithTrace title="State Changes">
      <div className="flex flex-col gap-3.5">
        <Changes onKnown={onKnown} />
        {known && isSimulationHash(hash) && <SimulatedOverrides hash={hash} network={network} />}
        {known && !isUnminedHash(hash) && (
          <StateOverrides
            accounts={{}}
            network={network}
            otherwise="It was mined: it ran on the unchanged state of the chain."
          />
        )}
      </div>
    </WithTrace>
  );
}

function Changes({ onKnown }: { onKnown: () => void }) {
  const { network, record } = usePageTransaction();
  const { handle, known, summary } = useOpenTrace();
  const others = summary.verification?.checked?.otherState;
  // Asked again when more became known; what was read before stays until then, on the page and in its file.
  const answer = useQuestion('trace', `${handle} state`, (worker) => worker.stateChanges(handle), { version: known });
  const [raw, setRaw] = useState(false);
  const changes = answer.state === 'here' ? answer.value : undefined;
  const named = useQuestion(
    'trace',
    `${handle} variables`,
    async (worker, job) => {
      const read = await worker.sourceTrace(job, handle);
      return read.ok ? worker.storageVariables(handle) : read;
    },
    { version: known },
  );
  const read = named.state === 'here' ? named.value : undefined;
  const variables = useMemo(() => read && withDistinctNames(read), [read]);
  const lines = useMemo(
    () => (changes ? stateLines(changes, raw ? undefined : variables, others) : []),
    [changes, variables, raw, others],
  );
  const isKnown = answer.state !== 'waiting' && named.state !== 'waiting';
  useEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown, onKnown]);
  const { hash } = record.transaction;
  const slots = changes?.accounts.reduce((sum, { storage }) => sum + storage.length, 0) ?? 0;
  return (
    <Panel
      title="State Changes"
      aside={changes && `${countOf(changes.accounts.length, 'account')}, ${countOf(slots, 'storage slot')}`}
      actions={
        changes && (
          <>
            <Button size="s" variant="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
              Raw
            </Button>
            <Button
              size="s"
              onClick={() => download(`state-${shorten(hash)}.csv`, 'text/csv', stateCsv(changes, variables, others))}
            >
              CSV
            </Button>
          </>
        )
      }
    >
      <NotVerified reason={summary.doubt?.reason} />
      <TriedRules summary={summary} />
      {answer.state === 'waiting' && <Loading label="Executing the transaction" />}
      {answer.state === 'failed' && <ErrorState failure={answer.failure} onRetry={answer.again} />}
      {changes && slots === 0 && <p className="border-line border-b px-3 py-2 text-muted">{NO_VARIABLES}</p>}
      {changes && lines.length > 0 && (
        // Another list with the names of variables: slots that move under the reader are none.
        <ChangeList key={`changes ${named.state}`} lines={lines} raw={raw} currency={network.nativeCurrency} />
      )}
      {changes && (
        <p key={`origin ${named.state}`} className="border-line border-t px-3 py-1.5 text-muted text-s">
          {originText(changes.origin, named, slots)}
        </p>
      )}
    </Panel>
  );
}
