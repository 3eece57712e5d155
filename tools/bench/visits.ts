/** What benches that visit the app have in common: its configuration, and what is run in its page. */

/** Returns a configuration of the workbench with one network; `more` are further fields. */
export function configOf(id: number, name: string, rpcUrl: string, more: object = {}): string {
  const networks = [{ id, name, testnet: true, rpcUrls: [rpcUrl] }];
  return JSON.stringify({ variant: 'workbench', defaultNetwork: id, networks, ...more });
}

/** Returns whether the first screen of rows is there and none is on its way. Run in the page. */
export function hasFirstRows(): boolean {
  return (
    document.querySelectorAll('[role=treeitem]').length >= 10 &&
    document.querySelector('.trace-row.is-placeholder') === null
  );
}

/** Returns whether there is a screenful of rows. Run in the page. */
export function treeStands(): boolean {
  return document.querySelectorAll('[role=treeitem]').length >= 19;
}

declare global {
  interface Window {
    /** Sum of layout shifts since a time of this document, ms. */
    shiftSince(time: number): number;
  }
}

/** Begins to note layout shifts. Run before the page's own scripts. */
export function noteShifts(): void {
  const shifts: { startTime: number; value: number }[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push(entry as PerformanceEntry & { value: number });
  }).observe({ type: 'layout-shift', buffered: true });
  window.shiftSince = (time) =>
    shifts.filter(({ startTime }) => startTime > time).reduce((sum, { value }) => sum + value, 0);
}
