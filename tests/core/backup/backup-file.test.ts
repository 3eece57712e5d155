import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BackupLines, type BackupRow, parseBackup } from '../../../src/core/backup/backup-file';
import { spellValue, unspellValue } from '../../../src/core/backup/spell';

const through = (value: unknown) => unspellValue(JSON.parse(JSON.stringify(spellValue(value))));

describe('spelling', () => {
  test.each([
    ['integers of any size', { a: -(2n ** 300n), b: 0n }],
    ['bytes', { buffer: Uint8Array.of(0, 255).buffer, view: new Uint8Array(100_000).fill(7) }],
    ['what looks like a spelling', { $bigint: '1', $buffer: { $object: [] }, a: [{ $bytes: 'no' }] }],
    ['plain values', { a: null, b: [1, 'x', true, {}], c: { d: '$bigint' } }],
  ])('%s come back as they were', (_, value) => {
    expect(through(value)).toEqual({ ok: true, value });
  });

  test.each([
    ['an unknown mark', { $date: '1' }],
    ['no integer', { $bigint: '1.5' }],
    ['an integer of too many digits', { $bigint: '1'.repeat(2_000) }],
    ['no hex', { $bytes: '0x0' }],
    ['hex without its prefix', { $buffer: '00' }],
    ['a prototype', { $object: [['__proto__', {}]] }],
    ['an invalid key', { $object: [[1, 2]] }],
    ['too many levels', JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`)],
  ])('%s is refused', (_, json) => {
    expect(unspellValue(json).ok).toBe(false);
  });

  test('a prototype in the JSON itself is refused', () => {
    expect(unspellValue(JSON.parse('{"__proto__": {"a": 1}}')).ok).toBe(false);
  });
});

/** The text in pieces of some characters. */
async function* cut(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe('a file', () => {
  const rows: readonly BackupRow[] = [
    { table: 'labels', row: { name: 'two\nlines', amount: 5n } },
    { table: 'visits', row: { a: [] } },
  ];
  const written = new BackupLines();
  const text = written.head(1_700_000_000_000) + rows.map((row) => written.row(row)).join('') + written.end();
  const lines = text.trimEnd().split('\n');
  const old = '{"format":"loupe backup","version":1,"createdAt":1}\n';

  test.each([1, 7, 10_000])('is read in pieces of %i', async (size) => {
    const read = await parseBackup(cut(text, size));
    expect(read).toEqual({ ok: true, value: { createdAt: 1_700_000_000_000, rows, damaged: 0 } });
  });

  test('ends with the number of its rows and the digest of all lines before', () => {
    const before = lines.slice(0, -1).map((line) => `${line}\n`);
    const sha256 = `0x${createHash('sha256').update(before.join('')).digest('hex')}`;
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ rows: 2, sha256 });
  });

  test.each([
    ['at the end of a line', lines.slice(0, 2).join('\n')],
    ['before its last line', lines.slice(0, -1).join('\n')],
    ['behind its head', lines[0] ?? ''],
    ['inside of a row', text.slice(0, text.indexOf('visits'))],
    ['inside of its last line', text.slice(0, -5)],
  ])('that is cut %s is refused', async (_, content) => {
    expect(await parseBackup(cut(content, 50))).toEqual({
      ok: false,
      error: expect.stringMatching(/^The backup is cut off/),
    });
  });

  test.each([
    ['a row is missing', [lines[0], lines[1], lines[3]].join('\n')],
    ['a row is another', text.replace('visits', 'labels')],
    ['rows changed places', [lines[0], lines[2], lines[1], lines[3]].join('\n')],
    ['a row follows the end', `${text}["labels",{}]\n`],
  ])('in which %s is refused', async (_, content) => {
    expect(await parseBackup(cut(content, 50))).toEqual({
      ok: false,
      error: expect.stringMatching(/^The file is not as Loupe wrote it/),
    });
  });

  test.each([
    ['', 'The file is empty.'],
    ['{"format":"loupe labels","version":1}\n', 'The file is not a backup of Loupe.'],
    ['not json', 'The file is not a backup of Loupe.'],
    ['{"format":"loupe backup","version":3,"createdAt":1}', /version 3, which a newer Loupe wrote/],
  ])('%j is refused', async (content, error) => {
    const read = await parseBackup(cut(content, 100));
    expect(read).toEqual({ ok: false, error: typeof error === 'string' ? error : expect.stringMatching(error) });
  });

  test('of version 1 is read though it has no end; of strange lines it keeps what can be read', async () => {
    const strange = `${old}["labels"]\n[1,{}]\n["labels",{"$x":1}]\n\n["labels",{}]\n`;
    expect(await parseBackup(cut(strange, 9))).toMatchObject({ ok: true, value: { rows: [{ row: {} }], damaged: 3 } });
  });
});
