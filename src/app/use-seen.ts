import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns whether the element was on the screen, or nearly. */
export function useSeen(): { seen: boolean; place: RefObject<HTMLElement | null> } {
  const place = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { seen, place };
}
