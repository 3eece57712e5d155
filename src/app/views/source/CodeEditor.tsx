/** Text with line numbers, highlighted, to be edited. CodeMirror and its languages are in the chunk of this file. */
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { type CodeLanguage, editedCodeExtensions } from './code-extensions';

type Props = {
  /** What it begins with; another one begins anew. */
  text: string;
  language: CodeLanguage;
  /** For assistive technology: what the text is. */
  label: string;
  onText: (text: string) => void;
};

export function CodeEditor({ text, language, label, onText }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef(onText);
  told.current = onText;
  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          editedCodeExtensions(language, label),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    return () => editor.destroy();
  }, [text, language, label]);
  return <div ref={place} className="h-full min-h-0" />;
}
