/**
 * A project's file in a folder of the reader's disk, kept in step in both directions: what changes here is written, and
 * what somebody else wrote there, for example by taking over a commit, is offered for merging and never overwritten.
 */
import { messageOf } from '../../../core/values/thrown';

/** `theirs`: the file is none of the versions that were written or taken here; it is left as it is. */
export type FolderStep =
  | { state: 'inStep'; written: boolean }
  | { state: 'theirs'; text: string }
  | { state: 'refused'; reason: string };

/**
 * Compares the file with what is here, `ours`, and with `known`, the text that both sides had last; undefined before.
 * Writes where only this side changed. Files longer than `limit` characters are no project's.
 */
export async function stepFolder(
  folder: FileSystemDirectoryHandle,
  fileName: string,
  { ours, known, limit }: { ours: string; known: string | undefined; limit: number },
): Promise<FolderStep> {
  try {
    const theirs = await readText(folder, fileName, limit);
    if (theirs === ours) return { state: 'inStep', written: false };
    if (theirs !== undefined && theirs !== known) return { state: 'theirs', text: theirs };
    const file = await folder.getFileHandle(fileName, { create: true });
    const writable = await file.createWritable();
    await writable.write(ours);
    // Before this nothing of it is in the file: a tab that ends leaves the former version whole.
    await writable.close();
    return { state: 'inStep', written: true };
  } catch (error) {
    return { state: 'refused', reason: messageOf(error) };
  }
}

/** Undefined where there is no such file. */
async function readText(
  folder: FileSystemDirectoryHandle,
  fileName: string,
  limit: number,
): Promise<string | undefined> {
  try {
    const file = await (await folder.getFileHandle(fileName)).getFile();
    if (file.size > limit) throw new Error(`${fileName} is longer than a project’s file can be.`);
    return await file.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
    throw error;
  }
}
