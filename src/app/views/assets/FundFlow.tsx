/** The transfers as a graph: accounts, and what went from one to the other. */
import { linkHorizontal, select, type ZoomBehavior, zoom, zoomIdentity } from 'd3';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
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
import { type FlowLayout, type FlowLink, type FlowNode, layOutFlow, NODE } from './flow-layout';

/** Transfers that are drawn; more would be a hairball. */
const DRAWN = 400;
/** Links up to this number have their texts beside them all the time, more only where one looks. */
const LABELLED = 16;
/** Height of the drawing, px. */
const HEIGHT = { least: 120, most: 480 };
const NAME = 20;
/** A graph that fits only when drawn smaller than this shows its left end, from top to bottom the middle, and is moved. */
const READABLE = 0.62;

type Props = { moved: Transfers; currency: NativeCurrency };

export function FundFlow({ moved, currency }: Props) {
  const tokens = useTokens(moved);
  const layout = useMemo(
    () =>
      layOutFlow(
        moved.transfers
          .slice(0, DRAWN)
          .filter(({ from, to }) => from !== to)
          .map((transfer) => ({
            from: transfer.from,
            to: transfer.to,
            text: assetText(transfer, tokens, currency).text,
          })),
      ),
    [moved, tokens, currency],
  );
  const [looked, setLooked] = useState<string>();
  const { svg, group, zoomBy, showAll } = useZoom(layout);
  const names = useMemo(() => namesOf(layout.nodes, moved), [layout, moved]);
  const labelled = layout.links.length <= LABELLED;
  const height = Math.max(HEIGHT.least, Math.min(HEIGHT.most, layout.height));
  return (
    <Panel
      title="Fund flow"
      aside={moved.count > DRAWN ? `the first ${DRAWN} of ${formatInteger(moved.count)} transfers` : undefined}
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
        aria-label={`Fund flow between ${layout.nodes.length} accounts; the table of asset changes says the same in words`}
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
              undone={moved.undone}
              state={stateOf(looked, link.from.id, link.to.id)}
              labelled={labelled}
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
        </g>
      </svg>
    </Panel>
  );
}

/** The name of each account; accounts with the same name are shown with the ends of their addresses. */
function namesOf(nodes: readonly FlowNode[], moved: Transfers): ReadonlyMap<string, string> {
  const textOf = (id: string) => {
    const name = moved.names[id as Address];
    return name && harmlessText(name.text, NAME);
  };
  const texts = nodes.map(({ id }) => textOf(id));
  return new Map(
    nodes.map(({ id }) => {
      if (/^0x0+$/.test(id)) return [id, 'Minted or burnt'];
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

const curve = linkHorizontal<unknown, [number, number]>();

function pathOf({ from, to, back }: FlowLink): string {
  const middle = NODE.height / 2;
  if (!back) {
    return curve({ source: [from.x + NODE.width, from.y + middle], target: [to.x, to.y + middle] }) ?? '';
  }
  // From below the one, under both, to below the other.
  const low = Math.max(from.y, to.y) + NODE.height + 18;
  const [start, end] = [from.x + NODE.width * 0.7, to.x + NODE.width * 0.3];
  return `M${start} ${from.y + NODE.height}C${start} ${low + 14} ${end} ${low + 14} ${end} ${to.y + NODE.height + 4}`;
}

type LinkProps = { link: FlowLink; undone: boolean; state: LinkState; labelled: boolean };

function Link({ link, undone, state, labelled }: LinkProps) {
  const { from, to, back, texts } = link;
  const words = texts.map(({ text, times }) => (times === 1 ? text : `${times} × ${text}`));
  const shown = (labelled && state !== 'dimmed') || state === 'looked';
  const middle = {
    x: (from.x + NODE.width + to.x) / 2,
    y: back ? Math.max(from.y, to.y) + NODE.height + 26 : (from.y + to.y + NODE.height) / 2 - 5,
  };
  return (
    <g opacity={state === 'dimmed' ? 0.15 : 1}>
      <path
        d={pathOf(link)}
        fill="none"
        stroke={state === 'looked' ? 'var(--accent)' : 'var(--muted)'}
        strokeWidth={1.25}
        strokeDasharray={undone ? '4 3' : undefined}
        markerEnd="url(#flow-head)"
      >
        <title>{words.join('\n')}</title>
      </path>
      {shown && (
        <text
          x={back ? (from.x + to.x + NODE.width) / 2 : middle.x}
          y={middle.y}
          textAnchor="middle"
          className="fill-text text-s"
        >
          {words.slice(0, 2).map((text, at) => (
            <tspan
              key={text}
              x={back ? (from.x + to.x + NODE.width) / 2 : middle.x}
              dy={at === 0 ? 0 : 13}
              stroke="var(--panel)"
              strokeWidth={4}
              paintOrder="stroke"
            >
              {text}
              {at === 1 && words.length > 2 ? ` and ${words.length - 2} more` : ''}
            </tspan>
          ))}
        </text>
      )}
    </g>
  );
}

type AccountProps = { node: FlowNode; name: string; dimmed: boolean; onLook: (id: string | undefined) => void };

function Account({ node, name, dimmed, onLook }: AccountProps) {
  return (
    <g
      transform={`translate(${node.x} ${node.y})`}
      opacity={dimmed ? 0.25 : 1}
      data-address={node.id}
      onPointerEnter={() => onLook(node.id)}
      onPointerLeave={() => onLook(undefined)}
    >
      <title>{node.id}</title>
      <rect width={NODE.width} height={NODE.height} rx={6} fill="var(--raised)" stroke="var(--line-strong)" />
      <text x={NODE.width / 2} y={NODE.height / 2 + 4.5} textAnchor="middle" className="fill-text font-medium">
        {name}
      </text>
    </g>
  );
}

/** Moving and zooming; the wheel zooms with Ctrl only, so that the page scrolls over it. */
function useZoom(layout: FlowLayout) {
  const svg = useRef<SVGSVGElement>(null);
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
    [layout],
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
  }, [show]);
  const zoomBy = (factor: number) => {
    if (svg.current && behaviour.current) select(svg.current).call(behaviour.current.scaleBy, factor);
  };
  return { svg, group, zoomBy, showAll };
}
