import { arc, type PieArcDatum, pie } from 'd3';
import { formatGas, formatInteger, formatPercent } from '../../../core/format/counts';
import { sharesOf } from '../../../core/format/shares';
import type { Flame, FlameIndex, FlameNames } from '../../../core/gas/flame';
import { type PieSlice, pieSlices } from '../../../core/gas/pie-slices';

type Props = { flame: Flame; names: FlameNames; frame: FlameIndex; onSelect: (frame: FlameIndex) => void };

const SIZE = 168;
const COLOURS = ['faint', 'call', 'write', 'delegate', 'create', 'event', 'static', 'pending', 'internal'];

const angles = pie<PieSlice>()
  .value(({ gas }) => gas)
  .sort(null);
const slice = arc<PieArcDatum<PieSlice>>()
  .innerRadius(SIZE * 0.28)
  .outerRadius(SIZE / 2)
  .padAngle(0.012);

/** Shows the pie chart of one call, and the same as a table, whose names lead to the calls. */
export function GasPie({ flame, names, frame, onSelect }: Props) {
  const slices = pieSlices(flame, names, frame);
  const shares = sharesOf(slices.map(({ gas }) => gas));
  const colour = (at: number) => `var(--${COLOURS[at] ?? 'faint'})`;
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-4">
      <svg width={SIZE} height={SIZE} viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`} aria-hidden="true">
        {angles(slices).map((datum, at) => (
          <path key={keyOf(datum.data)} d={slice(datum) ?? ''} fill={colour(at)}>
            <title>{`${datum.data.label}: ${formatGas(datum.data.gas)}`}</title>
          </path>
        ))}
      </svg>
      <table className="min-w-[300px] flex-1 tabular-nums">
        <caption className="sr-only">Where the gas of this call went</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Gas</th>
            <th scope="col">Share of this call</th>
          </tr>
        </thead>
        <tbody>
          {slices.map((one, at) => (
            <tr key={keyOf(one)} className="border-line border-b last:border-b-0">
              <th scope="row" className="max-w-0 py-1 text-left font-normal">
                <span className="flex min-w-0 items-center gap-2">
                  <i aria-hidden="true" className="size-2.5 shrink-0 rounded-s" style={{ background: colour(at) }} />
                  <SliceName slice={one} onSelect={onSelect} />
                </span>
              </th>
              <td className="w-[100px] py-1 text-right">{formatGas(one.gas)}</td>
              <td className="w-[76px] py-1 text-right text-muted">{formatPercent(shares[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Contracts, and so their calls, may have the same name. */
function keyOf({ label, frame }: PieSlice): string {
  return `${frame ?? ''} ${label}`;
}

function SliceName({ slice: { label, calls, frame }, onSelect }: { slice: PieSlice; onSelect: Props['onSelect'] }) {
  const times = calls > 1 ? <span className="shrink-0 text-muted">× {formatInteger(calls)}</span> : null;
  if (frame === undefined) {
    return (
      <>
        <span>{label}</span>
        {times}
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        className="min-w-0 truncate font-mono text-s hover:underline"
        title={label}
        onClick={() => onSelect(frame)}
      >
        <bdi>{label}</bdi>
      </button>
      {times}
    </>
  );
}
