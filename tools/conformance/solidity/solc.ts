/**
 * Compilers of several versions, from the npm packages of solc. What they
 * answer is kept in a temporary folder, because a compilation takes seconds.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { loadCompiler, type NodeCompiler } from '../../solc/installed';

export type Target = {
  /** `0.8.37`. */
  version: string;
  /** Path of the compiler. */
  soljson: string;
  optimizer: boolean;
  viaIR: boolean;
};

const loaded = new Map<string, NodeCompiler>();
const cache = join(tmpdir(), 'loupe-solc-answers');

/** Compiles `input` to solc's standard JSON output, from the cache where it was compiled before. */
export function compile(target: Target, input: unknown): unknown {
  const text = JSON.stringify(input);
  const key = createHash('sha256').update(`${target.version}\n${text}`).digest('hex');
  const file = join(cache, `${key}.json.gz`);
  if (existsSync(file)) return JSON.parse(gunzipSync(readFileSync(file)).toString());
  const answer = compilerOf(target.soljson).compile(text);
  mkdirSync(cache, { recursive: true });
  const written = `${file}.${process.pid}`;
  writeFileSync(written, gzipSync(answer, { level: 1 }));
  renameSync(written, file);
  return JSON.parse(answer);
}

function compilerOf(soljson: string): NodeCompiler {
  const compiler = loaded.get(soljson) ?? loadCompiler({ soljson });
  loaded.set(soljson, compiler);
  return compiler;
}
