/** The place of a view that needs an open trace: what stands there while there is none. */
import type { ReactNode } from 'react';
import type { Progress } from '../../../workers/ids';
import { progressText } from '../../progress-text';
import { Button } from '../../ui/Button';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { TracePanel } from './load-trace-panel';
import { usePageTransaction } from './open-trace-context';

const NoTrace = lazyPart(async () => (await import('./NoTrace')).NoTrace);

/** What is shown of a pending transaction: `none`, or a sentence under the view's `title`. */
type Props = { children: ReactNode } & ({ title: string } | { none: ReactNode });

export function WithTrace({ children, ...pending }: Props) {
  const { trace, gone, reopen } = usePageTransaction();
  switch (trace.state) {
    case 'none':
      return 'none' in pending && !gone ? pending.none : <NoTrace {...pending} gone={gone} />;
    case 'opening':
      return <Opening progress={trace.progress} onCancel={trace.cancel} />;
    case 'failed':
      return <NoTrace failure={trace.failure} onRetry={reopen} />;
    case 'open':
      return children;
  }
}

export function Opening({ progress, onCancel }: { progress: Progress | undefined; onCancel?: () => void }) {
  void TracePanel.preload();
  return (
    <Panel>
      <div className="flex min-h-10 items-center gap-2 border-line border-b bg-raised px-3" role="status">
        <Spinner label="Loading call trace" />
        <span>Loading call trace data...</span>
        {progress && <span className="text-muted">{progressText(progress)}</span>}
        <span className="grow" />
        {onCancel && progress && (
          <Button size="s" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <div aria-hidden="true" className="py-1">
        {SKELETON.map(([indent, width]) => (
          <div key={`${indent} ${width}`} className="flex h-[26px] items-center px-6">
            <span
              className="h-2 animate-[skeleton_1.4s_ease-in-out_infinite] rounded-full bg-line"
              style={{ marginLeft: indent * 19, width: `${width}%` }}
            />
          </div>
        ))}
      </div>
    </Panel>
  );
}

/** Indentation in levels, and width in percent, of rows that are on their way. */
const SKELETON: readonly (readonly [number, number])[] = [
  [0, 46],
  [1, 38],
  [2, 52],
  [2, 31],
  [1, 44],
  [2, 36],
  [3, 28],
  [1, 49],
];
