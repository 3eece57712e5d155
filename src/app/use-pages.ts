/** The rows of a long list that are near the screen, read in pages as they come into sight. */
import { useEffect, useRef, useState } from 'react';
import { PageCache } from './page-cache';

type List<Row> = {
  /** Another list is another key. */
  key: string;
  /** The rows are read again when it changes; the older ones stay until then. */
  version?: unknown;
  pageSize: number;
  maxPages: number;
  read: (start: number, count: number) => Promise<readonly Row[] | undefined>;
  /** `read` rejected: the worker no longer has what the list is of. */
  onLost: (error: unknown) => void;
};

/** Scrolling fast reads nothing in between, ms. */
const REST = 30;
/** Rows that could not be read are asked for again while they are wanted, ms. */
const RETRY = 2_000;

/** Reads the rows of [first, last]; returns how to get a row, undefined while it is not here. */
export function usePages<Row>(
  { key, version, ...list }: List<Row>,
  first: number,
  last: number,
): (index: number) => Row | undefined {
  const [, setGeneration] = useState(0);
  const latest = useRef(list);
  latest.current = list;
  const kept = useRef<{ key: string; cache: PageCache<Row>; isEmpty: boolean }>(undefined);
  if (kept.current?.key !== key) {
    const { pageSize, maxPages } = list;
    const cache: PageCache<Row> = new PageCache({
      pageSize,
      maxPages,
      read: (start, count) => latest.current.read(start, count),
      onRows: () => {
        if (kept.current?.cache !== cache) return;
        kept.current.isEmpty = false;
        setGeneration((before) => before + 1);
      },
    });
    kept.current = { key, cache, isEmpty: true };
  }
  const { cache, isEmpty } = kept.current;

  const shown = useRef(version);
  useEffect(() => {
    if (shown.current !== version) cache.renew();
    shown.current = version;
  }, [cache, version]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is read again
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const want = () => {
      cache.want(first, last).then(
        (isComplete) => {
          if (isCurrent && !isComplete) timer = setTimeout(want, RETRY);
        },
        (error: unknown) => isCurrent && latest.current.onLost(error),
      );
    };
    if (isEmpty) want();
    else timer = setTimeout(want, REST);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [cache, version, first, last]);
  return (index) => cache.row(index);
}
