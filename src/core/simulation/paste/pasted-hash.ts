/** A mined transaction that is only named: by its hash, by a link of an explorer, or by a `cast run` line, which executes it again. */
import type { Hash } from '../../chain/primitives';

/** Returns the hash that the text is, or that an explorer shows under it or cast runs; undefined for every other text. */
export function pastedHash(text: string): Hash | undefined {
  const trimmed = text.trim();
  const [, linked] =
    /^https?:\/\/[^/\s]+\/(?:[^?\s]*\/)?tx\/(?:[a-z-]+\/)?(0x[0-9a-f]{64})(?:[/?#]\S*)?$/i.exec(trimmed) ?? [];
  const words = /^cast\s+run\s/.test(trimmed) ? trimmed.split(/[\s\\]+/).slice(2) : [linked ?? trimmed];
  return words.find((word): word is Hash => /^0x[0-9a-f]{64}$/i.test(word));
}
