/**
 * The file that labels travel in.
 *
 *     { "format": "loupe labels", "version": 1,
 *       "labels": [{ "networkId": 1, "address": "0x…", "name": "Treasury" }] }
 */

import * as v from 'valibot';
import { address, networkId } from '../../chain/file-fields';
import { readOwnFile } from '../../json/own-file';
import { fail, ok, type Result } from '../../values/result';
import { type Label, labelOf, MAX_LABEL_LENGTH } from './label';

/** Labels of one file. */
const MAX_LABELS = 100_000;
const FORMAT = 'loupe labels';

/** Returns the text of the file that `parseLabels` reads. */
export function formatLabels(labels: readonly Label[]): string {
  const entries = labels.map(({ networkId, address, name }) => ({ networkId, address, name }));
  return `${JSON.stringify({ format: FORMAT, version: 1, labels: entries }, null, 2)}\n`;
}

/** Parses the labels of a file, all or none; the error is one sentence that names what is wrong and where. */
export function parseLabels(text: string): Result<readonly Label[], string> {
  const file = readOwnFile(text, headSchema, 'labels');
  if (!file.ok) return file;
  const { labels: entries } = file.value.head;
  if (entries.length > MAX_LABELS) return fail(`The file holds more than ${MAX_LABELS} labels.`);
  const labels = new Map<string, Label>();
  for (const [at, entry] of entries.entries()) {
    const parsed = v.safeParse(labelSchema, entry);
    if (!parsed.success) {
      const [issue] = parsed.issues;
      return fail(`Entry ${at + 1} of the file: ${v.getDotPath(issue) ?? 'it'} ${issue.message}.`);
    }
    const key = `${parsed.output.networkId} ${parsed.output.address}`;
    const before = labels.get(key);
    if (before !== undefined && before.name !== parsed.output.name) {
      return fail(`Entry ${at + 1} of the file gives ${parsed.output.address} a second name.`);
    }
    labels.set(key, parsed.output);
  }
  return ok([...labels.values()]);
}

const headSchema = v.object({
  format: v.literal(FORMAT),
  version: v.pipe(v.number(), v.integer()),
  labels: v.array(v.unknown()),
});
const labelSchema = v.object(
  {
    networkId,
    address,
    name: v.pipe(
      v.string('is no text'),
      v.transform(labelOf),
      v.minLength(1, 'is empty'),
      v.maxLength(MAX_LABEL_LENGTH, `is longer than ${MAX_LABEL_LENGTH} characters`),
    ),
  },
  'is no label',
);
