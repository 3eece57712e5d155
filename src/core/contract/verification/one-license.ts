/** Flattened files, which state the licence of each file that went into them. */
import { compareVersions } from './pragma';

/** solc refuses a file that states several licences from this version on (changelog of 0.6.8, error 3716). */
const REFUSES = '0.6.8';
const STATED = /^([ \t]*(?:\/\/|\/?\*)[^\n]*?SPDX-License-Identifier):/gm;

/** Returns the text with all licences but the first made plain comments of the same length, where the compiler refuses them. */
export function withOneLicense(text: string, compilerVersion: string): string {
  if (compilerVersion !== '' && compareVersions(compilerVersion, REFUSES) < 0) return text;
  let count = 0;
  return text.replace(STATED, (whole, before: string) => (count++ === 0 ? whole : `${before} `));
}
