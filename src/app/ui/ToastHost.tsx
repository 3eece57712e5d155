import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast';

const ToastLayer = lazy(() => import('./layers/ToastLayer').then((module) => ({ default: module.ToastLayer })));

/** Where toasts appear; one per page. */
export function ToastHost() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  return needed ? (
    <Suspense>
      <ToastLayer />
    </Suspense>
  ) : null;
}
