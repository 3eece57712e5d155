import type { CodeLanguage } from './code-extensions';

/** Returns the highlighting of a source file, by its name. */
export function languageOfPath(path: string): CodeLanguage {
  if (/\.vyi?$/i.test(path)) return 'vyper';
  if (/\.json$/i.test(path)) return 'json';
  return /\.(md|txt)$/i.test(path) ? 'text' : 'solidity'; // Yul reads as Solidity; sources may have any name
}
