/** The selected section: what it used, its share, and what its gas went to; for the initial gas the formula. */

import { formatGas, formatInteger, formatPercent } from '../../../core/format/counts';
import {
  type Flame,
  type FlameIndex,
  type FlameNames,
  frameName,
  isInitialGas,
  ownGas,
  totalGas,
  wholeGas,
} from '../../../core/gas/flame';
import type { InitialGasPart } from '../../../core/gas/initial-gas';
import type { RowKind } from '../../../core/trace/rows';
import { EmptyState } from '../../ui/EmptyState';
import { GasBar } from '../../ui/identity/GasView';
import { Panel } from '../../ui/Panel';
import { KIND_LOOKS } from '../trace/row-kind-looks';
import { GasPie } from './GasPie';

type Props = {
  flame: Flame;
  initialParts: readonly InitialGasPart[];
  names: FlameNames;
  selected: FlameIndex | undefined;
  onSelect: (frame: FlameIndex) => void;
};

export function GasSection({ flame, initialParts, names, selected, onSelect }: Props) {
  if (selected === undefined) {
    return (
      <Panel title="Section">
        <EmptyState title="No section selected">Select a call in the flame graph to see where its gas went.</EmptyState>
      </Panel>
    );
  }
  const isInitial = isInitialGas(flame, selected);
  return (
    <Panel
      title={<bdi className="break-all font-mono">{frameName(names, selected)}</bdi>}
      aside={isInitial ? 'before the first instruction' : KIND_LOOKS[flame.kind[selected] as RowKind].meaning}
    >
      <div className="grid gap-4 p-3 md:grid-cols-[240px_minmax(0,1fr)]">
        <Figures flame={flame} frame={selected} isInitial={isInitial} />
        {isInitial ? (
          <Formula parts={initialParts} gas={flame.initialGas} />
        ) : (
          <GasPie flame={flame} names={names} frame={selected} onSelect={onSelect} />
        )}
      </div>
      {selected === 0 && !flame.isExact && (
        <p className="border-line border-t px-3 py-2 text-muted">
          The source of this trace does not state refunds: the own gas of this call and its refund are at least this
          much.
        </p>
      )}
    </Panel>
  );
}

function Figures({ flame, frame, isInitial }: { flame: Flame; frame: FlameIndex; isInitial: boolean }) {
  const total = totalGas(flame, frame);
  const isWhole = frame === 0;
  const rows: [string, number][] = isInitial
    ? [['Initial gas', total]]
    : [
        [isWhole ? 'Total gas, before refunds' : 'Total gas', total],
        ['Own gas', ownGas(flame, frame)],
        ...(isWhole ? settlement(flame) : []),
      ];
  return (
    <dl className="flex flex-col gap-3">
      {rows.map(([label, gas]) => (
        <div key={label}>
          <dt className="text-muted text-s">{label}</dt>
          <dd className="tabular-nums">
            {formatGas(gas)}{' '}
            <span className="text-muted">· {formatPercent((gas / wholeGas(flame)) * 100)} of the transaction</span>
            <GasBar used={gas} limit={wholeGas(flame)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists the refund and the charge at the end of the transaction; nothing where nothing was refunded. */
function settlement({ refundedGas, gasUsed }: Flame): [string, number][] {
  if (refundedGas === 0) return [];
  return [
    ['Refunded', refundedGas],
    ['Charged', gasUsed],
  ];
}

function Formula({ parts, gas }: { parts: readonly InitialGasPart[]; gas: number }) {
  return (
    <div className="min-w-0">
      <p className="text-muted">
        21000 + 16 per non-zero calldata byte + 4 per zero byte + 2400 per access list account + 1900 per access list
        storage key
      </p>
      <table className="mt-2 w-full max-w-[460px] tabular-nums">
        <caption className="sr-only">Initial gas by part</caption>
        <tbody>
          {parts.map(({ what, count, each }) => (
            <tr key={what} className="border-line border-t">
              <th scope="row" className="py-1 text-left font-normal">
                {formatInteger(count)} {what}
              </th>
              <td className="py-1 text-right text-muted">× {formatInteger(each)}</td>
              <td className="py-1 text-right">{formatInteger(count * each)}</td>
            </tr>
          ))}
          <tr className="border-line border-t font-medium">
            <th scope="row" className="py-1 text-left">
              Initial gas
            </th>
            <td />
            <td className="py-1 text-right">{formatInteger(gas)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
