import { useEffect, useState } from 'react';
import type { Picture } from '../workers/tokens/tokens.api';

/**
 * Returns a URL of the picture for an `img` element. Drawings (SVG) become `data:` URLs: opened in a tab of their
 * own they have an origin of their own, where a `blob:` URL has the app's.
 */
export function usePictureUrl(picture: Extract<Picture, { state: 'here' }> | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (picture === undefined) return;
    const blob = new Blob([picture.bytes as Uint8Array<ArrayBuffer>], { type: picture.type });
    let isCurrent = true;
    let made: string | undefined;
    if (picture.type === 'image/svg+xml') {
      const reader = new FileReader();
      reader.onload = () => {
        if (isCurrent && typeof reader.result === 'string') setUrl(reader.result);
      };
      reader.readAsDataURL(blob);
    } else {
      made = URL.createObjectURL(blob);
      setUrl(made);
    }
    return () => {
      isCurrent = false;
      if (made !== undefined) URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [picture]);
  return url;
}
