import type { ReactNode } from 'react';
import { classes } from './classes';

export type CalloutTone = 'pending' | 'failure' | 'success' | 'accent';

const TONES: Record<CalloutTone, { ground: string; glyph: string }> = {
  pending: { ground: 'bg-pending-soft text-pending', glyph: '▲' },
  failure: { ground: 'bg-failure-soft text-failure', glyph: '✕' },
  success: { ground: 'bg-success-soft text-success', glyph: '✓' },
  accent: { ground: 'bg-accent-soft text-accent', glyph: 'i' },
};

/**
 * Shows one thing the reader must know before they go on, and what to do about
 * it. It says nothing to assistive technology by itself: put it in a live
 * region, or give it `role="alert"`, when it appears after the page.
 */
export function Callout({
  tone = 'pending',
  glyph,
  strip = false,
  role,
  actions,
  children,
}: {
  /** pending: something is not as it should be · failure: something failed · success · accent: good to know. */
  tone?: CalloutTone;
  /** Instead of the tone's own. */
  glyph?: string;
  /** Across the whole width, as below the header, instead of a block on the page. */
  strip?: boolean;
  role?: 'alert' | 'status';
  actions?: ReactNode;
  children: ReactNode;
}) {
  const look = TONES[tone];
  return (
    <div
      role={role}
      className={classes(
        'flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5',
        strip ? 'border-line border-b px-5' : 'rounded-m px-3',
        look.ground,
      )}
    >
      <span className="flex min-w-0 flex-1 basis-60 items-baseline gap-2">
        <span aria-hidden className="font-semibold">
          {glyph ?? look.glyph}
        </span>
        <span className="min-w-0">{children}</span>
      </span>
      {actions !== undefined && <span className="flex flex-wrap gap-2 text-text">{actions}</span>}
    </div>
  );
}
