/** The place of a view that needs an open trace: what stands there while there is none. */
import type { ReactNode } from 'react';
import { Panel } from '../../ui/Panel';
import { usePageTransaction } from './open-trace-context';
import { NoTrace, Opening } from './TraceSection';

export function WithTrace({ title, children }: { title: string; children: ReactNode }) {
  const { trace, reopen } = usePageTransaction();
  switch (trace.state) {
    case 'none':
      return (
        <Panel title={title}>
          <p className="px-3 py-4 text-muted">
            There is nothing to show yet: the transaction waits to be included in a block. It appears here as soon as it
            is.
          </p>
        </Panel>
      );
    case 'opening':
      return <Opening progress={trace.progress} onCancel={trace.cancel} />;
    case 'failed':
      return <NoTrace failure={trace.failure} onRetry={reopen} />;
    case 'open':
      return children;
  }
}
