/** Beside lines of source: how often each ran, the mark of those that did not, and the gas that each used. */
import { type Extension, RangeSet } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter } from '@codemirror/view';
import { formatInteger } from '../../../core/format/counts';
import { gasChange } from './test-counts';

/** `runs`: how often a line ran, by its number. `partly`: lines of which a branch was never taken. */
export type LineRuns = { runs: ReadonlyMap<number, number>; partly: ReadonlySet<number> };

/** Returns what CodeMirror needs to show it. */
export function coverageGutter({ runs, partly }: LineRuns): Extension {
  return [
    gutter({
      class: 'cm-runs',
      lineMarker(view, block) {
        const line = view.state.doc.lineAt(block.from).number;
        const count = runs.get(line);
        return count === undefined ? null : new RunsMarker(count, partly.has(line));
      },
      // As wide as its widest line from the start, so that nothing moves while it is scrolled.
      initialSpacer: () => new RunsMarker(Math.max(0, ...runs.values()), partly.size > 0),
    }),
    EditorView.decorations.compute([], ({ doc }) =>
      RangeSet.of(
        [...runs]
          .filter(([line, count]) => line <= doc.lines && (count === 0 || partly.has(line)))
          .sort(([a], [b]) => a - b)
          .map(([line, count]) => (count === 0 ? MISSED : PARTLY).range(doc.line(line).from)),
      ),
    ),
    EditorView.theme({
      '.cm-runs .cm-gutterElement': { padding: '0 8px', textAlign: 'right', minWidth: '52px' },
      '.cm-runs .ran': { color: 'var(--success)' },
      '.cm-runs .missed, .cm-runs .partly': { color: 'var(--failure)' },
      '.cm-line.missed': { backgroundColor: 'color-mix(in srgb, var(--failure) 10%, transparent)' },
      '.cm-line.partly': { boxShadow: 'inset 2px 0 0 var(--failure)' },
    }),
  ];
}

/** Gas by line from 1, and that of the run before where there was one; undefined for a line that it had not. */
export type GasOfLines = { gas: readonly number[]; before: readonly (number | undefined)[] | undefined };

/** Returns what CodeMirror needs to show the gas of each line behind its change against the run before. */
export function gasGutter({ gas, before }: GasOfLines): Extension {
  const changeOf = (line: number) => gasChange({ gas: gas[line] ?? 0, gasBefore: before?.[line] });
  const widest = gas.reduce((most, _, line) => (changeOf(line).length > most.length ? changeOf(line) : most), '');
  return [
    gutter({
      class: 'cm-gas',
      lineMarker(view, block) {
        const line = view.state.doc.lineAt(block.from).number;
        const own = gas[line] ?? 0;
        const change = changeOf(line);
        return own === 0 && change === '' ? null : new GasMarker(own, change);
      },
      initialSpacer: () => new GasMarker(Math.max(0, ...gas), widest),
    }),
    EditorView.theme({
      '.cm-gas .cm-gutterElement': { padding: '0 8px', textAlign: 'right', color: 'var(--muted)' },
      '.cm-gas .change': { color: 'var(--text)' },
    }),
  ];
}

class GasMarker extends GutterMarker {
  constructor(
    private readonly gas: number,
    private readonly change: string,
  ) {
    super();
  }

  override eq(other: GasMarker): boolean {
    return other.gas === this.gas && other.change === this.change;
  }

  override toDOM(): Node {
    const made = document.createElement('span');
    made.title =
      'Gas of this line in all tests together, without what it called; before it the change against the run before';
    if (this.change !== '') {
      const change = document.createElement('span');
      change.className = 'change';
      change.textContent = `${this.change} `;
      made.append(change);
    }
    made.append(formatInteger(this.gas));
    return made;
  }
}

const MISSED = Decoration.line({ class: 'missed' });
const PARTLY = Decoration.line({ class: 'partly' });

class RunsMarker extends GutterMarker {
  constructor(
    private readonly count: number,
    private readonly isPartly: boolean,
  ) {
    super();
  }

  override eq(other: RunsMarker): boolean {
    return other.count === this.count && other.isPartly === this.isPartly;
  }

  override toDOM(): Node {
    const made = document.createElement('span');
    made.className = this.count === 0 ? 'missed' : this.isPartly ? 'partly' : 'ran';
    made.textContent = this.count === 0 ? '✕' : `${formatInteger(this.count)}×${this.isPartly ? ' ◐' : ''}`;
    made.title =
      this.count === 0 ? 'Never ran' : this.isPartly ? 'A branch of this line was never taken' : 'How often it ran';
    return made;
  }
}
