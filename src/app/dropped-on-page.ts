/** Passes files that were dropped on any page to the page that opens them. */
import { type Dropped, type Picked, readDropped } from './ui/dropped-files';
import { toast } from './ui/toast';
import { ofVisit } from './visit';

class DropBox<T> {
  private waiting: T | undefined;
  private taker: ((dropped: T) => void) | undefined;

  /** Hands it to the page that takes it, now or once that is there. */
  put(dropped: T): void {
    if (this.taker) this.taker(dropped);
    else this.waiting = dropped;
  }

  /** Gives `taker` what waits and what comes; returns a function that stops it. */
  take(taker: (dropped: T) => void): () => void {
    this.taker = taker;
    if (this.waiting !== undefined) taker(this.waiting);
    this.waiting = undefined;
    return () => {
      if (this.taker === taker) this.taker = undefined;
    };
  }
}

/** A trace file, for the page that opens it. */
export const droppedTrace = ofVisit(() => new DropBox<File>());
/** Build output, for the settings. */
export const droppedBuild = ofVisit(() => new DropBox<Picked>());

/** What takes dropped files: the page that opens trace files, or the settings for build output. */
export type Taker = 'traceFile' | 'buildOutput';

/** Finds out what was dropped, leads to the page that takes it, and hands it over. False when nothing takes it. */
export async function handOver(dropped: Dropped, show: (taker: Taker) => void): Promise<boolean> {
  const trace = dropped.files.find(({ name }) => name.endsWith('.loupe'));
  if (trace) {
    droppedTrace().put(trace);
    show('traceFile');
    return true;
  }
  try {
    const picked = await readDropped(dropped);
    if (!picked.files.some(({ path }) => path.endsWith('.json'))) return false;
    droppedBuild().put(picked);
    show('buildOutput');
  } catch {
    toast({ text: 'The dropped files could not be read.', tone: 'failure' });
  }
  return true;
}
