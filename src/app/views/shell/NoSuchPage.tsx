import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { useTitle } from '../../use-title';
import { openSearch } from '../search/search-dialog-state';

export function NoSuchPage() {
  useTitle('Page not found');
  return (
    <Message
      title="Page not found"
      actions={
        <>
          <Link to="/{-$network}" params={{ network: undefined }} className={buttonClass({ variant: 'primary' })}>
            Go to Explorer
          </Link>
          <Button onClick={() => openSearch()}>Search</Button>
        </>
      }
    >
      There is no page at this address. Paste a transaction, block or address into the search to open it.
    </Message>
  );
}
