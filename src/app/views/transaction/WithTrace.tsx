/** The place of a view that needs an open trace: what stands there while there is none. */
import type { ReactNode } from 'react';
import { Panel } from '../../ui/Panel';
import { NoTrace, Opening } from './TraceSection';
import type { TabProps } from './tab';
import type { Open } from './use-trace-answer';

export function WithTrace({
  trace,
  onReopen,
  title,
  children,
}: Pick<TabProps, 'trace' | 'onReopen'> & { title: string; children: (trace: Open) => ReactNode }) {
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
      return <NoTrace failure={trace.failure} onRetry={onReopen} />;
    case 'open':
      return children(trace);
  }
}
