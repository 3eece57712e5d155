/** Notices that are shown on every page: no network, a worker that does not run, storage that refuses writes. */
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { toast } from '../../ui/toast';
import { useOnline } from '../../use-online';
import { useWiring } from '../../wiring';

export function Notices() {
  const { workers } = useWiring();
  const [stopped, setStopped] = useState<string>();
  const [storage, setStorage] = useState<string>();
  const online = useOnline();

  useEffect(
    () =>
      workers.subscribe((event) => {
        if (event.type === 'stopped') setStopped(event.message);
        else if (event.type === 'restarted') {
          setStopped(undefined);
          toast({ text: event.message, tone: 'failure' });
        } else if (event.type === 'storage') setStorage(event.failure?.message);
      }),
    [workers],
  );

  return (
    <div aria-live="polite">
      {!online && <Notice>You are offline. What this browser has kept can still be opened.</Notice>}
      {stopped !== undefined && (
        <Notice
          action={
            <Button size="s" onClick={() => location.reload()}>
              Reload Page
            </Button>
          }
        >
          {stopped}
        </Notice>
      )}
      {storage !== undefined && <Notice onDismiss={() => setStorage(undefined)}>{storage}</Notice>}
    </div>
  );
}

function Notice({ children, action, onDismiss }: { children: ReactNode; action?: ReactNode; onDismiss?: () => void }) {
  return (
    <Callout
      strip
      actions={
        <>
          {action}
          {onDismiss && (
            <Button size="s" variant="quiet" icon aria-label="Dismiss" onClick={onDismiss}>
              ✕
            </Button>
          )}
        </>
      }
    >
      {children}
    </Callout>
  );
}
