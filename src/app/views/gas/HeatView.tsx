/** A source file with the gas of each line beside it, the more the redder. Loaded with CodeMirror. */
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter } from '@codemirror/view';
import { useMemo } from 'react';
import { formatGas, formatPercent } from '../../../core/format/counts';
import type { GasLine } from '../../../workers/trace/views.api';
import { CodeView } from '../source/CodeView';
import { languageOfPath } from '../source/language';

type Props = {
  file: string;
  text: string;
  /** Lines of this file. */
  lines: readonly GasLine[];
  /** Gas of all that was executed. */
  executed: number;
  line: number;
};

export function HeatView({ file, text, lines, executed, line }: Props) {
  const extensions = useMemo(() => heatOf(lines, executed), [lines, executed]);
  return (
    <CodeView
      text={text}
      language={languageOfPath(file)}
      label={`${file} with the gas of each line`}
      lines={{ from: line, to: line }}
      extensions={extensions}
    />
  );
}

/** Steps of the scale: shares of the executed gas, ascending. */
const SCALE = [0.001, 0.01, 0.05, 0.15];

function heatOf(lines: readonly GasLine[], executed: number): Extension {
  const byLine = new Map(lines.map((line) => [line.line, line]));
  const level = ({ own }: GasLine) => SCALE.filter((share) => own >= share * executed).length;
  return [
    gutter({
      class: 'cm-heat',
      lineMarker: (view, block) => {
        const found = byLine.get(view.state.doc.lineAt(block.from).number);
        return found && found.own > 0 ? new GasMarker(found, executed) : null;
      },
      initialSpacer: () => new GasMarker(WIDEST, 1),
    }),
    EditorView.decorations.compute(['doc'], ({ doc }) => {
      const decorations = new RangeSetBuilder<Decoration>();
      for (let line = 1; line <= doc.lines; line++) {
        const found = byLine.get(line);
        const heat = found === undefined ? 0 : level(found);
        if (heat === 0) continue;
        const { from } = doc.line(line);
        decorations.add(from, from, Decoration.line({ class: `cm-heat-${heat}` }));
      }
      return decorations.finish();
    }),
    EditorView.theme({
      '.cm-heat': { color: 'var(--muted)', paddingRight: '6px', textAlign: 'right', minWidth: '64px' },
      '.cm-heat-1': { boxShadow: 'inset 3px 0 color-mix(in oklch, var(--pending) 30%, transparent)' },
      '.cm-heat-2': { boxShadow: 'inset 3px 0 color-mix(in oklch, var(--pending) 60%, transparent)' },
      '.cm-heat-3': { boxShadow: 'inset 3px 0 var(--pending)', backgroundColor: 'var(--pending-soft)' },
      '.cm-heat-4': { boxShadow: 'inset 3px 0 var(--failure)', backgroundColor: 'var(--failure-soft)' },
    }),
  ];
}

const WIDEST: GasLine = { line: 0, compilation: -1, text: '', own: 88_888_888, total: 88_888_888, runs: 1 };

class GasMarker extends GutterMarker {
  constructor(
    private readonly line: GasLine,
    private readonly executed: number,
  ) {
    super();
  }

  override toDOM(): Node {
    const { own, total } = this.line;
    const element = document.createElement('span');
    element.textContent = formatGas(own);
    element.title = `${formatGas(own)} gas of its own (${formatPercent((own / this.executed) * 100)}), ${formatGas(total)} with calls`;
    return element;
  }
}
