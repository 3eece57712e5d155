/** A draft as text of a link's fragment, which browsers send to no server. */

import { draftOf, type SimulationDraft, writeDraft } from '../../../core/simulation/draft';
import { fail, ok, type Result } from '../../../core/values/result';

/** Characters of a fragment that every browser and most chat programs bear; above it a file is the better way. */
export const MAX_LINK = 16_000;
/** Bytes that a fragment may unpack to: a small text can hide a large one. */
const MAX_UNPACKED = 4_000_000;

/** Returns the text behind `#s=`: base64url of the deflated JSON. */
export async function packDraft(draft: SimulationDraft): Promise<string> {
  const packed = await pipe(new TextEncoder().encode(writeDraft(draft)), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns the draft in the text; the error is one sentence. */
export async function unpackDraft(text: string): Promise<Result<SimulationDraft, string>> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const json = new TextDecoder().decode(await pipe(packed, new DecompressionStream('deflate-raw')));
    const draft = draftOf(JSON.parse(json));
    return draft === undefined ? fail(DAMAGED) : ok(draft);
  } catch {
    return fail(DAMAGED);
  }
}
const DAMAGED = 'The simulation in this link is damaged: a part of the link may be missing.';

async function pipe(bytes: Uint8Array<ArrayBuffer>, through: GenericTransformStream): Promise<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_UNPACKED) throw new RangeError('too large');
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
