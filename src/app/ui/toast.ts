/**
 * Short notices at the edge of the page. Callable from anywhere; the part
 * that shows them (sonner) is loaded with the first one.
 */
export type Toast = {
  text: string;
  tone?: 'plain' | 'success' | 'failure';
  /** Stays until dismissed instead of 5,000 ms. */
  lasting?: boolean;
  action?: { label: string; run: () => void };
};

let waiting: Toast[] = [];
let show: ((toast: Toast) => void) | undefined;
let wake: (() => void) | undefined;

export function toast(item: Toast): void {
  if (show) show(item);
  else {
    waiting.push(item);
    wake?.();
  }
}

/** Calls `listener` when the first toast comes, at once if one is waiting; for ToastHost. Returns how to stop. */
export function onFirstToast(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    wake = undefined;
  };
}

/** Hands the waiting toasts, and later ones as they come, to the part that shows them. Returns how to stop. */
export function receiveToasts(receive: (toast: Toast) => void): () => void {
  show = receive;
  const early = waiting;
  waiting = [];
  for (const item of early) receive(item);
  return () => {
    show = undefined;
  };
}
