/** Why a trace comes from where it comes from: what was compared, what it leaves out, what was not taken. */

import { Link } from '@tanstack/react-router';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import type { TraceSummary } from '../../../workers/trace/open-trace.api';
import type { Verification } from '../../../workers/trace/steps.api';
import { ProofLevels } from './ProofLevels';
import { TRACE_METHOD_NAMES, type TraceOrigin } from './trace-method-names';
import { sizeOf } from './trace-size';

const PROVISIONAL =
  'Provisional: it was executed on the state of the block before, without the transactions before it in its block. Its outcome equals the receipt, but values that it read may be outdated.';
const REMAINS = 'The execution after those transactions was not possible, for the reasons below.';

/** Shows the trace methods that were tried, in their order. */
export function TraceMethodReasons({ summary }: { summary: TraceSummary }) {
  return (
    <div className="flex flex-col gap-2">
      <p>
        <b className="font-semibold">{TRACE_METHOD_NAMES[summary.source]}</b>{' '}
        <span className="text-muted">{TRACE_METHOD_NOTES[summary.source]}</span>
      </p>
      {summary.isProvisional && <p>{summary.replaying ? PROVISIONAL : `${PROVISIONAL} ${REMAINS}`}</p>}
      {summary.verification && <Compared verification={summary.verification} summary={summary} />}
      {summary.verification?.checked && <ProofLevels checked={summary.verification.checked} />}
      {summary.contradictions && (
        <div>
          <p className="font-medium">Contradictions</p>
          <ul className="list-disc pl-4 text-muted">
            {summary.contradictions.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {summary.cached && <p className="text-muted">It was kept in this browser and needed no network.</p>}
      {summary.limitations.length > 0 && (
        <div>
          <p className="font-medium">Missing data</p>
          <ul className="list-disc pl-4 text-muted">
            {summary.limitations.map((limitation) => (
              <li key={limitation}>{limitation}</li>
            ))}
          </ul>
        </div>
      )}
      {summary.skipped.length > 0 && (
        <div>
          <p className="font-medium">Not taken</p>
          <ul className="list-disc pl-4 text-muted">
            {summary.skipped.map(({ source: skipped, reason, needsArchive }) => (
              <li key={`${skipped} ${reason}`}>
                <span className="mono text-text">{TRACE_METHOD_NAMES[skipped]}</span> {reason}{' '}
                {needsArchive && (
                  <Link to="/networks" className="link">
                    Add an archive endpoint
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** What was compared with the receipt, and where the state came from. */
function Compared({ verification, summary }: { verification: Verification; summary: TraceSummary }) {
  const { origin, compared, steps } = verification;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
      <dt className="text-muted">Executed</dt>
      <dd className="num">
        {countOf(steps, 'step')}, {sizeOf(summary)}
      </dd>
      <dt className="text-muted">{summary.fromFile ? 'Equal to the file’s receipt' : 'Equal to the receipt'}</dt>
      <dd className="num">
        {compared.status && 'status, '}
        {formatInteger(compared.gasUsed)} gas used, {countOf(compared.logs, 'log')} with address, topics and data
      </dd>
      <dt className="text-muted">State</dt>
      <dd>
        {origin === 'prestateTracer'
          ? 'from the node, as it stood right before (prestateTracer)'
          : compared.witness
            ? 'as of the block before, which the node no longer keeps: from the witness of the block (debug_executionWitness), under the state root of the header before'
            : 'read from the node with plain calls, as of the block before'}
      </dd>
      {compared.accessList && (
        <>
          <dt className="text-muted">Before it in its block</dt>
          <dd>
            {compared.accessList === 'committed'
              ? 'writes of earlier transactions are in the block access list, which the header commits to; the writes of this one equal the list'
              : 'writes of earlier transactions are in the block access list, as the node states it'}
          </dd>
        </>
      )}
      {origin === 'rpc' && compared.earlier > 0 && (
        <>
          <dt className="text-muted">Before it in its block</dt>
          <dd className="num">
            {countOf(compared.earlier, 'transaction')}, executed here and each equal to its receipt
          </dd>
        </>
      )}
    </dl>
  );
}

const TRACE_METHOD_NOTES: Record<TraceOrigin, string> = {
  cache: 'The trace was kept in this browser.',
  prestateTracer: 'Executed again in this browser, on the state the node reported in one answer.',
  replay: 'Executed again in this browser and compared with the receipt.',
  callTracer: 'The node executed the transaction again and reported its calls and events (debug_traceTransaction).',
  trace_transaction: 'The node reported the calls of the transaction.',
  ots_traceTransaction: 'The node reported the calls of the transaction.',
  structLogs: 'Calls and events were derived from the steps the node reported.',
  receipt: 'No trace method returned calls: the page shows the data of the receipt.',
};
