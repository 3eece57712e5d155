/** Text with line numbers, highlighted, read only. CodeMirror and its languages are in the chunk of this file. */

import { defaultKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { python } from '@codemirror/lang-python';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { solidity } from '@replit/codemirror-lang-solidity';
import { useEffect, useRef } from 'react';

export type CodeLanguage = 'solidity' | 'vyper' | 'json' | 'text';

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
  const chosen = useRef(onLine);
  chosen.current = onLine;

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
          keymap.of([...searchKeymap, ...defaultKeymap]),
          search({ top: true }),
          highlightSelectionMatches(),
          drawSelection(),
          bracketMatching(),
          marked,
          centreWithin,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
          languageOf(language),
          syntaxHighlighting(highlighting),
          theme,
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

/** CodeMirror's own centring would move the page too, away from what is being read. */
const centreWithin = EditorView.scrollHandler.of((view, range, { y }) => {
  if (y !== 'center') return false;
  const { top, height } = view.lineBlockAt(range.head);
  view.scrollDOM.scrollTop = top - (view.scrollDOM.clientHeight - height) / 2;
  return true;
});

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

function languageOf(language: CodeLanguage): Extension {
  switch (language) {
    case 'solidity':
      return [solidity, natSpec];
    case 'vyper':
      return python();
    case 'json':
      return json();
    case 'text':
      return [];
  }
}

/** NatSpec on single lines, which the Solidity mode reads as code. */
const natSpecLines = new MatchDecorator({ regexp: /\/\/\/.*/g, decoration: Decoration.mark({ class: 'cm-natspec' }) });
const natSpec = ViewPlugin.define(
  (view) => ({
    decorations: natSpecLines.createDeco(view),
    update(change) {
      this.decorations = natSpecLines.updateDeco(change, this.decorations);
    },
  }),
  { decorations: ({ decorations }) => decorations },
);

const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.definitionKeyword, tags.controlKeyword], color: 'var(--call)' },
  { tag: [tags.typeName, tags.standard(tags.variableName), tags.className], color: 'var(--static)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--create)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--write)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.propertyName], color: 'var(--delegate)' },
  { tag: tags.invalid, color: 'var(--failure)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--panel)', fontSize: 'var(--text-s)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--muted)', borderRight: '1px solid var(--line)' },
  '.cm-lineNumbers .cm-gutterElement': { cursor: 'pointer', minWidth: '44px', padding: '0 10px 0 8px' },
  '.cm-lineNumbers .cm-gutterElement:hover': { color: 'var(--accent)' },
  '.cm-marked': { backgroundColor: 'var(--accent-soft)', boxShadow: 'inset 2px 0 var(--accent)' },
  '.cm-natspec, .cm-natspec span': { color: 'var(--muted) !important', fontStyle: 'italic' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--pending-soft) !important',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--pending-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--pending-soft)', outline: '1px solid var(--pending)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)', borderBottom: '1px solid var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--panel)',
    border: '1px solid var(--line)',
    color: 'var(--text)',
  },
});
