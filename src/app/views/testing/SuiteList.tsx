/** The suites of a project with their counts, those with failed tests first. */
import { formatInteger } from '../../../core/format/counts';
import { SUITE_CALLS, type Suite } from '../../../core/testing/suite';
import { harmlessText } from '../../../core/text/harmless';
import type { KeptTestResult } from '../../../db/rows/test-project-row';
import { classes } from '../../ui/classes';
import { Panel } from '../../ui/Panel';
import { type Counts, countResults, testKey } from './test-counts';

type Props = {
  suites: readonly Suite[];
  results: ReadonlyMap<string, KeptTestResult>;
  changed: ReadonlySet<string>;
  /** Id of the chosen one, undefined for all. */
  suite: string | undefined;
  onChoose: (suite: string | undefined) => void;
};

export function SuiteList({ suites, results, changed, suite, onChoose }: Props) {
  const counted = suites.map((each) => ({ suite: each, counts: countsOf(each, results) }));
  const sorted = [
    ...counted.filter(({ counts }) => counts.failed > 0),
    ...counted.filter(({ counts }) => counts.failed === 0),
  ];
  return (
    <Panel title="Suites" aside={formatInteger(suites.length)}>
      <ul className="max-h-[max(150px,22vh)] overflow-y-auto py-1 lg:max-h-[calc(100vh-220px)]">
        <li>
          <Choice
            isChosen={suite === undefined}
            onChoose={() => onChoose(undefined)}
            counts={countResults(results.values())}
          >
            All suites
          </Choice>
        </li>
        {sorted.map(({ suite: each, counts }) => (
          <li key={each.id}>
            <Choice
              isChosen={suite === each.id}
              onChoose={() => onChoose(suite === each.id ? undefined : each.id)}
              counts={counts}
              title={each.file}
            >
              {harmlessText(each.name, 80)}
              {changed.has(each.id) && <span className="text-muted"> (changed)</span>}
            </Choice>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type ChoiceProps = {
  isChosen: boolean;
  onChoose: () => void;
  counts: Counts;
  title?: string;
  children: React.ReactNode;
};

function Choice({ isChosen, onChoose, counts: { passed, failed, skipped }, title, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={title}
      onClick={onChoose}
      className={classes(
        'flex w-full items-baseline gap-2 px-3 py-1 text-left hover:bg-hover',
        isChosen && 'bg-accent-soft font-medium',
      )}
    >
      <span className="min-w-0 grow truncate">{children}</span>
      {failed > 0 && <Count tone="text-failure" glyph="✕" word="failed" of={failed} />}
      {skipped > 0 && <Count tone="text-muted" glyph="–" word="skipped" of={skipped} />}
      {passed > 0 && <Count tone="text-success" glyph="✓" word="passed" of={passed} />}
    </button>
  );
}

function Count({ tone, glyph, word, of }: { tone: string; glyph: string; word: string; of: number }) {
  return (
    <span className={`shrink-0 tabular-nums ${tone}`}>
      <span aria-hidden>{glyph} </span>
      {formatInteger(of)}
      <span className="sr-only"> {word}</span>
    </span>
  );
}

function countsOf({ id, tests }: Suite, results: ReadonlyMap<string, KeptTestResult>): Counts {
  const found = [...SUITE_CALLS, ...tests.map(({ signature }) => signature)].flatMap(
    (signature) => results.get(testKey(id, signature)) ?? [],
  );
  return countResults(found);
}
