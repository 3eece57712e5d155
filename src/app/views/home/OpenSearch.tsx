import { Icon } from '../../ui/Icon';
import { Kbd } from '../../ui/Kbd';
import { printKey } from '../../ui/keys';
import { openSearch } from '../search/search-dialog-state';

/** Looks like a field and opens the search. */
export function OpenSearch({ children }: { children: string }) {
  return (
    <button
      type="button"
      onClick={openSearch}
      className="flex h-11 w-full items-center gap-2.5 rounded-l border border-line-strong bg-panel px-3.5 text-left text-l text-muted shadow-field hover:border-accent"
    >
      <Icon name="search" size={16} />
      <span className="truncate">{children}</span>
      <span className="ml-auto max-sm:hidden">
        <Kbd>{printKey('mod+k')}</Kbd>
      </span>
    </button>
  );
}
