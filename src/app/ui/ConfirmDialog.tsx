import type { ConfirmLayerProps } from './layers/ConfirmLayer';
import { lazyPart } from './lazy-part';

const ConfirmLayer = lazyPart(async () => (await import('./layers/ConfirmLayer')).ConfirmLayer);

/** Asks before something that cannot be undone. Escape and Cancel change nothing. */
export function ConfirmDialog({ open, ...rest }: ConfirmLayerProps & { open: boolean }) {
  return open ? <ConfirmLayer {...rest} /> : null;
}
