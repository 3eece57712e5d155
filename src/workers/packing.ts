/** What is packed small and unpacked within a bound: a few bytes may hide a large file. */

/** Bytes of an unpacked text at most: outputs of large builds take tens of megabytes. */
const MAX_TEXT = 256 << 20;

/** Packs the text as gzip over UTF-8. */
export async function packText(text: string): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** Unpacks the text that `packText` packed. Rejects where the bytes are no gzip, or hold more than 256 MB. */
export async function unpackText(packed: ArrayBuffer | Uint8Array): Promise<string> {
  const bytes = await unpackWithin(MAX_TEXT, packed, 'gzip');
  if (bytes === undefined) throw new RangeError('too much is packed in it');
  return new TextDecoder().decode(bytes);
}

/** Unpacks bytes; undefined where they are more than `limit`. Rejects where `packed` is not of the format. */
export async function unpackWithin(
  limit: number,
  packed: ArrayBuffer | Uint8Array,
  format: CompressionFormat,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = packed instanceof Uint8Array ? packed.slice() : packed;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > limit) {
      await reader.cancel();
      return undefined;
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
