/**
 * What of a trace is shown: calls alone, or the full trace with internal
 * calls, and then storage accesses and events too.
 */
import { RowKind } from './rows';

export type TraceToggles = {
  /** Internal calls among the calls. */
  full: boolean;
  storage: boolean;
  events: boolean;
  /** Internal calls of libraries are left out: what they called and touched belongs to who called them. */
  foldsLibraries?: boolean | undefined;
};

export const ALL_SHOWN: TraceToggles = { full: true, storage: true, events: true };

/** Returns the toggles after one was turned: storage and events need the full trace, and go off with it. */
export function withToggle(toggles: TraceToggles, which: keyof TraceToggles, on: boolean): TraceToggles {
  if (which === 'full')
    return on ? { ...toggles, full: true } : { ...toggles, full: false, storage: false, events: false };
  return { ...toggles, full: toggles.full || on, [which]: on };
}

/** Returns the toggles under which a row of this kind shows. */
export function togglesShowing(toggles: TraceToggles, kind: number): TraceToggles {
  if (kind === RowKind.internal) return withToggle(toggles, 'full', true);
  if (kind === RowKind.log) return withToggle(toggles, 'events', true);
  return isAccessKind(kind) ? withToggle(toggles, 'storage', true) : toggles;
}

export function isAccessKind(kind: number): boolean {
  return kind === RowKind.storageRead || kind === RowKind.storageWrite;
}
