/**
 * Where the reader wants execution to stop. Kept on the reader's machine, and
 * by the text of the file: a breakpoint holds in every transaction that runs
 * the same source, and in none that runs another one of that name.
 */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { readPreference, savePreference } from '../../../db/preferences';
import type { Breakpoints, StepFile } from '../../../workers/trace/steps-source.api';

export type LineBreakpoint = { path: string; digest: string; line: number };
type Kept = { lines: readonly LineBreakpoint[]; opcodes: readonly string[] };

const NONE: Kept = { lines: [], opcodes: [] };
/** The oldest go when there are more. */
const MOST_LINES = 200;
const MOST_OPCODES = 40;

export type BreakpointsInUse = Kept & {
  /** As the worker is asked; the same object while nothing changes. */
  all: Breakpoints;
  isEmpty: boolean;
  toggleLine: (file: StepFile, line: number) => void;
  /** Adds the name of an instruction, or takes it away. */
  toggleOpcode: (name: string) => void;
  removeLine: (breakpoint: LineBreakpoint) => void;
};

export function useBreakpoints(): BreakpointsInUse {
  const [kept, setKept] = useState<Kept>(NONE);
  useEffect(() => {
    let current = true;
    readPreference('breakpoints').then(
      (read) => current && setKept((now) => (now === NONE ? read : now)),
      () => {}, // without a database they last as long as the page
    );
    return () => {
      current = false;
    };
  }, []);
  const change = useCallback((next: (now: Kept) => Kept) => {
    setKept((now) => {
      const changed = next(now);
      void savePreference('breakpoints', { lines: [...changed.lines], opcodes: [...changed.opcodes] });
      return changed;
    });
  }, []);
  const toggleLine = useCallback(
    ({ path, digest }: StepFile, line: number) =>
      change((now) => {
        const others = now.lines.filter((each) => each.digest !== digest || each.line !== line);
        const lines = others.length < now.lines.length ? others : [...others, { path, digest, line }];
        return { ...now, lines: lines.slice(-MOST_LINES) };
      }),
    [change],
  );
  const toggleOpcode = useCallback(
    (name: string) =>
      change((now) => {
        const others = now.opcodes.filter((each) => each !== name);
        const opcodes = others.length < now.opcodes.length ? others : [...others, name];
        return { ...now, opcodes: opcodes.slice(-MOST_OPCODES) };
      }),
    [change],
  );
  const removeLine = useCallback(
    ({ digest, line }: LineBreakpoint) =>
      change((now) => ({
        ...now,
        lines: now.lines.filter((each) => each.digest !== digest || each.line !== line),
      })),
    [change],
  );
  const all = useMemo(
    () => ({ lines: kept.lines.map(({ digest, line }) => ({ digest, line })), opcodes: kept.opcodes }),
    [kept],
  );
  const isEmpty = kept.lines.length + kept.opcodes.length === 0;
  return { ...kept, all, isEmpty, toggleLine, toggleOpcode, removeLine };
}
