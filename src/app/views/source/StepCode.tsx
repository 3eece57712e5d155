/**
 * A file being stepped through: the statement that is next, what of it the
 * instruction is about, values beside the lines that ran, and breakpoints in
 * the gutter. One editor stays while the place moves; only marks change.
 */
import { EditorState, type Range, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useLatest } from '../../ui/use-latest';
import { type CodeLanguage, centreLine, codeExtensions } from './code-extensions';

/** Lines from 1; characters of the text. */
export type CurrentPlace = { line: number; endLine: number; from: number; to: number };
/** Text beside a line. */
export type LineNote = { line: number; text: string; changed: boolean };

export type StepCodeProps = {
  text: string;
  language: CodeLanguage;
  label: string;
  /** Scrolled into view when it changes. */
  current: CurrentPlace | undefined;
  notes: readonly LineNote[];
  /** Lines with a breakpoint. */
  breakpoints: readonly number[];
  /** The reader asks for a breakpoint on a line, or to take it away. */
  onToggle: (line: number) => void;
};

export function StepCode({ text, language, label, current, notes, breakpoints, onToggle }: StepCodeProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const toggle = useLatest(onToggle);

  useEffect(() => {
    if (place.current === null) return;
    const atCursor = ({ state }: EditorView) => {
      toggle.current(state.doc.lineAt(state.selection.main.head).number);
      return true;
    };
    const onGutter = (target: EditorView, block: { from: number }) => {
      toggle.current(target.state.doc.lineAt(block.from).number);
      return true;
    };
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          keymap.of([
            { key: 'Enter', run: atCursor },
            { key: 'Space', run: atCursor },
          ]),
          breakGutter(onGutter),
          lineNumbers({ domEventHandlers: { click: onGutter } }),
          codeExtensions(language, label),
          marks,
          breaks,
          theme,
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = undefined;
    };
  }, [text, language, label]);

  const { line, endLine, from, to } = current ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text makes another editor, which has no marks yet
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const effects: StateEffect<unknown>[] = [setMarks.of({ current, notes })];
    editor.dispatch({ effects });
  }, [text, language, label, line, endLine, from, to, notes]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    view.current?.dispatch({ effects: setBreaks.of(breakpoints) });
  }, [text, language, label, breakpoints]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || line === undefined || line > editor.state.doc.lines) return;
    centreLine(editor, editor.state.doc.line(line).from, ROOM);
  }, [text, language, label, line, endLine]);

  return <div ref={place} className="h-full min-h-0" />;
}

/** Lines between the current one and the edge of the editor. */
const ROOM = 3;

type Marks = { current: CurrentPlace | undefined; notes: readonly LineNote[] };
const setMarks = StateEffect.define<Marks>();
const setBreaks = StateEffect.define<readonly number[]>();

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, { effects, state }) {
    for (const effect of effects) if (effect.is(setMarks)) return decorate(state, effect.value);
    return decorations;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(state: EditorState, { current, notes }: Marks): DecorationSet {
  const { doc } = state;
  const found: Range<Decoration>[] = [];
  if (current !== undefined) {
    for (let line = current.line; line <= Math.min(current.endLine, doc.lines); line++)
      found.push(currentLine.range(doc.line(line).from));
    const to = Math.min(current.to, doc.length);
    if (current.from < to) found.push(exact.range(current.from, to));
  }
  const byLine = new Map<number, LineNote[]>();
  for (const note of notes) byLine.set(note.line, [...(byLine.get(note.line) ?? []), note]);
  for (const [line, values] of byLine) {
    if (line > doc.lines) continue;
    const { from, to } = doc.line(line);
    found.push(ranLine.range(from));
    found.push(Decoration.widget({ widget: new Notes(values), side: 1 }).range(to));
  }
  return Decoration.set(found, true);
}

const currentLine = Decoration.line({ class: 'cm-current', attributes: { 'aria-current': 'step' } });
const ranLine = Decoration.line({ class: 'cm-ran' });
const exact = Decoration.mark({ class: 'cm-exact' });

class Notes extends WidgetType {
  constructor(private readonly notes: readonly LineNote[]) {
    super();
  }

  override eq(other: Notes): boolean {
    return this.text === other.text;
  }

  override toDOM(): HTMLElement {
    const all = document.createElement('span');
    all.className = 'cm-notes';
    for (const { text, changed } of this.notes) {
      const note = document.createElement('span');
      note.className = changed ? 'cm-note is-changed' : 'cm-note';
      note.textContent = text;
      all.append(note);
    }
    return all;
  }

  private get text(): string {
    return this.notes.map(({ text, changed }) => `${changed} ${text}`).join('\n');
  }
}

class BreakMarker extends GutterMarker {
  override toDOM(): HTMLElement {
    const dot = document.createElement('span');
    dot.className = 'cm-break';
    dot.textContent = '●';
    dot.title = 'Breakpoint';
    return dot;
  }
}
const breakMarker = new BreakMarker();

const breaks = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(markers, { effects, state }) {
    for (const effect of effects) {
      if (!effect.is(setBreaks)) continue;
      const lines = [...effect.value].filter((line) => line >= 1 && line <= state.doc.lines).sort((a, b) => a - b);
      return RangeSet.of(lines.map((line) => breakMarker.range(state.doc.line(line).from)));
    }
    return markers;
  },
});

function breakGutter(onClick: (view: EditorView, block: { from: number }) => boolean) {
  return gutter({
    class: 'cm-breaks',
    markers: (view) => view.state.field(breaks),
    initialSpacer: () => breakMarker,
    domEventHandlers: { click: onClick },
  });
}

const theme = EditorView.theme({
  '.cm-current': { backgroundColor: 'var(--pending-soft)', boxShadow: 'inset 3px 0 var(--pending)' },
  '.cm-exact': { textDecoration: 'underline', textDecorationColor: 'var(--pending)', textUnderlineOffset: '3px' },
  '.cm-breaks': { minWidth: '22px', cursor: 'pointer' },
  '.cm-breaks .cm-gutterElement': { textAlign: 'center' },
  '.cm-breaks .cm-gutterElement:hover': { backgroundColor: 'var(--hover)' },
  '.cm-break': { color: 'var(--failure)' },
  '.cm-note': {
    marginLeft: '10px',
    padding: '0 6px',
    border: '1px solid var(--line)',
    borderRadius: '4px',
    background: 'var(--raised)',
    color: 'var(--muted)',
    fontSize: '11.5px',
    // It makes its line no higher than the others.
    lineHeight: '1.2',
    whiteSpace: 'pre',
  },
  '.cm-note.is-changed': { borderColor: 'var(--pending)', color: 'var(--text)' },
});
