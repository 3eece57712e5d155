/** A mined transaction that is only named: by its hash, or by a `cast run` line, which executes it again. */
import type { Hash } from '../../chain/primitives';

/** Returns the hash that the text is or that it has cast run; undefined for every other text. */
export function pastedHash(text: string): Hash | undefined {
  const trimmed = text.trim();
  const words = /^cast\s+run\s/.test(trimmed) ? trimmed.split(/[\s\\]+/).slice(2) : [trimmed];
  return words.find((word): word is Hash => /^0x[0-9a-f]{64}$/i.test(word));
}
