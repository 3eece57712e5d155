/** Whether rows that are the same are shown too stands in the address of the page. */
import { useNavigate } from '@tanstack/react-router';

/** Shows them, or hides them again. */
export function useShowAll(): (all: boolean) => void {
  const navigate = useNavigate({ from: '/{-$network}/diff' });
  return (shown) =>
    void navigate({
      search: ({ all: _, ...rest }) => (shown ? { ...rest, all: true } : rest),
      replace: true,
      resetScroll: false,
    });
}
