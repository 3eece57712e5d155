/** Transactions of the demo chain, whose contracts are optimised, executed again with unoptimised code. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { TransactionName } from '../../../../devnet/names';
import type { TraceHandle } from '../../../../src/workers/ids';
import type { DebugBuild } from '../../../../src/workers/trace/debug-build.api';
import { importDemoContracts, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { newestSolc, servingWith } from '../../../helpers/solc';

const chain = runDemoChain();
const connect = servingWith(newestSolc());

async function opened(name: TransactionName) {
  const { engine, open } = await startEngine([chain.proxy.url]);
  await engine.contracts.setCompiler(connect);
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf(name));
  const build = async (): Promise<DebugBuild> => {
    const built = await engine.trace.debugBuild(newJob(), handle);
    if (!built.ok) throw new Error(built.error.message);
    return built.value;
  };
  /** Variables by the function they are of, the values that any step showed. */
  const variables = async (of: TraceHandle) => {
    const decoded = await engine.trace.sourceTrace(newJob(), of);
    if (!decoded.ok) throw new Error(decoded.error.message);
    const steps = await engine.trace.steps(of, 0, 0);
    const total = steps.ok ? steps.value.total : 0;
    const shown = new Map<string, Set<string>>();
    for (let step = 0; step < total; step += 37) {
      const view = await engine.trace.variablesAt(of, step);
      if (!view.ok) continue;
      for (const { value } of view.value.locals) {
        const name = `${view.value.function} ${value.name}`;
        shown.set(name, (shown.get(name) ?? new Set()).add(value.text));
      }
    }
    return shown;
  };
  return { engine, handle, build, variables };
}

test('has the calls of the chain in their order, and variables in every function', async () => {
  const { engine, handle, build, variables } = await opened('swap-two-hops');
  const { execution, contracts, partsAt, raisedGas } = await build();
  expect(partsAt).toBeUndefined();
  expect(execution.success).toBe(true);
  expect(contracts.filter(({ why }) => why !== '')).toEqual([]);
  expect(contracts.map(({ name }) => name)).toContain('Router');
  expect(raisedGas).toBeGreaterThan(execution.gasUsed);
  const { handle: built } = execution.trace;
  const diff = await engine.trace.diff({ a: handle, b: built });
  expect(diff.calls).toMatchObject({ changed: 0, added: 0, removed: 0 });
  expect(diff.events).toMatchObject({ changed: 0, added: 0, removed: 0 });
  // Unoptimised code costs more, and so this is not the code of the chain.
  expect(diff.gas).toBeGreaterThan(0);
  expect((await variables(built)).size).toBeGreaterThan(0);
});

test('has the gas limit of the node’s fork at the first visit and at later ones', async () => {
  // Headers of Osaka look like Prague's, and only Osaka bounds the gas of a transaction (EIP-7825).
  chain.proxy.set({
    lie: (method, _, result) => (method === 'anvil_nodeInfo' ? { ...(result as object), hardFork: 'Osaka' } : result),
  });
  for (const visit of ['first', 'later']) {
    const { engine, build } = await opened('erc20-transfer');
    expect([visit, (await build()).raisedGas]).toEqual([visit, 2 ** 24]);
    await engine.settled();
  }
});

test('of a failing transaction fails as on the chain', async () => {
  const { build } = await opened('nested-custom-error');
  const { execution, partsAt } = await build();
  expect(execution.success).toBe(false);
  expect(partsAt).toBeUndefined();
});

test('is none where nobody has sources, and says why', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  const { handle } = await open(chain.keyOf('swap-two-hops'));
  const built = await engine.trace.debugBuild(newJob(), handle);
  expect(built).toMatchObject({ ok: false, error: { code: 'unsupported' } });
  expect(built.ok ? '' : built.error.message).toContain('No provider that you allow has its sources.');
});
