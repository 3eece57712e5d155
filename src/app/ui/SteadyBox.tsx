import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

type Props = {
  /** The content is drawn: its height counts from now on. */
  drawn: boolean;
  children: ReactNode;
};

/**
 * Keeps the height that its content was first drawn with, so that what stands below does not move when more becomes
 * known; what does not fit is scrolled to. Once the reader acts in it, it is as high as its content.
 */
export function SteadyBox({ drawn, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [kept, setKept] = useState<number>();
  const [isFree, setFree] = useState(false);
  useLayoutEffect(() => {
    setKept(drawn ? box.current?.getBoundingClientRect().height : undefined);
  }, [drawn]);
  const release = () => setFree(true);
  const isKept = !isFree && kept !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that its content is used
    <div
      ref={box}
      onPointerDown={release}
      onKeyDown={release}
      className={isKept ? 'overflow-y-auto' : undefined}
      style={isKept ? { height: kept } : undefined}
    >
      {children}
    </div>
  );
}
