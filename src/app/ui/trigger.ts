import type { RefObject } from 'react';

/** What a button needs that opens a layer: spread it on the button. */
export type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  onClick: () => void;
  'aria-expanded': boolean;
  'aria-haspopup': 'dialog' | 'menu';
};
