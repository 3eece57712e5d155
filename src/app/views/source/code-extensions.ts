/** What every view of code has in CodeMirror: languages, colours, keys; read only, or to be written in. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { python } from '@codemirror/lang-python';
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, keymap, MatchDecorator, ViewPlugin } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { parser as solidityParser } from '@replit/codemirror-lang-solidity';

export type CodeLanguage = 'solidity' | 'vyper' | 'json' | 'text';

/** Returns all extensions but gutters and marks. `label` says to assistive technology what the text is. */
export function codeExtensions(language: CodeLanguage, label: string): Extension {
  return [
    shownCode(language),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
  ];
}

/** Does as `codeExtensions`, for text that is written. Tab leaves the editor, as it leaves every field. */
export function editedCodeExtensions(language: CodeLanguage, label: string): Extension {
  return [
    history(),
    keymap.of(historyKeymap),
    shownCode(language),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
  ];
}

function shownCode(language: CodeLanguage): Extension {
  return [
    keymap.of([...searchKeymap, ...defaultKeymap]),
    search({ top: true }),
    highlightSelectionMatches(),
    drawSelection(),
    bracketMatching(),
    centreWithin,
    shownWhenMeasured,
    languageOf(language),
    syntaxHighlighting(highlighting),
    theme,
  ];
}

/** The numbers of lines stand at guessed heights until the editor has measured its lines: they are shown then. */
const shownWhenMeasured = ViewPlugin.define((view) => {
  view.dom.dataset.unmeasured = '';
  view.requestMeasure({
    read: () => {},
    write: () => {
      delete view.dom.dataset.unmeasured;
    },
  });
  return {};
});

/** CodeMirror's own centring would move the page too, away from what is being read. */
const centreWithin = EditorView.scrollHandler.of((view, range, { y }) => {
  if (y !== 'center') return false;
  centreLine(view, range.head);
  return true;
});

/** Times a line is brought to the middle: heights above it are guessed until they are drawn. */
const MAX_TRIES = 4;

/**
 * Scrolls the line of the character `at` to the middle of the editor, without
 * moving the page; not when it stands `room` lines away from either edge already.
 */
export function centreLine(view: EditorView, at: number, room?: number, tries = MAX_TRIES): void {
  const { scrollDOM } = view;
  view.requestMeasure({
    read: () => {
      const { top, height } = view.lineBlockAt(at);
      const { scrollTop, clientHeight } = scrollDOM;
      const edge = room === undefined ? undefined : room * height;
      if (edge !== undefined && top >= scrollTop + edge && top + height <= scrollTop + clientHeight - edge) return;
      return Math.max(0, top - (clientHeight - height) / 2);
    },
    write: (wanted) => {
      if (wanted === undefined) return;
      // After the measuring: to scroll in it makes CodeMirror measure again, over and over.
      requestAnimationFrame(() => {
        const before = scrollDOM.scrollTop;
        scrollDOM.scrollTop = wanted;
        const moved = Math.abs(scrollDOM.scrollTop - before) > 1;
        if (moved && tries > 1) centreLine(view, at, room, tries - 1);
      });
    },
  });
}

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

/** NatSpec is a comment. The mode names its tags in a way that CodeMirror reports as unknown. */
const solidity = StreamLanguage.define({
  ...solidityParser,
  tokenTable: { ...solidityParser.tokenTable, doc: tags.docComment, docReserve: tags.docComment },
});

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
  '&[data-unmeasured] .cm-gutters': { visibility: 'hidden' },
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--panel)', fontSize: 'var(--text-s)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontFeatureSettings: 'var(--font-mono--font-feature-settings)',
    lineHeight: '1.55',
  },
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
