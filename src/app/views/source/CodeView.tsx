/** Text with line numbers, highlighted, read only. CodeMirror and its languages are in the chunk of this file. */
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useLatest } from '../../ui/use-latest';
import { type CodeLanguage, codeExtensions } from './code-extensions';

/** Lines [from, to], 1-based. */
export type LineRange = { from: number; to: number };

export type CodeViewProps = {
  text: string;
  language: CodeLanguage;
  /** For assistive technology: what the text is. */
  label: string;
  /** Marked, and scrolled into view when it or the text changes. */
  lines?: LineRange | undefined;
  /** Breaks long lines, for bytecode. */
  wrap?: boolean;
  /** A line number was chosen. */
  onLine?: ((line: number) => void) | undefined;
  /** More for the editor; another list makes another editor. */
  extensions?: Extension;
};

export function CodeView({ text, language, label, lines, wrap = false, onLine, extensions = NONE }: CodeViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const chosen = useLatest(onLine);

  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers({
            domEventHandlers: {
              click(target, block) {
                chosen.current?.(target.state.doc.lineAt(block.from).number);
                return true;
              },
            },
          }),
          codeExtensions(language, label),
          marked,
          extensions,
          ...(wrap ? [EditorView.lineWrapping] : []),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = undefined;
    };
  }, [text, language, label, wrap, extensions]);

  const from = lines?.from;
  const to = lines?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text makes another editor, which has no mark yet
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const { doc } = editor.state;
    const range =
      from === undefined || from < 1 || from > doc.lines ? undefined : { from, to: Math.min(to ?? from, doc.lines) };
    editor.dispatch({
      effects: [
        mark.of(range),
        ...(range === undefined ? [] : [EditorView.scrollIntoView(doc.line(range.from).from, { y: 'center' })]),
      ],
    });
  }, [text, language, label, wrap, extensions, from, to]);

  return <div ref={place} className="h-full min-h-0" />;
}

const NONE: Extension = [];

const mark = StateEffect.define<LineRange | undefined>();

/** The marked lines. */
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(mark)) continue;
      const { value } = effect;
      if (value === undefined) return Decoration.none;
      const lines = Array.from({ length: value.to - value.from + 1 }, (_, index) => value.from + index);
      return Decoration.set(lines.map((line) => markedLine.range(transaction.state.doc.line(line).from)));
    }
    return decorations.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
const markedLine = Decoration.line({ class: 'cm-marked' });
