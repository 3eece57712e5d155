/** A watcher that hears everything and notes nothing: what notes a little takes the rest from it. */
import type { Watcher } from './watcher';

const nothing = () => undefined;

export const EMPTY_WATCHER: Watcher = {
  enter: () => 0,
  exit: nothing,
  log: nothing,
  truncateLogs: nothing,
  account: nothing,
  storageRead: nothing,
  storageWrite: nothing,
  keccak: nothing,
  selfdestruct: nothing,
  step: nothing,
};
