/** The debugger's arrow keys over whole executions of the demo chain, asked of the engine itself. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type DebuggerApi, DebuggerModel } from '../../../src/app/views/debugger/debugger-model';
import { type DemoChain, importDemoContracts, newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';
import { newestSolc, servingWith } from '../../helpers/solc';

const chain = runDemoChain();
const connect = servingWith(newestSolc());

test.each(['swap-two-hops', 'nested-custom-error', 'clone-used'] as const)(
  'next and previous are inverse to each other at every stop of %s',
  async (name: Parameters<DemoChain['keyOf']>[0]) => {
    const { engine, open } = await startEngine([chain.proxy.url]);
    await engine.contracts.setCompiler(connect);
    await importDemoContracts(engine, chain);
    const { handle } = await open(chain.keyOf(name));
    let wanted = 0;
    const model: DebuggerModel = new DebuggerModel(
      engine.trace as unknown as DebuggerApi,
      handle,
      { step: 0, byStatements: true },
      {
        onGo: (step) => {
          wanted = step;
          model.follow({ step, byStatements: true });
        },
        onCrash: (error) => {
          throw error;
        },
      },
    );
    const steps: number[] = [];
    const settled = async () => {
      while (model.snapshot().state?.step !== wanted || !model.snapshot().source)
        await new Promise((resolve) => setImmediate(resolve));
      return wanted;
    };
    const take = async (move: 'next' | 'previous') => {
      model.take(move);
      return settled();
    };
    await model.open(undefined);
    await model.openSources(newJob());
    await settled();
    model.go(model.snapshot().source?.moves.next ?? 0);
    let at = await settled();
    // From the first statement to the last, and from there to what comes after it.
    for (let isLast = false; !isLast && steps.length < 400; ) {
      isLast = model.snapshot().source?.moves.next === undefined;
      const next = await take('next');
      expect(await take('previous'), `back from ${next}`).toBe(at);
      expect(await take('next')).toBe(next);
      steps.push(next);
      at = next;
    }
    expect(steps.length).toBeGreaterThan(5);
    for (const step of steps.toReversed().slice(1)) expect(await take('previous')).toBe(step);
    model.close();
  },
);
