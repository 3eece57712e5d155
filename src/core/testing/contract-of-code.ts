/** Tells which contract of a build runs as some code. */

import { bytesToHex } from '../chain/hex';
import type { Artefact } from './artefact';

/** Returns the contract with this runtime code, immutables and links aside; undefined where none is like it. */
export function contractOfCode(artefacts: readonly Artefact[], code: Uint8Array): Artefact | undefined {
  if (code.length === 0) return undefined;
  const hex = bytesToHex(code).slice(2);
  const sized = artefacts.filter(({ runtime }) => runtime.hex.length === hex.length);
  return (
    sized.find(({ runtime }) => runtime.hex === hex) ??
    sized.find(({ runtime }) => runtime.hex.slice(-80) === hex.slice(-80))
  );
}
