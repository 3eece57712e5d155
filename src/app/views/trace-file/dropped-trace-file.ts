/** A trace file that was dropped on whatever page is shown, on its way to the page that opens it. */
let waiting: File | undefined;
let opener: ((file: File) => void) | undefined;

/** Hands the file to the page that opens it, now or once it is there. */
export function openDroppedFile(file: File): void {
  if (opener) opener(file);
  else waiting = file;
}

/** Gives `open` the file that waits and those that come; returns how to stop. */
export function onDroppedFile(open: (file: File) => void): () => void {
  opener = open;
  if (waiting) open(waiting);
  waiting = undefined;
  return () => {
    if (opener === open) opener = undefined;
  };
}
