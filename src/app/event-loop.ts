/** Resolves in a task of its own, after what the browser has to do before it: input, a frame. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Resolves in the task after the next frame; at once in a page that paints none. */
export function nextPaint(): Promise<void> {
  if (document.hidden) return nextTask();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
