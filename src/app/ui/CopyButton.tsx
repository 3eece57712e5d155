import { useEffect, useRef, useState } from 'react';
import { classes } from './classes';
import { Icon } from './Icon';
import { toast } from './toast';

const CONFIRMED = 3000; // milliseconds

/** Copies `text` (or what it resolves to) and says so, by a tick for three seconds and a toast. */
export function CopyButton({
  text,
  what,
  className,
}: {
  text: string | (() => Promise<string>);
  /** What is copied, for the label: `address`, `hash`. */
  what: string;
  className?: string;
}) {
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      aria-label={copied ? 'Copied' : `Copy ${what}`}
      title={`Copy ${what}`}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        void copy(text);
      }}
      className={classes(
        'inline-flex size-[18px] shrink-0 items-center justify-center rounded-s align-middle hover:bg-hover',
        copied ? 'text-success' : 'text-faint hover:text-text',
        className,
      )}
    >
      <Icon name={copied ? 'check' : 'copy'} size={12} />
    </button>
  );
}

/** `copy` puts a text on the clipboard; `copied` holds for three seconds after it went well. */
export function useCopy(): { copied: boolean; copy: (text: string | (() => Promise<string>)) => Promise<void> } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      // A list has dozens of these, and most were never pressed.
      if (timer.current !== undefined) clearTimeout(timer.current);
    },
    [],
  );
  async function copy(text: string | (() => Promise<string>)) {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
    } catch {
      toast({ text: 'The browser did not allow copying', tone: 'failure' });
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), CONFIRMED);
    toast({ text: 'Copied to clipboard', tone: 'success' });
  }
  return { copied, copy };
}
