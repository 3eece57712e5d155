/** Artefacts are kept without their trees: these are most of them, and the build info has them, too. */
import { placeOfTree, WITHOUT_TREE } from '../../core/testing/lazy-json';

/** Each byte is one character, so that places in the text are places in the bytes. */
const BYTES = new TextDecoder('latin1');
const END = new TextEncoder().encode(WITHOUT_TREE);

/** Returns an artefact of forge without its tree, where that configures no test; other bytes as they are. Linear. */
export function withoutTree(bytes: ArrayBuffer): ArrayBuffer {
  const at = placeOfTree(BYTES.decode(bytes));
  if (at < 0) return bytes;
  const made = new Uint8Array(at + END.length);
  made.set(new Uint8Array(bytes, 0, at));
  made.set(END, at);
  return made.buffer;
}
