/** The transfers as a graph: accounts, and what went from one to the other. */
import { select, type ZoomBehavior, zoom, zoomIdentity } from 'd3';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { NativeCurrency } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { Transfers } from '../../../workers/trace/views.api';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Panel';
import { useTokens } from './AssetChanges';
import { assetText } from './asset-text';
import { DRAWN, type FittedFlow, fitFlow, OTHERS, READABLE } from './fit-flow';
import { type FlowLabel, LINE_HEIGHT, placeLabels } from './flow-labels';
import { type FlowLayout, type FlowLink, type FlowNode, LABELLED, linePath, NODE } from './flow-layout';

/** Height of the drawing, px. */
const HEIGHT = { least: 120, most: 600 };
const NAME = 20;
/** Width before it is measured, px. */
const WIDTH = 900;

type Props = { moved: Transfers; currency: NativeCurrency };

export function FundFlow({ moved, currency }: Props) {
  const tokens = useTokens(moved);
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(svg);
  const layout = useMemo(() => {
    const transfers = moved.transfers
      .slice(0, DRAWN)
      .filter(({ from, to }) => from !== to)
      .map((transfer) => ({ from: transfer.from, to: transfer.to, text: assetText(transfer, tokens, currency).text }));
    return fitFlow(transfers, { width, height: HEIGHT.most });
  }, [moved, tokens, currency, width]);
  const [looked, setLooked] = useState<string>();
  const { group, zoomBy, showAll } = useZoom(svg, layout);
  const names = useMemo(() => namesOf(layout.nodes, layout.others, moved), [layout, moved]);
  const scale = Math.min(1, Math.max(READABLE, width / layout.width));
  const shown = Math.max(layout.width, width / scale);
  const labels = useMemo(() => {
    const { links } = layout;
    const near = links.filter(({ from, to }) => looked === undefined || from.id === looked || to.id === looked);
    return looked === undefined && links.length > LABELLED ? [] : placeLabels(layout, near, shown);
  }, [layout, looked, shown]);
  const height = Math.max(HEIGHT.least, Math.min(HEIGHT.most, layout.height * scale));
  return (
    <Panel
      title="Fund flow"
      aside={asideOf(moved, layout)}
      actions={
        <>
          <Button size="s" variant="quiet" icon aria-label="Zoom in" onClick={() => zoomBy(1.4)}>
            +
          </Button>
          <Button size="s" variant="quiet" icon aria-label="Zoom out" onClick={() => zoomBy(1 / 1.4)}>
            −
          </Button>
          <Button size="s" variant="quiet" onClick={showAll}>
            Fit
          </Button>
        </>
      }
    >
      <svg
        ref={svg}
        width="100%"
        height={height}
        role="img"
        aria-label={`Fund flow between ${layout.accounts} accounts; the table of asset changes says the same in words`}
        className="block cursor-grab touch-pan-y select-none"
      >
        <defs>
          <marker id="flow-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" fill="var(--muted)" />
          </marker>
        </defs>
        <g ref={group}>
          {layout.links.map((link) => (
            <Link
              key={`${link.from.id} ${link.to.id}`}
              link={link}
              upright={layout.upright}
              undone={moved.undone}
              state={stateOf(looked, link.from.id, link.to.id)}
            />
          ))}
          {layout.nodes.map((node) => (
            <Account
              key={node.id}
              node={node}
              name={names.get(node.id) ?? ''}
              dimmed={looked !== undefined && !touches(layout, looked, node.id)}
              onLook={setLooked}
            />
          ))}
          {labels.map((label) => (
            <LinkText key={`${label.link.from.id} ${label.link.to.id}`} label={label} />
          ))}
        </g>
      </svg>
    </Panel>
  );
}

