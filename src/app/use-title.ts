import { useEffect } from 'react';

/** Sets the title of the browser's tab while the component is on the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Loupe`;
    return () => {
      document.title = 'Loupe';
    };
  }, [title]);
}
