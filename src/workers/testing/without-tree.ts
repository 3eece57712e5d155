/** Artefacts are kept without their trees: these are most of them, and the build info has them, too. */
import { placeOfTree } from '../../core/testing/lazy-json';

/** Each byte is one character, so that places in the text are places in the bytes. */
const BYTES = new TextDecoder('latin1');

/** Returns an artefact of forge without its tree, where that configures no test; other bytes as they are. Linear. */
export function withoutTree(bytes: ArrayBuffer): ArrayBuffer {
  const at = placeOfTree(BYTES.decode(bytes));
  if (at < 0) return bytes;
  const made = bytes.slice(0, at + 1);
  new Uint8Array(made)[at] = 0x7d; // }
  return made;
}
