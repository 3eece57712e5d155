import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { useTitle } from '../../use-title';
import { openSearch } from '../search/search-dialog-state';

export function NotFoundPage() {
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
      Nothing is at this address. A transaction, block or address is found by pasting it into the search.
    </Message>
  );
}
