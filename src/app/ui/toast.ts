/**
 * Short notices at the edge of the page. Callable from anywhere; the part
 * that shows them (sonner) is loaded with the first one.
 */
import { ofVisit } from '../visit';

/** Milliseconds that one stays. */
export const TOAST_DURATION = 5_000;

export type Toast = {
  text: string;
  tone?: 'plain' | 'success' | 'failure';
  /** Stays until dismissed instead of `TOAST_DURATION`. */
  lasting?: boolean;
  action?: { label: string; run: () => void };
};

type Host = { waiting: Toast[]; show?: ((toast: Toast) => void) | undefined; wake?: (() => void) | undefined };

const host = ofVisit<Host>(() => ({ waiting: [] }));

export function toast(item: Toast): void {
  const { show, waiting, wake } = host();
  if (show) show(item);
  else {
    waiting.push(item);
    wake?.();
  }
}

/** Calls `listener` when the first toast comes, at once if one is waiting; for ToastHost. Returns how to stop. */
export function onFirstToast(listener: () => void): () => void {
  const here = host();
  here.wake = listener;
  if (here.waiting.length > 0) listener();
  return () => {
    here.wake = undefined;
  };
}

/** Hands the waiting toasts, and later ones as they come, to the part that shows them. Returns how to stop. */
export function receiveToasts(receive: (toast: Toast) => void): () => void {
  const here = host();
  here.show = receive;
  for (const item of here.waiting.splice(0)) receive(item);
  return () => {
    here.show = undefined;
  };
}
