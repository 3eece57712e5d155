/** The contracts tab: whose code ran, and how far each is known. */
import { Link } from '@tanstack/react-router';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { InvolvedContract, SourceMatch } from '../../../workers/trace/views.api';
import { Badge, type Tone } from '../../ui/Badge';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { ORIGIN_TEXT } from '../../ui/identity/NameView';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useTraceApi } from '../../wiring';
import { useTraceAnswer } from '../open-trace/open-trace-context';
import { WithTrace } from '../open-trace/WithTrace';

const NONE = 'No verified contracts were involved in this transaction.';

const WORDS: Record<SourceMatch, { glyph: string; tone: Tone; word: string }> = {
  exact: { glyph: '✓', tone: 'success', word: 'Verified' },
  partial: { glyph: '✓', tone: 'success', word: 'Verified, partial match' },
  stated: { glyph: '◐', tone: 'pending', word: 'Source not checked' },
  abi: { glyph: '◐', tone: 'pending', word: 'ABI verified' },
  unverified: { glyph: '○', tone: 'neutral', word: 'Unverified' },
};

export function ContractsTab() {
  return (
    <WithTrace title="Contracts">
      <Contracts />
    </WithTrace>
  );
}

function Contracts() {
  const api = useTraceApi();
  const contracts = useTraceAnswer('contracts', (handle) => api.contracts(handle));
  const verified = contracts?.some(({ verification }) => verification !== 'unverified');
  return (
    <Panel title="Contracts" aside={contracts && formatInteger(contracts.length)}>
      {!contracts && <Loading label="Loading contracts" />}
      {contracts && !verified && (
        <EmptyState
          title={NONE}
          action={
            contracts.length > 0 && (
              <Link to="/settings" hash="build-output" className="text-accent hover:underline">
                Import build output
              </Link>
            )
          }
        >
          {contracts.length === 0
            ? 'No contract ran: the transaction went to an account without code.'
            : 'Import the build output of a project, or switch on Sourcify in the settings, to read their source.'}
        </EmptyState>
      )}
      {contracts && contracts.length > 0 && (
        <DataTable label="Contracts" columns={COLUMNS} rows={contracts} rowKey={({ address }) => address} />
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<InvolvedContract>[] = [
  {
    label: 'Contract',
    render: ({ address, name, proxy, implementationName, created, token }) => (
      <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-2 gap-y-0.5">
        <AddressView address={address} name={name} kind="contract" />
        {proxy && (
          <>
            <Badge tone="accent" title={proxy.kind ?? 'It delegates its calls to the code of another contract'}>
              Proxy
            </Badge>
            <span className="inline-flex items-center gap-1 text-muted">
              <span aria-hidden="true">→</span>
              <span className="sr-only">runs the code of</span>
              <AddressView address={proxy.implementation} name={implementationName} kind="contract" />
            </span>
          </>
        )}
        {token && <Badge>{token}</Badge>}
        {created && <Badge tone="pending">created here</Badge>}
      </span>
    ),
  },
  {
    label: 'Verification',
    render: ({ verification, origin, compilerVersion }) => {
      const { glyph, tone, word } = WORDS[verification];
      return (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Badge tone={tone} glyph={glyph} title={compilerVersion && `Compiler ${harmlessText(compilerVersion, 60)}`}>
            {word}
          </Badge>
          {origin && <span className="text-muted">by {ORIGIN_TEXT[origin]}</span>}
        </span>
      );
    },
  },
  {
    label: 'Files',
    numeric: true,
    render: ({ files, verification }) =>
      files !== undefined ? (
        formatInteger(files)
      ) : (
        <span
          className="text-muted"
          title={verification === 'unverified' ? 'No source is known' : 'The source was not loaded yet'}
        >
          –
        </span>
      ),
  },
];
