import type { ReactNode } from 'react';
import { classes } from './classes';

export type Tone = 'success' | 'failure' | 'pending' | 'neutral' | 'accent';

const TONES: Record<Tone, string> = {
  success: 'bg-success-soft text-success',
  failure: 'bg-failure-soft text-failure',
  pending: 'bg-pending-soft text-pending',
  neutral: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent',
};

/** Shows a short word on a soft background. `glyph` repeats what the colour means, for readers who cannot see it. */
export function Badge({
  tone = 'neutral',
  glyph,
  title,
  children,
}: {
  tone?: Tone;
  glyph?: string | undefined;
  title?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span
      title={title}
      className={classes(
        'inline-flex h-[22px] shrink-0 items-center gap-1.5 whitespace-nowrap rounded-[5px] px-2 font-semibold text-s leading-none',
        TONES[tone],
      )}
    >
      {glyph !== undefined && <span aria-hidden>{glyph}</span>}
      {children}
    </span>
  );
}

export type Status = 'success' | 'failed' | 'pending' | 'unverified' | 'gone' | 'unknown';

/** One glyph, tone and word per status, the same everywhere. */
export const STATUSES: Record<Status, { glyph: string; tone: Tone; word: string }> = {
  success: { glyph: '✓', tone: 'success', word: 'Success' },
  failed: { glyph: '✕', tone: 'failure', word: 'Failed' },
  pending: { glyph: '◔', tone: 'pending', word: 'Pending' },
  unverified: { glyph: '!', tone: 'pending', word: 'Not verified' },
  gone: { glyph: '✕', tone: 'failure', word: 'Gone' },
  unknown: { glyph: '?', tone: 'neutral', word: 'Status unknown' },
};

export function StatusBadge({ status }: { status: Status }) {
  const { glyph, tone, word } = STATUSES[status];
  return (
    <Badge tone={tone} glyph={glyph}>
      {word}
    </Badge>
  );
}

/** Shows the glyph alone, for narrow columns; read out as the word. */
export function StatusGlyph({ status }: { status: Status }) {
  const { glyph, tone, word } = STATUSES[status];
  return (
    <span role="img" aria-label={word} title={word} className={`font-semibold text-${tone}`}>
      {glyph}
    </span>
  );
}
