/** The bytes of picked files, as many as a verification takes. */

import { isZip, MAX_UPLOAD } from '../../../core/contract/verification/limits';
import { isProjectFile } from '../../../core/contract/verification/project-file';
import type { UploadedFile } from '../../../core/contract/verification/read-upload';
import { formatBytes } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { Picked } from '../../ui/dropped-files';

/** A build folder has much that is no source; files of these kinds are read. */
const WANTED = /\.(sol|yul|json|txt|abi|zip)$/i;

/** Matches the files of dependencies that are read: only sources. */
export const DEPENDENCY_SOURCES = /\.sol$/i;

/** Sentences on what was left out. */
const MAX_LEFT = 20;

/** Reads files one after the other, the sources of a zip in its place; `left` says in sentences what was left out. */
export async function readPicked({ files, skipped }: Picked): Promise<{ files: UploadedFile[]; left: string[] }> {
  const left: string[] = [];
  if (skipped > 0) left.push(`${countOf(skipped, 'file was', 'files were')} left out; choose a smaller folder.`);
  const read: UploadedFile[] = [];
  let total = 0;
  for (const { path, file } of files) {
    // Of a folder only what can be a source; a single file is read whatever its name is.
    if (path.includes('/') && !/\.(sol|yul)$/i.test(path) && !isProjectFile(path)) continue;
    if (!path.includes('/') && files.length > 1 && !WANTED.test(path)) continue;
    if (total + file.size > MAX_UPLOAD) {
      left.push(`${harmlessText(path, 120)} is left out: at most ${formatBytes(MAX_UPLOAD)} are read.`);
      continue;
    }
    try {
      read.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
      total += file.size;
    } catch {
      left.push(`${harmlessText(path, 120)} could not be read.`);
    }
  }
  if (!read.some(({ path }) => isZip(path))) return { files: read, left: left.slice(0, MAX_LEFT) };
  const { unpackZips } = await import('./unpack-zip');
  const unpacked = await unpackZips(read);
  left.push(...unpacked.rejected.map(({ path, reason }) => `${harmlessText(path, 120)} is left out: ${reason}.`));
  return { files: [...unpacked.files], left: left.slice(0, MAX_LEFT) };
}
