/** Flame graph, search, export, and the section of the selected call beside its pie chart. */

import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatGas, formatInteger, formatPercent } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import {
  type Flame,
  type FlameIndex,
  type FlameNames,
  flameIndex,
  frameName,
  ownGas,
  totalGas,
  wholeGas,
} from '../../../core/gas/flame';
import { calleesOf, depthIdOfFrame, frameOfDepthId } from '../../../core/gas/flame-view';
import type { InitialGasPart } from '../../../core/gas/initial-gas';
import { searchFlame } from '../../../core/gas/search-flame';
import { harmlessText } from '../../../core/text/harmless';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import { Button } from '../../ui/Button';
import { usePageKeys } from '../../ui/keys';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { usePageTransaction } from '../open-trace/open-trace-context';
import { FlameGraph } from './FlameGraph';
import { minimumOf } from './flame-paint';
import { GasExport } from './GasExport';
import { GasSection } from './GasSection';
import { useFlameZoom } from './use-flame-window';

type Props = { flame: Flame; initialParts: readonly InitialGasPart[]; names: FlameNames };

/** Characters of a name: texts of contracts may be megabytes. */
const NAME_LIMIT = 160;
const SEARCH_DEBOUNCE = 350;
/** Callees named to screen readers. */
const TOLD = 20;

export function GasProfile({ flame, initialParts, names: rawNames }: Props) {
  const { record } = usePageTransaction();
  const names = useMemo<FlameNames>(
    () => ({ ...rawNames, names: rawNames.names.map((name) => harmlessText(name, NAME_LIMIT)) }),
    [rawNames],
  );
  const zoom = useFlameZoom(flame);
  const [selected, select] = useSelected(flame);
  const { text, setText, found } = useFlameSearch(flame, names);
  const [width, setWidth] = useState(0);
  const searchBox = useRef<HTMLInputElement>(null);
  const words = useId();
  usePageKeys('Gas profiler', [{ key: '/', label: 'Search in calls', run: () => searchBox.current?.focus() }, ...KEYS]);
  const hidden = hiddenBelow(flame, zoom.window, width, record);
  return (
    <>
      <Panel
        title="Gas Profiler"
        aside={`${countOf(flame.length - 1, 'call')} · ${formatGas(flame.gasUsed)} gas`}
        actions={<GasExport />}
      >
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
          <SearchField ref={searchBox} label="Search in calls" value={text} onChange={setText} shortcut="/" />
          <span role="status" className="text-muted tabular-nums">
            {found &&
              (found.frames === 0
                ? 'No results'
                : `${countOf(found.frames, 'call')}, ${formatGas(found.gas)} gas, ${formatPercent((found.gas / wholeGas(flame)) * 100)}`)}
          </span>
          <span className="ml-auto flex gap-1.5">
            <Button
              size="s"
              icon
              aria-label="Zoom out"
              title="Zoom out (−)"
              disabled={!zoom.zoomed}
              onClick={zoom.zoomOut}
            >
              −
            </Button>
            <Button size="s" icon aria-label="Zoom in" title="Zoom in (+)" onClick={zoom.zoomIn}>
              +
            </Button>
            <Button size="s" disabled={!zoom.zoomed} onClick={zoom.reset}>
              Reset zoom
            </Button>
          </span>
        </div>
        <FlameGraph
          flame={flame}
          names={names}
          zoom={zoom}
          selected={selected}
          onSelect={select}
          matches={found?.matches}
          onWidth={setWidth}
          describedBy={words}
        />
        {hidden !== undefined && (
          <p className="border-line border-t px-3 py-1.5 text-muted">
            Gas items bellow {hidden} GWEI are hidden from the graph
          </p>
        )}
        <InWords id={words} flame={flame} names={names} selected={selected} />
      </Panel>
      <GasSection flame={flame} initialParts={initialParts} names={names} selected={selected} onSelect={select} />
    </>
  );
}

const KEYS = [
  { key: '↑ ↓ ← →', label: 'Caller, first callee, neighbours' },
  { key: 'Enter', label: 'Zoom to the selected call' },
  { key: '+ −', label: 'Zoom' },
  { key: 'Shift+← →', label: 'Pan' },
  { key: 'Esc', label: 'Whole graph' },
];

/** The selected frame: that of the row in the address, unless one that has no row was selected since. */
function useSelected(flame: Flame): [FlameIndex | undefined, (frame: FlameIndex) => void] {
  const { row, selectRow } = usePageTransaction();
  const [rowless, setRowless] = useState<{ frame: FlameIndex; during: string | undefined }>();
  const select = useCallback(
    (frame: FlameIndex) => {
      const id = depthIdOfFrame(flame, frame);
      setRowless(id === undefined ? { frame, during: row } : undefined);
      if (id !== undefined) selectRow(id);
    },
    [flame, row, selectRow],
  );
  const isRowless = rowless !== undefined && rowless.during === row;
  return [isRowless ? rowless.frame : frameOfDepthId(flame, row), select];
}

function useFlameSearch(flame: Flame, names: FlameNames) {
  const [text, setText] = useState('');
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim().toLowerCase()), SEARCH_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useMemo(
    () => (settled === '' ? undefined : searchFlame(flame, names, settled)),
    [flame, names, settled],
  );
  return { text, setText, found };
}

/** What frames left out cost at most, in gwei of this transaction's price; undefined when all are drawn. */
function hiddenBelow(
  flame: Flame,
  { from, to }: { from: number; to: number },
  width: number,
  { receipt }: TransactionRecord,
): string | undefined {
  const minimum = minimumOf(flame);
  if (minimum === 0 || width === 0) return undefined;
  const gas = ((to - from) / width) * minimum;
  if (gas < 1) return undefined;
  const price = receipt?.effectiveGasPrice === undefined ? 1 : Number(receipt.effectiveGasPrice) / 1e9;
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(gas * price);
}

/** What the graph shows of the selected call, for those who do not see it. */
function InWords({
  id,
  flame,
  names,
  selected = flameIndex(0),
}: {
  id: string;
  flame: Flame;
  names: FlameNames;
  selected?: FlameIndex | undefined;
}) {
  const callees = useMemo(() => {
    const all = [...calleesOf(flame, selected)];
    return { count: all.length, told: all.sort((a, b) => totalGas(flame, b) - totalGas(flame, a)).slice(0, TOLD) };
  }, [flame, selected]);
  const say = (frame: FlameIndex) => {
    const gas = totalGas(flame, frame);
    return `${frameName(names, frame)}, ${formatGas(gas)} gas, ${formatPercent((gas / wholeGas(flame)) * 100)}`;
  };
  return (
    <div id={id} className="sr-only">
      <p aria-live="polite">
        {say(selected)}, {formatGas(ownGas(flame, selected))} its own, depth {flame.depth[selected]}.
      </p>
      {callees.count > 0 && <p>{`Calls within it, ${formatInteger(callees.count)}, most gas first:`}</p>}
      <ul>
        {callees.told.map((frame) => (
          <li key={frame}>{say(frame)}</li>
        ))}
      </ul>
    </div>
  );
}
