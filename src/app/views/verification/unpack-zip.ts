/**
 * Sources in a zip file. What it states of itself is not believed: how much is
 * unpacked is counted while it is, and the library refuses names that lead out
 * of the archive, entries that overlap, and data of another length or checksum
 * than stated.
 */

import { configure, type Entry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { isZip, MAX_FILES, MAX_UPLOAD } from '../../../core/contract/verification/limits';
import { isProjectFile } from '../../../core/contract/verification/project-file';
import type { UploadedFile } from '../../../core/contract/verification/read-upload';
import { messageOf } from '../../../core/values/thrown';

export type Unpacked = {
  files: readonly UploadedFile[];
  /** Zip files and entries that are left out, and why. */
  rejected: readonly { path: string; reason: string }[];
};

/** Entries of any kind that are looked at; a project with all it depends on has fewer. */
const MAX_ENTRIES = 100_000;
const SOURCE = /\.(sol|yul)$/i;

/** Error with the sentence that the reader is told in place of the sources. */
class Refusal extends Error {}

/** Returns `files` with the sources of every zip file among them in its place: all of a zip's, or none. Zips in zips stay closed. */
export async function unpackZips(files: readonly UploadedFile[]): Promise<Unpacked> {
  // The browser unpacks beside the page by itself.
  configure({ useWebWorkers: false });
  const all: UploadedFile[] = [];
  const rejected: { path: string; reason: string }[] = [];
  let left = MAX_UPLOAD;
  for (const file of files) {
    if (!isZip(file.path)) {
      all.push(file);
      continue;
    }
    try {
      const unpacked = await unpackZip(file.bytes, left);
      left -= unpacked.reduce((sum, { bytes }) => sum + bytes.length, 0);
      all.push(...unpacked);
    } catch (error) {
      const reason = error instanceof Refusal ? error.message : reasonOf(error);
      rejected.push({ path: file.path, reason });
    }
  }
  return { files: all, rejected };
}

async function unpackZip(bytes: Uint8Array, most: number): Promise<UploadedFile[]> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { checkSignature: true });
  const files: UploadedFile[] = [];
  let left = most;
  let entries = 0;
  for await (const entry of reader.getEntriesGenerator()) {
    entries++;
    if (entries > MAX_ENTRIES) throw new Refusal(`it has more than ${MAX_ENTRIES.toLocaleString('en')} entries`);
    if (entry.directory || !(SOURCE.test(entry.filename) || isProjectFile(entry.filename))) continue;
    if (entry.encrypted) throw new Refusal('it is encrypted');
    if (files.length === MAX_FILES) throw new Refusal(`it has more than ${MAX_FILES.toLocaleString('en')} sources`);
    const content = await unpackEntry(entry, left);
    left -= content.length;
    files.push({ path: entry.filename, bytes: content });
  }
  await reader.close();
  return files;
}

/** Bytes of one entry; stops as soon as there are more than `most`. */
async function unpackEntry(entry: Extract<Entry, { directory: false }>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      length += chunk.length;
      if (length > most) throw new Refusal(`its sources are larger than ${MAX_UPLOAD / 1e6} MB`);
      chunks.push(chunk);
    },
  });
  await entry.getData(sink);
  const content = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    content.set(chunk, at);
    at += chunk.length;
  }
  return content;
}

/** The library's own words, which are short and name no file. */
function reasonOf(error: unknown): string {
  const words = messageOf(error);
  if (/unsafe filename/i.test(words)) return 'a name in it leads out of the archive';
  return `it cannot be read as a zip file (${words.slice(0, 100)})`;
}
