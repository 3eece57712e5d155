/** Keeps an editor in step with the text that it stands for, which is also changed from elsewhere. */
import { useCallback, useEffect, useRef } from 'react';
import { useLatest } from '../../ui/use-latest';

/**
 * Calls `read` with each text that the editor did not write itself, the first one included; `isWanted` says later
 * whether that text is still current. Returns the function that takes the editor's text after a change.
 */
export function useTextInStep(
  text: string,
  onText: (text: string) => void,
  read: (text: string, isWanted: () => boolean) => void,
): (text: string) => void {
  const known = useRef<string>(undefined);
  const latest = useLatest({ onText, read });
  useEffect(() => {
    if (text === known.current) return;
    known.current = text;
    latest.current.read(text, () => known.current === text);
  }, [text]);
  return useCallback((next) => {
    if (next === known.current) return;
    known.current = next;
    latest.current.onText(next);
  }, []);
}
