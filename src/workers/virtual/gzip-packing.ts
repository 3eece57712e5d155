import type { StatePacking } from '../../core/virtual/state-packing';
import { packText, unpackText } from '../packing';

/** States as Anvil packs them. */
export const GZIP: StatePacking = {
  pack: async (text) => new Uint8Array(await packText(text)),
  unpack: unpackText,
};
