/** Text with line numbers, highlighted, to be edited. CodeMirror and its languages are in the chunk of this file. */
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useLatest } from '../../ui/use-latest';
import { type CodeLanguage, editedCodeExtensions } from './code-extensions';

type Props = {
  /** Text that the editor begins with; when it changes, the editor begins anew. */
  text: string;
  language: CodeLanguage;
  /** For assistive technology: what the text is. */
  label: string;
  /** The place in the text that is shown first, at the top; 0 is the beginning. */
  start?: number;
  onText: (text: string) => void;
  /** Returns the text after a click on the number of a line, or Alt+L on it; undefined changes nothing. */
  onLine?: ((text: string, line: number) => string | undefined) | undefined;
};

export function CodeEditor({ text, language, label, start = 0, onText, onLine }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const told = useLatest(onText);
  const act = useLatest(onLine);
  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        selection: { anchor: Math.min(start, text.length) },
        extensions: [
          lineNumbers({
            domEventHandlers: { mousedown: (view, block) => changeAt(view, block.from, act.current) },
          }),
          keymap.of([{ key: 'Alt-l', run: (view) => changeAt(view, view.state.selection.main.head, act.current) }]),
          editedCodeExtensions(language, label),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    // Its own box alone: the editor's way scrolls the page as well, where the text ends before the box does.
    editor.requestMeasure({
      read: () => editor.lineBlockAt(Math.min(start, text.length)).top,
      write: (top) => {
        editor.scrollDOM.scrollTop = top;
      },
    });
    return () => editor.destroy();
  }, [text, language, label, start]);
  return <div ref={place} className="h-full min-h-0" />;
}

/** Replaces the text with what the line makes of it, as one change that can be undone. False where lines make nothing. */
function changeAt({ state, dispatch }: EditorView, at: number, change: Props['onLine']): boolean {
  if (change === undefined) return false;
  const before = state.doc.toString();
  const after = change(before, state.doc.lineAt(at).number) ?? before;
  // Only what differs, so that the place that is shown stays.
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++;
  if (before !== after)
    dispatch({ changes: { from: start, to: before.length - same, insert: after.slice(start, after.length - same) } });
  return true;
}
