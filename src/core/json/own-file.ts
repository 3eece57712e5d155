/** Files that Loupe wrote: JSON that says what it is and of which version. */
import { type GenericSchema, safeParse } from 'valibot';
import { fail, ok, type Result } from '../values/result';

/**
 * Reads the JSON of a file of version 1, and what `head` reads of it; the error is one sentence, in which `content`
 * is what such a file holds: `labels`.
 */
export function readOwnFile<Head extends { version: number }>(
  text: string,
  head: GenericSchema<unknown, Head>,
  content: string,
): Result<{ json: unknown; head: Head }, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail('The file is not valid JSON: it was cut short or is of another kind.');
  }
  const read = safeParse(head, json);
  if (!read.success) return fail(`The file holds no ${content} of Loupe.`);
  const { version } = read.output;
  if (version !== 1) {
    return fail(`The file is of version ${version}, which a newer Loupe wrote; this one reads version 1.`);
  }
  return ok({ json, head: read.output });
}
