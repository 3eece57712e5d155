/** The colours of the flame graph, read from the theme's variables; again when the theme changes. */
import { useEffect, useState } from 'react';
import type { FlameColours } from './flame-paint';

/**
 * For each RowKind, then for the initial gas and failures: a colour, and how much of it is mixed into the panel's,
 * percent.
 */
const FILLS: readonly (readonly [string, number])[] = [
  ['--call', 24],
  ['--static', 24],
  ['--delegate', 24],
  ['--delegate', 24],
  ['--create', 26],
  ['--create', 26],
  ['--revert', 26],
  ['--event', 24],
  ['--internal', 24],
  ['--read', 24],
  ['--write', 24],
  ['--muted', 22],
  ['--failure', 34],
];
const SIZE = 11;

export function useFlameColours(): FlameColours {
  const [look, setLook] = useState(readLook);
  useEffect(() => {
    const read = () => setLook(readLook());
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    document.fonts.ready.then(read, () => undefined);
    return () => observer.disconnect();
  }, []);
  return look;
}

function readLook(): FlameColours {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const ground = value('--panel');
  const font = `${SIZE}px ${value('--font-mono')}`;
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  return {
    fills: FILLS.map(([name, part]) => `color-mix(in oklab, ${value(name)} ${part}%, ${ground})`),
    text: value('--text'),
    ground,
    line: value('--line'),
    accent: value('--accent'),
    font,
    characterWidth: context?.measureText('0').width ?? SIZE * 0.6,
  };
}
