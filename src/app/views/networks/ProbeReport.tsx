import type { Capabilities, ProbedMethod, ProbeOutcome } from '../../../core/chain/network';
import { countOf } from '../../../core/format/plural';
import { formatDuration } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import { ErrorState } from '../../ui/ErrorState';
import type { Probe } from './use-probe';

/** What each method is good for, in the order a reader cares. */
const METHODS: Record<ProbedMethod, { name: string; use: string }> = {
  callTracer: { name: 'debug_traceTransaction, callTracer', use: 'call traces' },
  prestateTracer: {
    name: 'debug_traceTransaction, prestateTracer',
    use: 'exact state before a transaction, for replays',
  },
  structLogs: { name: 'debug_traceTransaction, struct logs', use: 'every step, where nothing else traces' },
  trace_transaction: { name: 'trace_transaction', use: 'call traces (Parity style)' },
  trace_replayTransaction: { name: 'trace_replayTransaction', use: 'call traces and state differences' },
  ots_traceTransaction: { name: 'ots_traceTransaction', use: 'call traces (Otterscan)' },
  eth_getBlockReceipts: { name: 'eth_getBlockReceipts', use: 'receipts of a block in one call' },
  eth_createAccessList: { name: 'eth_createAccessList', use: 'knowing early which state a transaction reads' },
  eth_getBlockAccessList: {
    name: 'eth_getBlockAccessList',
    use: 'state in the middle of a block, without the transactions before',
  },
  eth_simulateV1: { name: 'eth_simulateV1', use: 'simulations' },
  eth_feeHistory: { name: 'eth_feeHistory', use: 'fees of past blocks' },
};

/** Shows the result of a test of an endpoint, in plain words, then method by method. */
export function ProbeReport({ probe }: { probe: Probe }) {
  if (probe.state === 'idle') return null;
  if (probe.state === 'running') {
    return (
      <p role="status" className="pt-2 text-muted">
        Testing what it supports…
      </p>
    );
  }
  if (probe.state === 'failed') return <ErrorState compact failure={probe.failure} />;
  return <Found capabilities={probe.capabilities} />;
}

/** Shows the result of a probe, method by method. */
export function Found({ capabilities }: { capabilities: Capabilities }) {
  const { methods } = capabilities;
  return (
    <div className="mt-2 rounded-l border border-line bg-raised" role="status">
      <div className="border-line border-b px-3 py-2">
        <p>
          <span aria-hidden className="font-semibold text-success">
            ✓{' '}
          </span>
          It answers for chain {capabilities.chainId} in {formatDuration(capabilities.latency)}
          {capabilities.client !== '' && (
            <>
              {' '}
              and calls itself <bdi className="font-medium">{harmlessText(capabilities.client, 80)}</bdi>
            </>
          )}
          .
        </p>
        <p className="text-muted">
          {traceText(methods)} {stateText(capabilities.stateDepth)}
        </p>
      </div>
      <ul className="grid gap-x-6 px-3 py-1.5 lg:grid-cols-2">
        {(Object.keys(METHODS) as ProbedMethod[]).map((method) => (
          <Method key={method} method={method} outcome={methods[method]} />
        ))}
      </ul>
    </div>
  );
}

const ANSWERS = {
  yes: { glyph: '✓', word: 'yes', colour: 'text-success' },
  no: { glyph: '✕', word: 'no', colour: 'text-failure' },
  unknown: { glyph: '?', word: 'not known', colour: 'text-pending' },
};

function Method({ method, outcome }: { method: ProbedMethod; outcome: ProbeOutcome }) {
  const { name, use } = METHODS[method];
  const { glyph, word, colour } = ANSWERS[outcome.answers];
  return (
    <li className="flex items-baseline gap-2 py-0.5">
      <span className={`w-3 shrink-0 text-center font-semibold ${colour}`} role="img" aria-label={word}>
        {glyph}
      </span>
      <span className="min-w-0">
        <code>{name}</code> <span className="text-muted">{use}</span>
        {outcome.detail !== '' && outcome.answers !== 'yes' && (
          <span className="text-muted"> · {harmlessText(outcome.detail, 120)}</span>
        )}
      </span>
    </li>
  );
}

function traceText(methods: Capabilities['methods']): string {
  const traces = (['callTracer', 'trace_transaction', 'ots_traceTransaction', 'structLogs'] as const).some(
    (method) => methods[method].answers === 'yes',
  );
  return traces
    ? 'Transactions open with their full call trace.'
    : 'It returned no trace, so transactions open without calls unless another endpoint supports traces.';
}

function stateText(depth: Capabilities['stateDepth']): string {
  if (depth === 'archive') return 'It keeps the state of every block.';
  return depth < 0
    ? 'How far back its state reaches could not be determined.'
    : `It keeps the state of the last ${countOf(depth, 'block')} only.`;
}
