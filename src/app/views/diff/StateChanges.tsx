/** What the two did to the state, where they did not do the same. */
import type { Network } from '../../../core/chain/network';
import { formatNative } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { StateDifference } from '../../../core/trace/diff-state';
import type { StateDifferences } from '../../../workers/trace/diff.api';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useTraceApi } from '../../wiring';
import { type Pairing, useDiffAnswer } from './pairing';

export function StateChanges(props: Pairing & { network: Network }) {
  const api = useTraceApi();
  const answer = useDiffAnswer(props, 'state', (pair) => api.diffState(pair));
  return (
    <Panel title="State" aside={answer?.ok ? formatInteger(answer.value.count) : undefined}>
      {!answer ? (
        <Loading label="Comparing state" />
      ) : answer.ok ? (
        <Differences found={answer.value} network={props.network} />
      ) : (
        <ErrorState
          compact
          failure={answer.error}
          title="What they changed in the state is not known."
          advice="State is compared when both transactions were executed again in this browser."
        />
      )}
    </Panel>
  );
}

type Change = NonNullable<StateDifference['a']>;

function Differences({ found, network }: { found: StateDifferences; network: Network }) {
  const { count, differences, names } = found;
  if (count === 0) {
    return <EmptyState title="They changed the same accounts and slots from the same values to the same values." />;
  }
  const sideOf = (row: StateDifference, side: 'a' | 'b') => {
    const change = row[side];
    if (!change) return <span className="text-muted">unchanged</span>;
    return (
      <span className="mono" title={`${change.before} → ${change.after}`}>
        {changeWords(row, change, network)}
      </span>
    );
  };
  const columns: readonly Column<StateDifference>[] = [
    {
      label: 'Account',
      render: ({ address }) => (
        <span title={address}>
          <bdi>{names[address] ? harmlessText(names[address].text, 40) : shorten(address)}</bdi>
        </span>
      ),
    },
    {
      label: 'Field',
      render: ({ field, slot }) =>
        slot ? (
          <span title={slot}>
            slot <span className="mono">{shortWord(slot)}</span>
          </span>
        ) : (
          field
        ),
    },
    { label: 'First', render: (row) => sideOf(row, 'a') },
    { label: 'Second', render: (row) => sideOf(row, 'b') },
  ];
  return (
    <>
      <DataTable
        label="State differences"
        columns={columns}
        rows={differences}
        rowKey={({ address, field, slot }) => `${address} ${field} ${slot}`}
      />
      {count > differences.length && (
        <p className="border-line border-t px-3 py-2 text-muted">
          The first {formatInteger(differences.length)} of {formatInteger(count)}.
        </p>
      )}
    </>
  );
}

/** A balance by how much it changed: that of two large amounts nobody reads off. */
function changeWords({ field }: StateDifference, { before, after }: Change, { nativeCurrency }: Network): string {
  if (field === 'balance') {
    const change = BigInt(after) - BigInt(before);
    const size = formatNative(change < 0n ? -change : change, nativeCurrency).text;
    return `${change < 0n ? '−' : '+'}${size}`;
  }
  const words = field === 'code' ? codeWords : field === 'storage' ? shortWord : String;
  return `${words(before)} → ${words(after)}`;
}

function codeWords(code: string): string {
  return `${formatInteger((code.length - 2) / 2)} bytes`;
}

/** A word without its leading zeros, cut in the middle. */
function shortWord(word: string): string {
  const digits = word.slice(2).replace(/^0+(?=.)/, '');
  return `0x${digits.length > 12 ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : digits}`;
}
