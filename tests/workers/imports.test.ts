/** Which code the services load, followed through static and dynamic imports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { importCircles } from '../helpers/import-circles';

const SRC = resolve(import.meta.dirname, '../../src');
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;
/** What the compiler leaves out. */
const TYPES_ONLY = /^(?:import|export) type [^;]*;$/gm;

/** All files that `entry` may load, as paths below src. */
function reachable(entry: string): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const code = readFileSync(file, 'utf8').replace(TYPES_ONLY, '');
    for (const [, specifier] of code.matchAll(IMPORT)) {
      const base = join(dirname(file), specifier ?? '');
      const target = [`${base}.ts`, `${base}.tsx`, base].find(existsSync);
      if (target !== undefined) visit(target);
    }
  };
  visit(join(SRC, entry));
  return [...found].map((file) => relative(SRC, file));
}

const ofTraces = (files: readonly string[]) => files.filter((file) => file.startsWith('workers/trace/'));

test('opening a block loads no code for traces, and naming an address none either', () => {
  const chain = reachable('workers/chain/chain-engine.ts');
  expect(chain).toContain('workers/chain/load-block.ts');
  expect(ofTraces(chain)).toEqual([]);
  expect(chain.filter((file) => file.startsWith('workers/contracts/'))).toEqual([]);
  const contracts = reachable('workers/contracts/contracts-engine.ts');
  expect(contracts).toContain('workers/contracts/knowledge/address-names.ts');
  expect(ofTraces(contracts)).toEqual([]);
  // The same walk finds traces where there are some.
  expect(ofTraces(reachable('workers/engine.ts'))).toContain('workers/trace/open/open-traces.ts');
});

test('the hosted API is loaded by the question for it alone, and nothing of it before', () => {
  const holders = reachable('workers/engine.ts').filter((file) => {
    const code = readFileSync(join(SRC, file), 'utf8').replace(TYPES_ONLY, '');
    return !file.startsWith('net/providers/hosted/') && code.includes('providers/hosted/');
  });
  expect(holders).toEqual(['workers/chain/open-hosted.ts']);
  const code = readFileSync(join(SRC, 'workers/chain/open-hosted.ts'), 'utf8').replace(TYPES_ONLY, '');
  expect(code).not.toMatch(/from '[^']*providers\/hosted\//);
});

test('no file below names a service above, not even a type of it', () => {
  const above = { chain: ['contracts', 'trace'], contracts: ['trace'] };
  for (const [folder, others] of Object.entries(above)) {
    for (const name of readdirSync(join(SRC, 'workers', folder), { encoding: 'utf8', recursive: true })) {
      if (!name.endsWith('.ts')) continue;
      const code = readFileSync(join(SRC, 'workers', folder, name), 'utf8');
      const up = '../'.repeat(name.split('/').length);
      for (const other of others) expect(code, `${folder}/${name}`).not.toContain(`'${up}${other}/`);
    }
  }
});

test('folders and files of the workers stand one above the other, types counted', () => {
  // The room of a file is its folder, or the file itself where it stands in the folder of a service or above.
  const roomOf = (file: string) => {
    const parts = file.split('/');
    return parts.slice(0, parts[0] === 'trace' ? 2 : 1).join('/');
  };
  expect(importCircles('workers', roomOf)).toEqual({});
});
