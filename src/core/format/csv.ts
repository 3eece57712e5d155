/**
 * Comma-separated values (RFC 4180).
 *
 * Texts come from chains and are untrusted: one that a spreadsheet would take
 * for a formula is given an apostrophe, so that opening a file runs nothing.
 */

/** Writes one line with its line break; integers are written whole. */
export function csvLine(cells: readonly (string | number | bigint | undefined)[]): string {
  return `${cells.map((cell) => cellText(cell)).join(',')}\r\n`;
}

function cellText(cell: string | number | bigint | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
