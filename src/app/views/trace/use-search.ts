/** The search of the trace panel: text and filter, the number of matches, and walking through them. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TraceHandle } from '../../../workers/ids';
import type { TraceFilter } from '../../../workers/trace/rows.api';
import type { TraceApi } from '../../../workers/trace/trace.api';
import { useLatest } from '../../ui/use-latest';
import type { TreeModel } from './tree-model';

/** A search runs so long after the last key, ms. */
const DEBOUNCE = 350;

export type TraceSearch = {
  text: string;
  filter: TraceFilter;
  /** Undefined while nothing was searched. */
  count: number | undefined;
  /** 0-based position of the shown match. */
  position: number;
  /** Grows with each finished search, for the overview strip. */
  version: number;
  setText: (text: string) => void;
  setFilter: (filter: TraceFilter) => void;
  /** Runs the search at once when it has not run yet, otherwise shows the match `by` further; goes round at the ends. */
  step: (by: number) => void;
  clear: () => void;
};

type Found = { key: string; count: number; position: number };

/**
 * Returns the search of a trace. `scope` names the rows that are searched and what is known of them: when it
 * changes, matches are counted again and nothing moves.
 */
export function useSearch(
  api: Pick<TraceApi, 'search' | 'match'>,
  handle: TraceHandle,
  model: TreeModel,
  scope: string,
): TraceSearch {
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<TraceFilter>('all');
  const [found, setFound] = useState<Found>();
  const [version, setVersion] = useState(0);
  /** Key of what the worker was asked last; empty while nothing is searched. */
  const searched = useRef('');
  // Reverts and comments are filters that say something by themselves; the others need a text.
  const key = text.trim() === '' && filter !== 'reverts' && filter !== 'comments' ? '' : `${filter} ${text.trim()}`;

  const show = useCallback(
    async (position: number) => {
      const match = await api.match(handle, position);
      if (match) await model.reveal(match.row);
    },
    [api, handle, model],
  );

  const run = useCallback(async () => {
    if (key === '') {
      if (searched.current !== '') await api.search(handle, { text: '', filter: 'all' });
      searched.current = '';
      setFound(undefined);
    } else {
      searched.current = key;
      const { count } = await api.search(handle, { text: text.trim(), filter });
      setFound({ key, count, position: 0 });
      if (count > 0) await show(0);
    }
    setVersion((before) => before + 1);
  }, [api, handle, key, text, filter, show]);

  const asked = useLatest({ text: text.trim(), filter });
  const scopeBefore = useRef(scope);
  useEffect(() => {
    if (scopeBefore.current === scope) return;
    scopeBefore.current = scope;
    if (searched.current === '') return;
    api.search(handle, asked.current).then(({ count }) => {
      setFound((before) => before && { ...before, count, position: Math.max(0, Math.min(before.position, count - 1)) });
      setVersion((before) => before + 1);
    }, model.onCrash);
  }, [api, handle, model, scope]);

  const latest = useLatest(run);
  useEffect(() => {
    const search = () => {
      // Enter does not wait for the timer.
      if (searched.current !== key) latest.current().catch(model.onCrash);
    };
    const timer = setTimeout(search, key === '' ? 0 : DEBOUNCE);
    return () => clearTimeout(timer);
  }, [key, model]);

  const current = found?.key === key ? found : undefined;
  const step = (by: number) => {
    if (key === '') return;
    if (!current) {
      run().catch(model.onCrash);
      return;
    }
    if (current.count === 0) return;
    const position = (current.position + by + current.count) % current.count;
    setFound({ ...current, position });
    show(position).catch(model.onCrash);
  };
  const clear = () => {
    setText('');
    setFilter('all');
  };
  return {
    text,
    filter,
    count: current?.count,
    position: current?.position ?? 0,
    version,
    setText,
    setFilter,
    step,
    clear,
  };
}
