/** Texts of megabytes kept small: gzip over UTF-8. */

/** Bytes of an unpacked text at most: outputs of large builds take tens of megabytes. */
const MAX_UNPACKED = 256 << 20;

export async function pack(text: string): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** Rejects where the bytes are no gzip, or more is packed in them than any text has. */
export async function unpack(bytes: ArrayBuffer): Promise<string> {
  let length = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.byteLength;
      if (length > MAX_UNPACKED) throw new Error('too much is packed in it');
      controller.enqueue(chunk);
    },
  });
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(bounded);
  return new Response(unpacked).text();
}
