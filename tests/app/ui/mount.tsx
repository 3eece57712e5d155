import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '../../../src/app/styles/index.css';

/** Renders into a fresh main landmark; `draw` renders anew, `unmount` takes it off the page. */
export function mount(node: ReactNode): {
  element: HTMLElement;
  draw: (node: ReactNode) => void;
  unmount: () => void;
} {
  const element = document.createElement('main');
  document.body.append(element);
  const root = createRoot(element);
  const draw = (next: ReactNode) => flushSync(() => root.render(next));
  draw(node);
  return {
    element,
    draw,
    unmount: () => {
      root.unmount();
      element.remove();
    },
  };
}
