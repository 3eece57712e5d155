/** A row of what was executed as the debugger's lists write it: its kind's sign, and one line of text. */
import type { RowKind } from '../../../core/trace/rows';
import { KIND_LOOKS } from '../trace/row-kind-looks';

/** Deeper rows are indented no further. */
const MAX_INDENT = 14;
/** Indent of one level, px. */
const INDENT = 11;

type Props = { kind: RowKind; depth: number; failed: boolean; text: string; title?: string };

export function ExecutionLine({ kind, depth, failed, text, title = text }: Props) {
  const { glyph, colour } = KIND_LOOKS[kind];
  return (
    <span className="dbg-call-text" title={title} style={{ paddingLeft: Math.min(depth, MAX_INDENT) * INDENT }}>
      <i aria-hidden="true" className={failed ? 'text-revert' : colour}>
        {failed ? '✕' : glyph}
      </i>
      {failed && <span className="sr-only">failed </span>}
      {text}
    </span>
  );
}
