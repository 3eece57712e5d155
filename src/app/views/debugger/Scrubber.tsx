/** All steps at a glance: how deep the calls go, where frames failed, where breakpoints stop, where the reader stands. Dragging moves through time. */

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import type { StepProfile, StepState } from '../../../workers/trace/steps.api';
import { useLoaded } from '../../use-loaded';
import type { DebuggerModel } from './debugger-model';
import type { BreakpointsInUse } from './use-breakpoints';

const HEIGHT = 32;

type Props = {
  model: DebuggerModel;
  total: number;
  state: StepState;
  breakpoints: BreakpointsInUse;
  /** Whether the sources have been read, so that breakpoints on lines are known. */
  known: boolean;
};

export function Scrubber({ model, total, state, breakpoints, known }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const { step } = state;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const answer = useLoaded(
    width === 0 ? undefined : `${model.handle}`,
    () => model.api.stepProfile(model.handle, width),
    { version: width, onLost: model.onCrash },
  );
  const profile = answer?.ok ? answer.value : undefined;
  const marks = useMarks(model, width, breakpoints, known);
  useEffect(() => {
    if (canvas.current && profile) draw(canvas.current, profile, marks);
  }, [profile, marks]);

  const goTo = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    model.go(Math.floor(((event.clientX - box.left) / box.width) * total));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const far = Math.max(1, Math.round(total / 50));
    const by: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: far,
      PageDown: -far,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    };
    const move = by[event.key];
    if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    model.move(move);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Step"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, total - 1)}
      aria-valuenow={step}
      aria-valuetext={`Step ${formatInteger(step)} of ${formatInteger(total)}, ${state.name}, depth ${state.depth}`}
      className="relative h-8 min-w-40 flex-[1_1_220px] cursor-ew-resize touch-none overflow-hidden rounded-m border border-line bg-panel"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event);
      }}
    >
      <canvas ref={canvas} className="block h-full w-full" />
      <span
        className="pointer-events-none absolute inset-0"
        // As wide as the scrubber, so that a share of its own width moves it; moved so, it costs no layout.
        style={{ transform: `translateX(${(total < 2 ? 0 : step / (total - 1)) * 100}%)` }}
      >
        <span className="absolute inset-y-0 -ml-px w-0.5 bg-accent" />
      </span>
    </div>
  );
}

/** Which slices have a stop; undefined while there are no breakpoints. */
function useMarks(
  model: DebuggerModel,
  width: number,
  { all, isEmpty }: BreakpointsInUse,
  known: boolean,
): Uint8Array | undefined {
  const answer = useLoaded(
    width === 0 || isEmpty ? undefined : `${model.handle}`,
    () => model.api.breakMarks(model.handle, all, width),
    { version: `${width} ${known} ${JSON.stringify(all)}`, onLost: model.onCrash },
  );
  return answer?.ok ? answer.value : undefined;
}

function draw(
  canvas: HTMLCanvasElement,
  { depth, failed, maxDepth }: StepProfile,
  marks: Uint8Array | undefined,
): void {
  const scale = window.devicePixelRatio || 1;
  const width = depth.length;
  canvas.width = width * scale;
  canvas.height = HEIGHT * scale;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(scale, scale);
  context.clearRect(0, 0, width, HEIGHT);
  const style = getComputedStyle(canvas);
  context.fillStyle = style.getPropertyValue('--line-strong');
  for (let x = 0; x < width; x++) {
    const height = 3 + ((HEIGHT - 6) * ((depth[x] ?? 0) + 1)) / (maxDepth + 1);
    context.fillRect(x, HEIGHT - height, 1, height);
  }
  context.fillStyle = style.getPropertyValue('--failure');
  for (let x = 0; x < width; x++) if (failed[x] === 1) context.fillRect(x, 0, 2, HEIGHT);
  if (marks === undefined) return;
  context.fillStyle = style.getPropertyValue('--pending');
  for (let x = 0; x < marks.length; x++) {
    if (marks[x] !== 1) continue;
    context.beginPath();
    context.arc(x + 0.5, 5, 3, 0, 2 * Math.PI);
    context.fill();
  }
}
