/** A search parameter of the page. The address is its only owner; components and models are given the value. */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type PendingValue, setPending, settlePending, writePending } from './pending-value';
import { useLatest } from './ui/use-latest';

/** The parameters are those of any page, and each page checks its own when it reads them. */
type Fields = Record<string, unknown>;
/** `useNavigate` for parameters of any page. */
export type ChangeSearch = (options: {
  to: '.';
  search: (before: Fields) => Fields;
  replace: boolean;
  resetScroll: boolean;
}) => Promise<void>;

type Parameter = string | number | undefined;

/**
 * Returns the parameter and how to change it. The change shows at once, and reaches the address `debounce` ms after
 * the last one, in place of the entry of the history: browsers refuse an address that changes many times a second.
 * A press on a link writes it first, so that the reader comes back to it. With `push` the browser's button leads back to
 * the value before. `undefined` takes the parameter out.
 */
export function useUrlValue<T extends Parameter>(
  key: string,
  { debounce = 0, push = false }: { debounce?: number; push?: boolean } = {},
): [T, (value: T) => void] {
  const url = (useSearch({ strict: false }) as Fields)[key] as T;
  const navigate: ChangeSearch = useNavigate();
  const [pending, setState] = useState<PendingValue<T>>();
  const current = settlePending(pending, url);
  if (current !== pending) setState(current);

  const { history } = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Writes what waits for the timer. */
  const due = useRef<() => void>(undefined);
  const isPending = current !== undefined;
  useEffect(() => {
    if (!isPending) return;
    const leave = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('a[href]'))) return;
      due.current?.();
      history.flush();
    };
    addEventListener('click', leave, true);
    return () => {
      removeEventListener('click', leave, true);
      // What another change of the address replaced is not written any more.
      clearTimeout(timer.current);
    };
  }, [isPending, history]);

  const latest = useLatest(url);
  /** Addresses that were written and that the router has not taken over yet. */
  const written = useRef(0);
  const write = useCallback(
    (value: T) => {
      written.current++;
      const taken = navigate({
        to: '.',
        search: (before) => {
          const { [key]: _, ...others } = before;
          return value === undefined ? others : { ...others, [key]: value };
        },
        replace: !push,
        resetScroll: false,
      });
      void taken.finally(() => written.current--);
    },
    [navigate, key, push],
  );
  const set = useCallback(
    (value: T) => {
      clearTimeout(timer.current);
      if (value === latest.current) {
        setState(undefined);
        // The address is about to say otherwise.
        if (written.current > 0) write(value);
        return;
      }
      setState((before) => setPending(before, latest.current, value));
      due.current = () => {
        clearTimeout(timer.current);
        setState((before) => before && writePending(before));
        write(value);
      };
      timer.current = setTimeout(due.current, debounce);
    },
    [write, debounce],
  );
  return [current === undefined ? url : current.value, set];
}
