/**
 * Writes src/core/abi/signatures.gen.json from signatures.txt: the bundled
 * table of common signatures by selector.
 *
 *     node_modules/.bin/tsx tools/generate/signatures.ts
 *
 * Keys are the first four bytes of the hash, without 0x, also for events: a
 * whole topic is checked when it is looked up, and hashes do not compress.
 * Several signatures of one key are separated by a vertical bar.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseSignature, selectorOf, signatureOf } from '../../src/core/abi/signature';

const SOURCE = new URL('signatures.txt', import.meta.url);
const TARGET = new URL('../../src/core/abi/signatures.gen.json', import.meta.url);
const TABLES = { function: 'functions', event: 'events', error: 'errors' } as const;

/** The table as JSON text; throws on a line that is no signature. */
function generate(text: string): string {
  const tables = { functions: new Map(), errors: new Map(), events: new Map() } as const;
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const parsed = parseSignature(line);
    if (!parsed.ok) throw new Error(`${line}: ${parsed.error}`);
    if (parsed.value.kind === 'constructor') throw new Error(`${line}: constructors have no selector`);
    const table: Map<string, string[]> = tables[TABLES[parsed.value.kind]];
    const key = selectorOf(signatureOf(parsed.value)).slice(2);
    const signature = line.slice(line.indexOf(' ') + 1);
    const known = table.get(key) ?? [];
    if (!known.some((other) => describesSame(other, signature))) table.set(key, [...known, signature]);
  }
  const sorted = Object.entries(tables).map(([name, table]) => [
    name,
    Object.fromEntries(
      [...table].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, list]) => [`0x${key}`, list.join('|')]),
    ),
  ]);
  return `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`;
}

/**
 * Whether two texts are the same signature, apart from the names of parameters. Events that index other parameters are
 * not the same.
 */
function describesSame(a: string, b: string): boolean {
  return shape(a) === shape(b);
}

function shape(signature: string): string {
  const parsed = parseSignature(signature);
  if (!parsed.ok) return signature;
  return `${signatureOf(parsed.value)} ${parsed.value.inputs.map((input) => input.indexed === true)}`;
}

writeFileSync(TARGET, generate(readFileSync(SOURCE, 'utf8')));
