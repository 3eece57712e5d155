import { useEffect, useState } from 'react';
import { lazyPart } from './lazy-part';
import { onFirstToast } from './toast';

const ToastLayer = lazyPart(async () => (await import('./layers/ToastLayer')).ToastLayer);

/** Shows toasts; one per page. */
export function ToastHost() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  return needed ? <ToastLayer /> : null;
}
