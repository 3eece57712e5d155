/**
 * One measurement of `bench trace-load` in a process of its own: what it is
 * asked for and of which file is on the command line, the answer one line of JSON.
 *
 *     speed FILE    median milliseconds of JSON.parse and of Loupe, taken in turns
 *     cold FILE     the same, each in its first run: `cold-json` and `cold-rows`
 *     memory-…      the most memory the process ever had, in MB
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import process from 'node:process';
import { createCallTracerParser } from '../../src/core/trace/call-tracer';
import { depthIdOf } from '../../src/core/trace/depth-id';
import { createFolding } from '../../src/core/trace/folding';
import type { TraceParser } from '../../src/core/trace/parser';
import { median } from './figures';

const CHUNK = 64 * 1024;
const WINDOW = 60;

function rowsOf(parser: TraceParser): number {
  const result = parser.finish();
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const folding = createFolding(result.value);
  let characters = 0;
  for (let index = 0; index < WINDOW; index++) characters += depthIdOf(result.value, folding.rowAt(index)).length;
  return characters > 0 ? result.value.rows.length : 0;
}

function timeRows(bytes: Uint8Array): number {
  const start = performance.now();
  const parser = createCallTracerParser();
  for (let at = 0; at < bytes.length; at += CHUNK) parser.push(bytes.subarray(at, at + CHUNK));
  rowsOf(parser);
  return performance.now() - start;
}

function timeJson(text: string): number {
  const start = performance.now();
  JSON.parse(text);
  return performance.now() - start;
}

function streamRows(path: string): void {
  const file = openSync(path, 'r');
  const chunk = new Uint8Array(CHUNK);
  const parser = createCallTracerParser();
  for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) parser.push(chunk.subarray(0, size));
  closeSync(file);
  rowsOf(parser);
}

function measure(what: string, path: string): Record<string, number> {
  switch (what) {
    case 'speed': {
      const bytes = readFileSync(path);
      const text = bytes.toString('latin1');
      const json: number[] = [];
      const rows: number[] = [];
      for (let round = 0; round < 10; round++) {
        json.push(timeJson(text));
        rows.push(timeRows(bytes));
      }
      // The first round compiles.
      return { json: median(json.slice(1)), rows: median(rows.slice(1)) };
    }
    case 'cold-json':
      return { json: timeJson(readFileSync(path, 'latin1')) };
    case 'cold-rows':
      return { rows: timeRows(readFileSync(path)) };
    case 'memory-json':
      JSON.parse(readFileSync(path, 'latin1'));
      return { megabytes: process.resourceUsage().maxRSS / 1024 };
    case 'memory-rows':
      streamRows(path);
      return { megabytes: process.resourceUsage().maxRSS / 1024 };
    default:
      throw new Error(`no such measurement: ${what}`);
  }
}

const [what = '', path = ''] = process.argv.slice(2);
console.log(JSON.stringify(measure(what, path)));
