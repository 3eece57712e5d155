declare const TextDecoder: new (
  label: string,
  options: { ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Returns the text that `bytes` are in UTF-8, U+FFFD in place of what is none.
 * A byte order mark in front stays: without it a name would look like another.
 * Linear.
 */
export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
