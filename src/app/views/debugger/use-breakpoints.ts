/**
 * Where the reader wants execution to stop. Kept on the reader's machine, and
 * by the text of the file: a breakpoint holds in every transaction that runs
 * the same source, and in none that runs another one of that name.
 */

import { useCallback, useMemo } from 'react';
import type { Preferences } from '../../../db/reader/preferences';
import type { Breakpoints, StepFile } from '../../../workers/trace/steps-in-source.api';
import { usePreference } from '../../use-preference';

export type LineBreakpoint = { path: string; digest: string; line: number };
type Kept = Preferences['breakpoints'];

const NONE: Kept = { lines: [], opcodes: [] };
/** Most breakpoints on lines; when there are more, the oldest are dropped. */
const MAX_LINES = 200;
const MAX_OPCODES = 40;

export type BreakpointsInUse = Kept & {
  /** All breakpoints in the form that the worker takes; the same object while nothing changes. */
  all: Breakpoints;
  isEmpty: boolean;
  toggleLine: (file: StepFile, line: number) => void;
  /** Adds the name of an instruction, or takes it away. */
  toggleOpcode: (name: string) => void;
  removeLine: (breakpoint: LineBreakpoint) => void;
};

export function useBreakpoints(): BreakpointsInUse {
  const [kept = NONE, save] = usePreference('breakpoints');
  const toggleLine = useCallback(
    ({ path, digest }: StepFile, line: number) => {
      const others = kept.lines.filter((each) => each.digest !== digest || each.line !== line);
      const lines = others.length < kept.lines.length ? others : [...others, { path, digest, line }];
      void save({ ...kept, lines: lines.slice(-MAX_LINES) });
    },
    [kept, save],
  );
  const toggleOpcode = useCallback(
    (name: string) => {
      const others = kept.opcodes.filter((each) => each !== name);
      const opcodes = others.length < kept.opcodes.length ? others : [...others, name];
      void save({ ...kept, opcodes: opcodes.slice(-MAX_OPCODES) });
    },
    [kept, save],
  );
  const removeLine = useCallback(
    ({ digest, line }: LineBreakpoint) =>
      void save({ ...kept, lines: kept.lines.filter((each) => each.digest !== digest || each.line !== line) }),
    [kept, save],
  );
  const all = useMemo(
    () => ({ lines: kept.lines.map(({ digest, line }) => ({ digest, line })), opcodes: kept.opcodes }),
    [kept],
  );
  const isEmpty = kept.lines.length + kept.opcodes.length === 0;
  return { ...kept, all, isEmpty, toggleLine, toggleOpcode, removeLine };
}
