import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button, buttonClass } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { useWiring } from '../../wiring';

/** Reports a bug. It uses nothing that may be broken itself: plain links, no data. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { config } = useWiring();
  return (
    <div role="alert">
      <Message
        title="Whoops, seems that something has gone wrong on our end..."
        actions={
          <>
            <Button variant="primary" onClick={() => location.reload()}>
              Reload Page
            </Button>
            {config.supportUrl !== undefined && (
              <a href={config.supportUrl} className={buttonClass()} rel="noreferrer">
                Contact Support
              </a>
            )}
            <a href="/" className={buttonClass()}>
              Go to Explorer
            </a>
          </>
        }
      >
        This is a fault of Loupe, not of the chain or of your endpoint. Your data is not lost.
      </Message>
      <details className="mx-auto max-w-[640px] rounded-l border border-line bg-panel">
        <summary className="px-3 py-2 font-medium text-muted">Error details for a report</summary>
        <pre className="max-h-80 overflow-auto whitespace-pre-wrap border-line border-t px-3 py-2">
          {reportOf(error).slice(0, 5_000)}
        </pre>
      </details>
    </div>
  );
}

function reportOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ''}` : String(error);
}
