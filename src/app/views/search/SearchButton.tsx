import { Button } from '../../ui/Button';
import { openSearch } from './search-dialog-state';

/** Opens the search: what a page offers that found nothing at its address. */
export function SearchButton() {
  return (
    <Button variant="primary" onClick={openSearch}>
      Search
    </Button>
  );
}
