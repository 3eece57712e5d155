/** Transactions of the demo chain again with edited sources of the contracts that they called. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { TransactionName } from '../../../../devnet/names';
import type { Hex } from '../../../../src/core/chain/primitives';
import type { EditedCode } from '../../../../src/workers/contracts/edit-source.api';
import { importDemoContracts, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { newestSolc, servingWith } from '../../../helpers/solc';

const chain = runDemoChain();
const connect = servingWith(newestSolc());

/** The transaction, and how to run it with `from` written as `to` in the sources of the contract of this name. */
async function editable(name: TransactionName, contract: string) {
  const { engine, open } = await startEngine([chain.proxy.url]);
  await engine.contracts.setCompiler(connect);
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf(name));
  const address = (await engine.trace.contracts(handle))
    .flatMap(({ address, name, proxy, implementationName }) =>
      proxy === undefined
        ? [{ address, name: name?.text }]
        : [{ address: proxy.implementation, name: implementationName?.text }],
    )
    .find((each) => each.name === contract)?.address;
  if (address === undefined) throw new Error(`${contract} was not called`);
  const found = await engine.contracts.contractSource(newJob(), ANVIL_NETWORK, address);
  if (!found.ok || found.value.source === undefined) throw new Error('its source is not known');
  const { file } = found.value.source;
  const text = (await engine.contracts.sourceText(ANVIL_NETWORK, address, file)) ?? '';
  const run = async (code: Hex) => {
    const changed = await engine.trace.simulateChanged(newJob(), handle, { accounts: { [address]: { code } } });
    if (!changed.ok) throw new Error(changed.error.message);
    return changed.value;
  };
  return {
    engine,
    handle,
    address,
    run,
    async edit(from = '', to = ''): Promise<Extract<EditedCode, { state: 'compiled' }>> {
      expect(text).toContain(from);
      const texts = from === '' ? {} : { [file]: text.replace(from, to) };
      const compiled = await engine.contracts.compileEdited(newJob(), ANVIL_NETWORK, address, {
        texts,
        immutables: {},
      });
      if (!compiled.ok) throw new Error(compiled.error.message);
      if (compiled.value.state !== 'compiled') throw new Error(JSON.stringify(compiled.value));
      return compiled.value;
    },
  };
}

test.each([
  ['swap-two-hops', 'Router'],
  ['linked-library', 'Statistics'],
] as const)('%s: unchanged sources give the same trace', async (name, contract) => {
  const { engine, handle, edit, run } = await editable(name, contract);
  const { unchanged, isSameCode, warnings } = await edit();
  expect({ isSameCode, warnings }).toEqual({ isSameCode: true, warnings: [] });
  const again = await run(unchanged);
  const diff = await engine.trace.diff({ a: handle, b: again.trace.handle });
  expect(diff.first).toBeUndefined();
  expect(diff.gas).toBe(0);
});

test('a changed line of an implementation changes what its proxy does, read in the edited sources', async () => {
  const { engine, address, edit, run } = await editable('uups-after-upgrade', 'VaultV2');
  const doubled = await edit('amount * feeBasisPoints / 10_000', 'amount * feeBasisPoints / 5_000');
  expect(doubled.warnings).toEqual([]);
  const [before, after] = [await run(doubled.unchanged), await run(doubled.code)];
  expect(after.success).toBe(true);
  // Logs: the transfer, the fee, the withdrawal.
  const amount = (execution: typeof before, log: number) => BigInt(execution.logs[log]?.data ?? 0);
  expect(amount(before, 1)).toBeGreaterThan(0n);
  expect(amount(after, 1)).toBe(amount(before, 1) * 2n);
  expect(amount(after, 0)).toBe(amount(before, 0) - amount(before, 1));
  const diff = await engine.trace.diff({ a: before.trace.handle, b: after.trace.handle });
  expect(diff.calls).toMatchObject({ added: 0, removed: 0 });
  expect(diff.events).toMatchObject({ changed: 3, added: 0, removed: 0 });

  const refusing = await edit('uint256 fee = amount', 'require(amount == 0, "edited here"); uint256 fee = amount');
  const refused = await run(refusing.code);
  expect(refused.success).toBe(false);
  const { handle } = refused.trace;
  const summary = await engine.trace.sourceTrace(newJob(), handle);
  if (!summary.ok) throw new Error(summary.error.message);
  // Files are numbered as steps in them are looked at.
  for (let step = 0; step < 600; step += 20) await engine.trace.sourceAt(handle, step);
  const files = await Promise.all(Array.from({ length: 60 }, (_, file) => engine.trace.stepFile(handle, file)));
  expect(files.some((read) => read.ok && read.value?.text.includes('edited here'))).toBe(true);
  // The contract itself keeps its own sources.
  const found = await engine.contracts.contractSource(newJob(), ANVIL_NETWORK, address);
  const file = found.ok ? (found.value.source?.file ?? '') : '';
  expect(await engine.contracts.sourceText(ANVIL_NETWORK, address, file)).not.toContain('edited here');
});
