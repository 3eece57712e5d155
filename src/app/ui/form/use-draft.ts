import { useCallback, useRef, useState } from 'react';

type Fields = Readonly<Record<string, string>>;

/** The longest text that is kept, characters: several large source files. A tab has room for about five such texts. */
const MAX_DRAFT = 1_000_000;

/**
 * Keeps the fields of a form as they are typed, for the tab under `name`, so that a reload loses nothing. Returns
 * the fields, how to change some, and how to begin anew with `first`, for a form that is done. Where there is no
 * room for new texts, the texts kept before stay.
 */
export function useDraft<T extends Fields>(name: string, first: T): [T, (change: Partial<T>) => void, () => void] {
  const key = `loupe.draft ${name}`;
  const [fields, setFields] = useState(() => readDraft(key, first));
  const initial = useRef(first);
  const change = useCallback(
    (part: Partial<T>) =>
      setFields((before) => {
        const next = { ...before, ...part };
        keepDraft(key, JSON.stringify(next));
        return next;
      }),
    [key],
  );
  const reset = useCallback(() => {
    keepDraft(key, undefined);
    setFields(initial.current);
  }, [key]);
  return [fields, change, reset];
}

/** What is kept of the fields that the form has now. */
function readDraft<T extends Fields>(key: string, first: T): T {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return first;
    const known = Object.entries(kept).filter(
      ([field, text]) => Object.hasOwn(first, field) && typeof text === 'string',
    );
    return { ...first, ...Object.fromEntries(known) };
  } catch {
    return first; // storage is refused, or holds something else
  }
}

function keepDraft(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else if (text.length <= MAX_DRAFT) sessionStorage.setItem(key, text);
  } catch {
    // Storage is refused or full: the form works without.
  }
}
