/** What cheatcodes make of an event. */

import type { EmittedLog } from './cheat-state';
import { eventLine } from './console-lines';
import { seeLog } from './expectations';
import type { Vm } from './vm';

/** Prints, records and compares an event; returns revert data where one was not to come. */
export function noteLog(vm: Vm, log: EmittedLog): Uint8Array | undefined {
  const { kept } = vm;
  const line = eventLine(log.topics, log.data);
  if (line !== undefined) kept.console.push(...line.split('\n'));
  kept.recordedLogs?.push(log);
  return kept.expectedEmits.length > 0
    ? seeLog(kept.expectedEmits, log, (account) => vm.addressOf(account))
    : undefined;
}
