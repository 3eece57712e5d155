/** What the two did to the state, where they did not do the same. */
import { useMemo } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatNative } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import type { StateDifference } from '../../../core/replay/compare-state-diffs';
import { harmlessText } from '../../../core/text/harmless';
import type { TraceHandle } from '../../../workers/ids';
import type { StateDifferences } from '../../../workers/trace/diff.api';
import type { SlotVariables } from '../../../workers/trace/source-trace.api';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useQuestion } from '../../use-question';
import { useTraceApi } from '../../wiring';
import { StateValue } from '../state/StateValue';
import { withDistinctNames } from '../state/state-lines';
import { PathText } from '../trace/PathText';
import { type DifferenceRow, differenceRows } from './difference-rows';
import { type Pairing, useDiffAnswer } from './pairing';

export function StateChanges(props: Pairing & { network: Network }) {
  const api = useTraceApi();
  const answer = useDiffAnswer(props, 'state', (pair) => api.diffState(pair));
  const { a, b } = props;
  const version = a.known + b.known;
  const variables = [useVariables(a.summary.handle, version), useVariables(b.summary.handle, version)] as const;
  return (
    <Panel title="State" aside={answer?.ok ? formatInteger(answer.value.count) : undefined}>
      {!answer ? (
        <Loading label="Comparing state" />
      ) : answer.ok ? (
        <Differences found={answer.value} variables={variables} network={props.network} />
      ) : (
        <ErrorState
          compact
          failure={answer.error}
          title="Their state changes are not known."
          advice="State is compared when both transactions were executed again in this browser."
        />
      )}
    </Panel>
  );
}

const NO_VARIABLES: readonly SlotVariables[] = [];

/** The slots a transaction changed, by the variables of its sources; none where these are not to be had. */
function useVariables(handle: TraceHandle, version: number): readonly SlotVariables[] {
  const named = useQuestion(
    'trace',
    `${handle} variables`,
    async (worker, job) => {
      const read = await worker.sourceTrace(job, handle);
      return read.ok ? worker.storageVariables(handle) : read;
    },
    { version },
  );
  return named.last ?? NO_VARIABLES;
}

type Change = NonNullable<StateDifference['a']>;

type DifferencesProps = {
  found: StateDifferences;
  variables: readonly [readonly SlotVariables[], readonly SlotVariables[]];
  network: Network;
};

function Differences({ found, variables: [inFirst, inSecond], network }: DifferencesProps) {
  const { count, differences, names } = found;
  const rows = useMemo(
    () => differenceRows(differences, withDistinctNames(inFirst), withDistinctNames(inSecond)),
    [differences, inFirst, inSecond],
  );
  if (count === 0) {
    return <EmptyState title="They changed the same accounts and slots from and to the same values." />;
  }
  const columns: readonly Column<DifferenceRow>[] = [
    {
      label: 'Account',
      render: ({ difference: { address } }) => (
        <span title={address}>
          <bdi>{names[address] ? harmlessText(names[address].text, 40) : shorten(address)}</bdi>
        </span>
      ),
    },
    { label: 'Field', render: (row) => <FieldOf row={row} /> },
    { label: 'First', render: (row) => <Side row={row} side="a" network={network} /> },
    { label: 'Second', render: (row) => <Side row={row} side="b" network={network} /> },
  ];
  return (
    <>
      <DataTable label="State differences" columns={columns} rows={rows} rowKey={keyOf} />
      {count > differences.length && (
        <p className="border-line border-t px-3 py-2 text-muted">
          The first {formatInteger(differences.length)} of {formatInteger(count)}.
        </p>
      )}
    </>
  );
}

function keyOf(row: DifferenceRow): string {
  const { address, field, slot } = row.difference;
  return `${address} ${field} ${slot} ${row.kind === 'variable' ? row.path : ''}`;
}

function FieldOf({ row }: { row: DifferenceRow }) {
  const { field, slot } = row.difference;
  if (slot === undefined) return field;
  if (row.kind === 'field')
    return (
      <span title={slot}>
        slot <span className="mono">{shortWord(slot)}</span>
      </span>
    );
  return (
    <span className="mono" title={`slot ${slot}`}>
      <PathText path={row.path} names={row.names} />
    </span>
  );
}

function Side({ row, side, network }: { row: DifferenceRow; side: 'a' | 'b'; network: Network }) {
  const change = row.difference[side];
  const values = row.kind === 'variable' ? row[side] : undefined;
  if (values)
    return (
      <span className="mono">
        <StateValue value={values.before} /> → <StateValue value={values.after} />
      </span>
    );
  if (!change || row.kind === 'variable') return <span className="text-muted">unchanged</span>;
  return (
    <span className="mono" title={`${change.before} → ${change.after}`}>
      {changeText(row.difference, change, network)}
    </span>
  );
}

/** A balance by how much it changed: that of two large amounts nobody reads off. */
function changeText({ field }: StateDifference, { before, after }: Change, { nativeCurrency }: Network): string {
  if (field === 'balance') {
    const change = BigInt(after) - BigInt(before);
    const size = formatNative(change < 0n ? -change : change, nativeCurrency).text;
    return `${change < 0n ? '−' : '+'}${size}`;
  }
  const words = field === 'code' ? codeText : field === 'storage' ? shortWord : String;
  return `${words(before)} → ${words(after)}`;
}

function codeText(code: string): string {
  return `${formatInteger((code.length - 2) / 2)} bytes`;
}

/** A word without its leading zeros, cut in the middle. */
function shortWord(word: string): string {
  const digits = word.slice(2).replace(/^0+(?=.)/, '');
  return `0x${digits.length > 12 ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : digits}`;
}
