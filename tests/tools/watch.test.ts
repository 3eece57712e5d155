import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseWatchFile } from '../../src/core/watch/watch-file';
import { stepWatch } from '../../src/workers/watch/chain-watch';
import { fileStore, type Line } from '../../tools/watch/file-store';
import { GeneratedChain, randomFrom, TARGET } from '../helpers/generated-chain';

const text = JSON.stringify({
  endpoint: 'http://127.0.0.1:8545',
  networkId: 31337,
  watches: [{ name: 'fails', addresses: [TARGET], condition: { on: 'failed' } }],
});

test('the rules of a file find the same as in the app, and go on where they were', async () => {
  const file = parseWatchFile(text);
  if (!file.ok) throw new Error(file.error);
  const path = join(mkdtempSync(join(tmpdir(), 'loupe-watch-')), 'state');
  const lines: Line[] = [];
  const chain = new GeneratedChain(randomFrom(11));
  // A new store each time is what a restart has.
  const toHead = async () => {
    const store = fileStore(path, file.value.watches, (line) => lines.push(line));
    while ((await stepWatch(chain.asked(), store)) !== 'upToDate');
  };
  await toHead();
  for (let round = 0; round < 40; round++) {
    chain.grow(5);
    await toHead();
    chain.reorganise(3);
  }
  await toHead();
  const hashes = lines.map(({ transactionHash }) => transactionHash);
  expect(new Set(hashes).size).toBe(hashes.length);
  const today = chain.blocks
    .slice(1)
    .flatMap(({ transactions }) => transactions)
    .filter(({ receipt }) => receipt.status === 'failed')
    .map(({ transaction }) => transaction.hash);
  expect(today.length).toBeGreaterThan(10);
  expect(today.filter((hash) => !hashes.includes(hash))).toEqual([]);
  expect(readFileSync(path, 'utf8')).toContain('"next"');
});

test.each([
  ['{', 'not valid JSON'],
  ['{}', 'endpoint'],
  [text.replace('http:', 'ftp:'), 'endpoint'],
  [text.replace('"failed"', '"sometimes"'), 'watches.0.condition'],
  [text.replace('{"on":"failed"}', '{"on":"function","function":"("}'), 'fails'],
  [text.replace('{"on":"failed"}', '{"on":"simulation","simulation":{}}'), 'no simulation'],
])('a file that makes no sense is refused with a sentence', (damaged, words) => {
  const parsed = parseWatchFile(damaged);
  expect(parsed.ok).toBe(false);
  if (!parsed.ok) expect(parsed.error).toContain(words);
});

test('a damaged file of what was looked at is told, and left as it is', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'loupe-watch-')), 'state');
  writeFileSync(path, '{"progress":');
  expect(() => fileStore(path, [], () => {})).toThrow(`${path}: what was looked at cannot be read from it.`);
  expect(readFileSync(path, 'utf8')).toBe('{"progress":');
});
