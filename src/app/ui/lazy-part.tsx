/** Parts of the page whose code is loaded when they are drawn. */
import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { Button } from './Button';

/** Milliseconds before each further attempt. */
const WAITS = [250, 1_000, 4_000];

export type LazyPart<Props> = {
  /** `fallback` is drawn until the code is there; nothing by default. */
  (props: Props & { fallback?: ReactNode }): ReactNode;
  /** Loads the code ahead, so that the part is drawn at once. Does not fail. */
  preload(): Promise<void>;
};

/**
 * Returns the component that `load` answers, which is asked once the stage of the page is reached that `after` waits for.
 * A request may be lost, so it is made again a few times; what cannot be had then says so in its own place, and the rest
 * of the page stays.
 *
 * Not built on Suspense: for 300 ms after any fallback was drawn, React holds
 * back everything that waited for code, also where the code is there.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  after?: () => Promise<void>,
): LazyPart<Props> {
  const part = new Part(load, after);
  const draw = (props: Props & { fallback?: ReactNode }) => <Drawn part={part} props={props} />;
  return Object.assign(draw, { preload: () => part.preload() });
}

class Part<Props> {
  /** Undefined until the code is there. */
  View: ComponentType<Props> | undefined;
  private loading: Promise<void> | undefined;

  constructor(
    private readonly load: () => Promise<ComponentType<Props>>,
    private readonly after?: () => Promise<void>,
  ) {}

  preload(): Promise<void> {
    this.loading ??= this.loadView();
    return this.loading;
  }

  private async loadView(): Promise<void> {
    await this.after?.();
    this.View = await loadAgain(this.load);
  }
}

type DrawnProps<Props> = { part: Part<Props>; props: Props & { fallback?: ReactNode } };

function Drawn<Props extends object>({ part, props }: DrawnProps<Props>): ReactNode {
  const { View } = part;
  const [isLoaded, setLoaded] = useState(View !== undefined);
  useEffect(() => {
    if (isLoaded) return;
    let isCurrent = true;
    void part.preload().then(() => {
      // The part may be a large one: rendered in slices.
      if (isCurrent) startTransition(() => setLoaded(true));
    });
    return () => {
      isCurrent = false;
    };
  }, [part, isLoaded]);
  return isLoaded && View !== undefined ? <View {...props} /> : props.fallback;
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
