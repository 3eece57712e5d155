/** The rows of a diff that are held, by their place; those near the screen are fetched. */
import { useEffect, useRef, useState } from 'react';
import type { DiffRowView } from '../../../workers/trace/diff.api';
import { useTraceApi } from '../../wiring';
import type { Pairing } from './pairing';

/** Rows asked for at once. */
const PAGE = 100;

export type HeldRows = ReadonlyMap<number, DiffRowView>;

/** Rows from `first` to `last` and what was fetched before; read again when more became known of either trace. */
export function useDiffRows(
  { a, b, all, onLost }: Pairing & { all: boolean },
  count: number,
  first: number,
  last: number,
): HeldRows {
  const api = useTraceApi();
  const known = `${a.summary.handle} ${a.summary.numbering} ${a.known} ${b.summary.handle} ${b.summary.numbering} ${b.known}`;
  const [held, setHeld] = useState<{ known: string; rows: HeldRows }>();
  const latest = useRef({ held, onLost });
  latest.current = { held, onLost };
  const from = Math.floor(first / PAGE) * PAGE;
  const to = Math.min(count, (Math.floor(last / PAGE) + 1) * PAGE);
  const pair = { a: a.summary.handle, b: b.summary.handle };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` holds both handles
  useEffect(() => {
    let current = true;
    const fetchPages = async () => {
      for (let start = from; start < to; start += PAGE) {
        const before = latest.current.held;
        if (before?.known === known && before.rows.has(start)) continue;
        const window = await api.diffRows(pair, !all, start, PAGE);
        if (!current) return;
        setHeld((was) => {
          // Of an earlier reading, rows stay until theirs is here.
          const rows = new Map(was?.rows);
          for (const row of window.rows) rows.set(row.index, row);
          return { known, rows };
        });
      }
    };
    fetchPages().catch((error: unknown) => current && latest.current.onLost(error));
    return () => {
      current = false;
    };
  }, [api, known, from, to, all]);
  return held?.rows ?? NONE;
}

const NONE: HeldRows = new Map();
