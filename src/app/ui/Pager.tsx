import { Link } from '@tanstack/react-router';
import { buttonClass } from './Button';

/** Previous, place, next: links that change `page` in the URL's search. Nothing when there is one page. */
export function Pager({ page, pages, label }: { page: number; pages: number; label: string }) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex items-center gap-2">
      <Step to={page - 1} enabled={page > 1}>
        ‹ Previous
      </Step>
      <span className="text-muted">
        {page} / {pages}
      </span>
      <Step to={page + 1} enabled={page < pages}>
        Next ›
      </Step>
    </nav>
  );
}

function Step({ to, enabled, children }: { to: number; enabled: boolean; children: string }) {
  const look = buttonClass({ size: 's' });
  return enabled ? (
    <Link
      to="."
      search={({ page: _, ...rest }) => (to === 1 ? rest : { ...rest, page: to })}
      className={look}
      resetScroll={false}
    >
      {children}
    </Link>
  ) : (
    <span aria-disabled className={`${look} opacity-55`}>
      {children}
    </span>
  );
}
