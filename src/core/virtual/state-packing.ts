import { encodeUtf8 } from '../json/bytes';

/** How a state is packed for a dump: with gzip, where the one who runs the node has it. */
export type StatePacking = {
  pack(text: string): Promise<Uint8Array>;
  /** Rejects what is no gzip, or too much of it. */
  unpack(bytes: Uint8Array): Promise<string>;
};

/** Packing where there is no gzip: text as it is, which Anvil loads too. */
export const UNPACKED: StatePacking = {
  pack: async (text) => encodeUtf8(text),
  unpack: () => Promise.reject(new Error('there is no gzip here')),
};
