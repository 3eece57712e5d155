/** What a verification takes, and which files hold others. */

/** All sources of a verification together, bytes. */
export const MAX_UPLOAD = 30_000_000;
/** Source files of a verification: more than any project compiles at once. */
export const MAX_FILES = 5_000;

/** Returns whether a file is a ZIP archive by its name, and is unpacked for the sources in it. */
export function isZip(path: string): boolean {
  return /\.zip$/i.test(path);
}
