/** Parts of the page whose code is loaded when they are drawn. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { Button } from './Button';

/** Milliseconds before each further attempt. */
const WAITS = [250, 1_000, 4_000];

/**
 * The component that `load` answers. A request may be lost, so it is made
 * again a few times; what cannot be had then says so in its own place, and the
 * rest of the page stays.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadAgain(load) }));
}

async function loadAgain<Props>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  for (const wait of WAITS) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return load().catch(() => MissingPart);
}

function MissingPart() {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 px-3 py-2 text-muted">
      This part of the page could not be loaded.
      <Button size="s" onClick={() => location.reload()}>
        Reload Page
      </Button>
    </div>
  );
}
