/** The debugger's arrow keys over whole executions of the demo chain, asked of the engine itself. */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DebuggerApi } from '../../../src/app/views/debugger/debugger-model';
import type { TraceHandle } from '../../../src/workers/ids';
import { debuggerOver } from '../../helpers/debugger-arrows';
import { type DemoChain, newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';
import { newestSolc, servingWith } from '../../helpers/solc';

type Name = Parameters<DemoChain['keyOf']>[0];
type Engine = Awaited<ReturnType<typeof startEngine>>['engine'];

const chain = runDemoChain();
const connect = servingWith(newestSolc());

/** Opens the transaction with the demo's build output, of which the contracts `without` are left out. */
async function openDebugger(name: Name, without: readonly string[]) {
  const { engine, open } = await startEngine([chain.proxy.url]);
  await engine.contracts.setCompiler(connect);
  const imported = await engine.contracts.importBuildOutput('build-output.json', buildOutput(without));
  expect(imported.ok).toBe(true);
  const { handle } = await open(chain.keyOf(name));
  return { engine, handle, ...debuggerOver(engine.trace as unknown as DebuggerApi, handle) };
}

function buildOutput(without: readonly string[]): Uint8Array<ArrayBuffer> {
  const json = JSON.parse(readFileSync(chain.devnet.buildOutputPath, 'utf8'));
  for (const contracts of Object.values<Record<string, unknown>>(json.output.contracts))
    for (const name of without) delete contracts[name];
  return new TextEncoder().encode(JSON.stringify(json));
}

/** The steps before and after which execution changes between code with a source and code without. */
async function borders(engine: Engine, handle: TraceHandle, total: number): Promise<number[]> {
  const found: number[] = [];
  let wasKnown: boolean | undefined;
  for (let step = 0; step < total; step++) {
    const source = await engine.trace.sourceAt(handle, step);
    if (!source.ok) throw new Error(source.error.message);
    const isKnown = source.value.files.length > 0;
    if (wasKnown !== undefined && isKnown !== wasKnown) found.push(step - 1, step);
    wasKnown = isKnown;
  }
  return found;
}

const CASES: readonly (readonly [name: Name, without: readonly string[], hasBorders: boolean])[] = [
  ['swap-two-hops', [], false],
  ['swap-two-hops', ['Router'], true],
  ['nested-custom-error', [], false],
  ['nested-custom-error', ['Desk'], true],
  ['nested-custom-error', ['Clearing'], true],
  ['clone-used', [], true],
];

test.each(CASES)(
  'next and previous are inverse to each other at every stop of %s without %j',
  async (name, without, hasBorders) => {
    const { engine, handle, model, go, take, settled } = await openDebugger(name, without);
    await model.open(undefined);
    await model.openSources(newJob());
    await settled();
    const { total } = model.snapshot();
    const steps = [await go(0)];
    for (let at = -1; at < total - 1; ) {
      at = await take('next');
      expect(at, `after ${steps.at(-1)}`).toBeGreaterThan(steps.at(-1) as number);
      steps.push(at);
    }
    expect(steps.length).toBeGreaterThan(5);
    expect(model.moves().next).toBeUndefined();
    for (const step of steps.toReversed().slice(1)) expect(await take('previous')).toBe(step);
    expect(model.moves().previous).toBeUndefined();

    // A step beside them lies between two of them, on either side of a border, and stays on the way.
    const atBorders = await borders(engine, handle, total);
    expect(atBorders.length > 0).toBe(hasBorders);
    for (const step of atBorders)
      for (const [there, back, isThere] of [
        ['next', 'previous', step < total - 1],
        ['previous', 'next', step > 0],
      ] as const) {
        await go(step);
        if (!isThere) continue;
        const beside = there === 'next' ? steps.find((stop) => stop > step) : steps.findLast((stop) => stop < step);
        // Or the step beside where the reader was before.
        expect([beside, ...atBorders], `${there} from ${step}`).toContain(await take(there));
        expect(await take(back)).toBe(step);
      }
    model.close();
  },
  120_000,
);