/** Tells what qualifies the graph: amounts that balances contradict, and what is not drawn, or drawn as one; undefined for nothing. */
function asideOf({ count, changes }: Transfers, { accounts, others }: FittedFlow): string | undefined {
  const parts = [
    changes.some(({ held }) => held !== undefined) ? 'by the events, which the balances contradict' : '',
    count > DRAWN ? `the first ${DRAWN} of ${formatInteger(count)} transfers` : '',
    others > 0 ? `${formatInteger(accounts)} accounts, the last ${formatInteger(others)} drawn as one` : '',
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** The name of each account; accounts with the same name are shown with the ends of their addresses. */
function namesOf(nodes: readonly FlowNode[], others: number, moved: Transfers): ReadonlyMap<string, string> {
  const textOf = (id: string) => {
    const name = moved.names[id as Address];
    return name && harmlessText(name.text, NAME);
  };
  const texts = nodes.map(({ id }) => textOf(id));
  return new Map(
    nodes.map(({ id }) => {
      if (/^0x0+$/.test(id)) return [id, 'Minted or burnt'];
      if (id === OTHERS) return [id, `${formatInteger(others)} more accounts`];
      const text = textOf(id);
      if (text === undefined) return [id, shorten(id)];
      return [id, texts.filter((other) => other === text).length > 1 ? `${text} …${id.slice(-4)}` : text];
    }),
  );
}

type LinkState = 'plain' | 'looked' | 'dimmed';

function stateOf(looked: string | undefined, from: string, to: string): LinkState {
  if (looked === undefined) return 'plain';
  return looked === from || looked === to ? 'looked' : 'dimmed';
}

function touches({ links }: FlowLayout, looked: string, id: string): boolean {
  if (looked === id) return true;
  return links.some(({ from, to }) => (from.id === looked && to.id === id) || (to.id === looked && from.id === id));
}

/** Texts of a link in its tooltip; more would not fit the screen. */
const TIP_LINES = 20;

type LinkProps = { link: FlowLink; upright: boolean; undone: boolean; state: LinkState };

function Link({ link, upright, undone, state }: LinkProps) {
  const words = link.texts.map(({ text, times }) => (times === 1 ? text : `${times} × ${text}`));
  const more = words.length - TIP_LINES;
  return (
    <path
      d={linePath(link, upright)}
      opacity={state === 'dimmed' ? 0.15 : 1}
      fill="none"
      stroke={state === 'looked' ? 'var(--accent)' : 'var(--muted)'}
      strokeWidth={1.25}
      strokeDasharray={undone ? '4 3' : undefined}
      markerEnd="url(#flow-head)"
    >
      <title>{[...words.slice(0, TIP_LINES), ...(more > 0 ? [`… ${more} more`] : [])].join('\n')}</title>
    </path>
  );
}

function LinkText({ label: { lines, x, y } }: { label: FlowLabel }) {
  return (
    <text x={x} y={y} textAnchor="middle" className="pointer-events-none fill-text text-s">
      {lines.map((line, at) => (
        <tspan
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines, which may say the same
          key={at}
          x={x}
          dy={at === 0 ? LINE_HEIGHT - 3 : LINE_HEIGHT}
          stroke="var(--panel)"
          strokeWidth={4}
          paintOrder="stroke"
        >
          {line}
        </tspan>
      ))}
    </text>
  );
}

type AccountProps = { node: FlowNode; name: string; dimmed: boolean; onLook: (id: string | undefined) => void };

function Account({ node, name, dimmed, onLook }: AccountProps) {
  return (
    <g
      transform={`translate(${node.x} ${node.y})`}
      opacity={dimmed ? 0.25 : 1}
      {...(node.id !== OTHERS && { 'data-address': node.id })}
      onPointerEnter={() => onLook(node.id)}
      onPointerLeave={() => onLook(undefined)}
    >
      <title>{node.id === OTHERS ? name : node.id}</title>
      <rect width={NODE.width} height={NODE.height} rx={6} fill="var(--raised)" stroke="var(--line-strong)" />
      <text x={NODE.width / 2} y={NODE.height / 2 + 4.5} textAnchor="middle" className="fill-text font-medium">
        {name}
      </text>
    </g>
  );
}

/** Moving and zooming; the wheel zooms with Ctrl only, so that the page scrolls over it. */
function useZoom(svg: RefObject<SVGSVGElement | null>, layout: FlowLayout) {
  const group = useRef<SVGGElement>(null);
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown>>(undefined);
  const show = useCallback(
    (least: number) => {
      const element = svg.current;
      if (!element || !behaviour.current) return;
      const { width, height } = element.getBoundingClientRect();
      const scale = Math.max(least, Math.min(1, width / layout.width, height / layout.height));
      const moved = zoomIdentity
        .translate(Math.max(0, (width - layout.width * scale) / 2), (height - layout.height * scale) / 2)
        .scale(scale);
      select(element).call(behaviour.current.transform, moved);
    },
    [svg, layout],
  );
  const showAll = useCallback(() => show(0), [show]);
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    let touched = false;
    const made = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.1, 4])
      .filter((event: Event) => (event.type === 'wheel' ? (event as WheelEvent).ctrlKey : true))
      .on('zoom', ({ transform, sourceEvent }: { transform: { toString(): string }; sourceEvent: unknown }) => {
        touched ||= sourceEvent !== null;
        group.current?.setAttribute('transform', transform.toString());
      });
    behaviour.current = made;
    select(element).call(made);
    show(READABLE);
    // In another width it is laid out anew, unless the reader has moved it.
    const observer = new ResizeObserver(() => touched || show(READABLE));
    observer.observe(element);
    return () => {
      observer.disconnect();
      select(element).on('.zoom', null);
    };
  }, [svg, show]);
  const zoomBy = (factor: number) => {
    if (svg.current && behaviour.current) select(svg.current).call(behaviour.current.scaleBy, factor);
  };
  return { group, zoomBy, showAll };
}

/** The width the element is drawn in, px; measured before it is painted. */
function useWidth(element: RefObject<SVGSVGElement | null>): number {
  const [width, setWidth] = useState(WIDTH);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth || WIDTH);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
