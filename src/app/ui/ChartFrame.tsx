/**
 * A chart of values over time: bars for sums, a line for rates. A card beside
 * the crosshair says the value, under the pointer and by the arrow keys, and
 * the same values are a table for assistive technology.
 */
import { area, bisectCenter, line, max, scaleLinear, scaleUtc } from 'd3';
import { type KeyboardEvent, type PointerEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatUtc } from '../../core/format/times';
import { classes } from './classes';

export type ChartPoint = {
  /** When its period begins, milliseconds. */
  time: number;
  value: number;
};

const MARGIN = { top: 10, right: 8, bottom: 20, left: 52 };
/** Between the middles of two labels of the time axis at least, px: a date with its time, and a gap. */
const LABEL_WIDTH = 116;

export function ChartFrame({
  label,
  kind,
  points,
  openEnded = false,
  height = 160,
  formatValue,
  formatTick = formatValue,
  formatTime = formatDay,
  formatTimeTick = formatTime,
}: {
  /** What is shown, with its unit: `Transactions per day`. */
  label: string;
  kind: 'bars' | 'line';
  /** Oldest first, at least two. */
  points: readonly ChartPoint[];
  /** Whether the last period is not over: it is then drawn pale, and the card says that it is incomplete. */
  openEnded?: boolean;
  height?: number;
  formatValue: (value: number) => string;
  /** Formats the values of the axis, where there is less room than in the card. */
  formatTick?: (value: number) => string;
  formatTime?: (time: number) => string;
  /** Formats the times of the axis, where there is less room than in the card. */
  formatTimeTick?: (time: number) => string;
}) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [at, setAt] = useState<number>();
  const last = points.length - 1;

  const period = (points.at(-1)?.time ?? 0) - (points.at(-2)?.time ?? 0);
  const x = scaleUtc()
    .domain([points[0]?.time ?? 0, (points.at(-1)?.time ?? 0) + (kind === 'bars' ? period : 0)])
    .range([MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)]);
  const y = scaleLinear()
    .domain([0, max(points, ({ value }) => value) || 1])
    .nice(4)
    .range([height - MARGIN.bottom, MARGIN.top]);
  const ticks = x
    .ticks(Math.max(2, Math.floor(width / LABEL_WIDTH)))
    .filter((tick) => x(tick) > LABEL_WIDTH / 2 && x(tick) < width - LABEL_WIDTH / 3);
  // The number is a wish: steps of time are the calendar's, and d3 may answer twice as many.
  const apart = ticks.length < 2 ? LABEL_WIDTH : x(ticks[1] ?? 0) - x(ticks[0] ?? 0);
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / apart));
  const labelled = ticks.filter((_, at) => at % every === 0);
  const middleOf = ({ time }: ChartPoint) => x(time + (kind === 'bars' ? period / 2 : 0));
  const middles = points.map(middleOf);

  const onPointerMove = (event: PointerEvent) => {
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    setAt(bisectCenter(middles, event.clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const now = at ?? last;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      Home: 0,
      End: last,
    };
    const next = targets[event.key];
    if (event.key === 'Escape' && at !== undefined) setAt(undefined);
    else if (next !== undefined) setAt(Math.max(0, Math.min(next, last)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const point = at === undefined ? undefined : points[at];
  const text =
    point && `${formatTime(point.time)}: ${formatValue(point.value)}${openEnded && at === last ? ', so far' : ''}`;
  return (
    <figure className="m-0 min-w-0">
      {/* A slider over the points is what arrow keys in a chart are, and its value text is read at each step. */}
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={text ?? 'Arrow keys read the values'}
        aria-details={id}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
        className="relative"
        style={{ height }}
      >
        <svg aria-hidden width={width} height={height} className="block">
          {y.ticks(4).map((tick) => (
            <g key={tick}>
              <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
              <text x={MARGIN.left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-xs">
                {formatTick(tick)}
              </text>
            </g>
          ))}
          {labelled.map((tick) => (
            <text key={tick.getTime()} x={x(tick)} y={height - 5} textAnchor="middle" className="fill-muted text-xs">
              {formatTimeTick(tick.getTime())}
            </text>
          ))}
          {kind === 'bars' ? (
            points.map((each, index) => (
              <rect
                key={each.time}
                x={x(each.time) + 1}
                y={y(each.value)}
                width={Math.max(1, x(each.time + period) - x(each.time) - 2)}
                height={Math.max(0, y(0) - y(each.value))}
                rx={1.5}
                fill="var(--accent)"
                opacity={openEnded && index === last ? 0.35 : at === index ? 1 : 0.75}
              />
            ))
          ) : (
            <Line points={points} x={(each) => x(each.time)} y={(each) => y(each.value)} floor={y(0)} />
          )}
          {point && (
            <g>
              <line
                x1={middleOf(point)}
                x2={middleOf(point)}
                y1={MARGIN.top}
                y2={height - MARGIN.bottom}
                stroke="var(--line-strong)"
                strokeDasharray="3 3"
              />
              {kind === 'line' && <circle cx={middleOf(point)} cy={y(point.value)} r={3.5} fill="var(--accent)" />}
            </g>
          )}
        </svg>
        {point && (
          <div
            aria-hidden
            data-side={middleOf(point) > width / 2 ? 'left' : 'right'}
            className={classes(
              'pointer-events-none absolute top-2 rounded-m border border-line-strong bg-panel px-2 py-1 text-s shadow-layer',
              middleOf(point) > width / 2 && '-translate-x-full',
            )}
            style={{ left: middleOf(point) + (middleOf(point) > width / 2 ? -8 : 8) }}
          >
            <b className="block font-semibold tabular-nums">{formatValue(point.value)}</b>
            <span className="whitespace-nowrap text-muted">
              {formatTime(point.time)}
              {openEnded && at === last && ', so far'}
            </span>
          </div>
        )}
      </div>
      <div id={id} className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ time, value }) => (
              <tr key={time}>
                <th scope="row">{formatTime(time)}</th>
                <td>{formatValue(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

type LineProps = {
  points: readonly ChartPoint[];
  x: (point: ChartPoint) => number;
  y: (point: ChartPoint) => number;
  floor: number;
};

function Line({ points, x, y, floor }: LineProps) {
  const along = line<ChartPoint>().x(x).y(y);
  const below = area<ChartPoint>().x(x).y0(floor).y1(y);
  return (
    <>
      <path d={below(points) ?? ''} fill="var(--accent)" opacity={0.08} />
      <path d={along(points) ?? ''} fill="none" stroke="var(--accent)" strokeWidth={1.75} strokeLinejoin="round" />
    </>
  );
}

/** `21/11/2026`, in UTC. */
function formatDay(time: number): string {
  return formatUtc(time).slice(0, 10);
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    setWidth(measured.clientWidth);
    const observer = new ResizeObserver(() => setWidth(measured.clientWidth));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
