/** Passes a trace file that was dropped on any page to the page that opens it. */
let waiting: File | undefined;
let opener: ((file: File) => void) | undefined;

/** Passes the file to the page that opens it, or keeps it until that page is mounted. */
export function openDroppedFile(file: File): void {
  if (opener) opener(file);
  else waiting = file;
}

/** Calls `open` with the waiting file and with each later one; returns a function that stops it. */
export function onDroppedFile(open: (file: File) => void): () => void {
  opener = open;
  if (waiting) open(waiting);
  waiting = undefined;
  return () => {
    if (opener === open) opener = undefined;
  };
}
