/** On the page of a transaction that is a call of a test: the test that it belongs to. */
import { Link } from '@tanstack/react-router';
import type { Hash } from '../../../core/chain/primitives';
import { readTestHash } from '../../../core/testing/test-hash';
import { harmlessText } from '../../../core/text/harmless';
import { readTestProject } from '../../../db/reader/test-projects';
import { useStored } from '../../use-stored';
import { OutcomeBadge } from './TestList';
import { testKey } from './test-counts';

export function TestedCallBar({ hash }: { hash: Hash }) {
  const named = readTestHash(hash);
  const row = useStored(async () => named && readTestProject(named.project), [named?.project]);
  if (named === undefined || row === undefined) return null;
  const result = row.results.find(named.names);
  return (
    <section
      aria-label="Test"
      className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 rounded-l border border-line bg-panel px-3 py-1.5"
    >
      <span className="text-muted">A test of {harmlessText(row.name, 60)}</span>
      {result && <OutcomeBadge status={result.status} />}
      <span className="mono min-w-0 break-words font-medium">
        {result && harmlessText(`${result.suite.split(':').at(-1)}.${result.signature}`, 200)}
      </span>
      <Link
        to="/tests/{-$project}"
        params={{ project: row.id }}
        search={result ? { open: testKey(result.suite, result.signature) } : {}}
        className="ml-auto text-accent hover:underline"
      >
        Back to the tests
      </Link>
    </section>
  );
}
