import type { DialogLayerProps } from './layers/DialogLayer';
import { DialogLayer } from './layers/lazy';

/** A modal dialog: Escape and a click outside close it, focus stays inside and then returns to where it was. */
export function Dialog({ open, ...rest }: DialogLayerProps & { open: boolean }) {
  return open ? <DialogLayer {...rest} /> : null;
}
