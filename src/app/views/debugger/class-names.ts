/** Classes that several panels of the debugger share. Virtual rows have theirs in debugger.css. */

/** A line of a list: a variable, a breakpoint. */
export const LIST_LINE =
  'flex items-center gap-2.5 whitespace-nowrap border-line border-b px-3 py-[3px] font-mono text-s';
/** A line in which something is typed or answered. */
export const INPUT_LINE = 'flex min-h-[30px] items-center gap-2 border-line border-b px-3 py-[3px] text-s';
/** The name at the left of a line, cut where it takes too much of it. */
export const LINE_LABEL = 'flex-none max-w-[40%] truncate text-muted';
/** The value at the right of a line. */
export const LINE_VALUE = 'min-w-0 flex-1 truncate';
/** The heading of a group of lines. */
export const GROUP_HEADING = 'px-3 pt-1.5 pb-0.5 font-semibold text-muted text-s';
/** A value that is not what it was at the step shown before. */
export const CHANGED = 'bg-pending-soft';
