import type { StatePacking } from '../../core/virtual/state-packing';

/** Bytes of an unpacked state at most. */
const MAX_UNPACKED = 256 << 20;

/** States as Anvil packs them. */
export const GZIP: StatePacking = {
  async pack(text) {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(packed).arrayBuffer());
  },
  async unpack(bytes) {
    const reader = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      if (text.length > MAX_UNPACKED) {
        await reader.cancel();
        throw new Error('too much is packed in it');
      }
    }
  },
};
