/** How many finds of watches nobody looked at: in the header, and on the icon of the installed app. */
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { countUnread, MAX_UNREAD } from '../../../db/watches/unread-finds';
import { ALL_PROJECTS } from '../../project-link';
import { buttonClass } from '../../ui/Button';
import { useStored } from '../../use-stored';

export function UnreadFinds() {
  const unread = useStored(countUnread, []);
  useEffect(() => {
    if (unread !== undefined) showOnIcon(unread);
  }, [unread]);
  if (!unread) return null;
  const count = unread < MAX_UNREAD ? formatInteger(unread) : `${MAX_UNREAD - 1}+`;
  const label = `${count} new ${unread === 1 ? 'find' : 'finds'} of your watches`;
  return (
    <Link {...ALL_PROJECTS} aria-label={label} title={label} className={buttonClass({ variant: 'quiet' })}>
      <svg
        aria-hidden
        viewBox="0 0 16 16"
        width="14"
        height="14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M8 2.2a3.8 3.8 0 0 0-3.8 3.8c0 3.6-1.4 4.6-1.4 5.2h10.4c0-.6-1.4-1.6-1.4-5.2A3.8 3.8 0 0 0 8 2.2ZM6.6 13.6h2.8" />
      </svg>
      <span className="font-semibold text-accent">{count}</span>
    </Link>
  );
}

/** Nothing where the browser shows no numbers on icons, or the app is not installed. */
function showOnIcon(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count);
  shown.catch(() => {}); // the browser refuses
}
