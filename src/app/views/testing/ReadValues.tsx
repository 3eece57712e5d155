/** What the statement of a failed assertion read, each value with its last write: the way back to where it took its course. */
import { Link } from '@tanstack/react-router';
import type { NetworkId } from '../../../core/chain/primitives';
import { type TestName, type TestProjectId, testHash } from '../../../core/testing/test-hash';
import { harmlessText } from '../../../core/text/harmless';
import type { KeptTestResult } from '../../../db/rows/test-project-row';

type Reads = NonNullable<KeptTestResult['reads']>;
type Props = { project: TestProjectId; networkId: NetworkId; test: TestName; reads: Reads };

const CALLS = { deployment: 'in the constructor', setUp: 'in setUp', test: '', call: 'in a call before' } as const;

export function ReadValues({ project, networkId, test, reads }: Props) {
  return (
    <div>
      <p className="text-muted">It read</p>
      <ul aria-label="Values read" className="mono">
        {reads.map(({ contract, name, value, written }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes
          <li key={index} className="break-words">
            {harmlessText(contract === '' ? name : `${contract}.${name}`, 200)} = {harmlessText(value, 200)}{' '}
            {written ? (
              <span className="text-muted">
                ←{' '}
                <Link
                  to="/{-$network}/tx/$hash/{-$tab}"
                  params={{
                    network: String(networkId),
                    hash: testHash(project, test, written.before),
                    tab: 'debugger',
                  }}
                  search={{ step: written.step }}
                  className="text-accent hover:underline"
                >
                  {written.place
                    ? `${harmlessText(written.place.file.split('/').at(-1) ?? '', 80)}:${written.place.line}`
                    : 'last write'}
                </Link>{' '}
                {CALLS[written.call]}
              </span>
            ) : (
              <span className="text-muted">never written by code</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
