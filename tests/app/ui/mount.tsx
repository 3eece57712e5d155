import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '../../../src/app/styles/index.css';

/** Renders into a fresh main landmark; `unmount` takes it off the page. */
export function mount(node: ReactNode): { element: HTMLElement; unmount: () => void } {
  const element = document.createElement('main');
  document.body.append(element);
  const root = createRoot(element);
  flushSync(() => root.render(node));
  return {
    element,
    unmount: () => {
      root.unmount();
      element.remove();
    },
  };
}
