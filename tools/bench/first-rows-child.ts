/**
 * `first-rows-child.ts URL with|without ROUNDS HASH…`: opens transactions of the demo chain by the whole engine and prints
 * the milliseconds until the first rows of each, the best of the rounds, as JSON. `without` leaves out the checks of
 * identity and inclusion, which no build of the app can.
 */
import { register } from 'node:module';
import process from 'node:process';
import type { Hash, NetworkId } from '../../src/core/chain/primitives';

const NETWORK = 31337 as NetworkId;
const HOOKS = `
  export async function load(url, context, next) {
    if (!new URL(url).pathname.endsWith('/trace/replay/check-facts.ts')) return next(url, context);
    const source =
      'export async function checkFacts() { return { checked: { unchecked: [], isIncluded: false } }; }' +
      'export async function doubtOfEarlier() {}';
    return { format: 'module', source, shortCircuit: true };
  }`;

const [url = '', how = '', rounds = '', ...hashes] = process.argv.slice(2);
if (how === 'without') register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
// Loaded only now, so that the hooks hold for it.
const { keyOf, newJob, startEngine } = await import('../conformance/recorded/engine');
const { openTrace } = await import('../open-trace');

const best = hashes.map(() => Number.POSITIVE_INFINITY);
let checked = 0;
for (let round = 0; round < Number(rounds); round++)
  for (const [at, hash] of hashes.entries()) {
    const { engine, done } = await startEngine(NETWORK, url);
    const began = performance.now();
    const opened = await openTrace(engine, newJob(), keyOf(NETWORK, hash as Hash));
    best[at] = Math.min(best[at] ?? 0, performance.now() - began);
    if (!opened.ok) throw new Error(`${hash}: ${opened.error.message}`);
    if (opened.value.verification?.checked?.isIncluded === true) checked++;
    await engine.trace.closeTrace(opened.value.handle);
    await done();
  }
console.log(JSON.stringify({ best, checked }));
