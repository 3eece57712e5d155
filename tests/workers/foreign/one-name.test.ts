/** One address has one name: in the rows of a trace, in safety, in a comparison, and in a simulation of the same. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { request } from '../../../devnet/rpc';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import { ALL_SHOWN } from '../../../src/core/trace/toggles';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import type { Engine } from '../../../src/workers/engine';
import type { TraceHandle } from '../../../src/workers/ids';
import type { RowView, VisibleIndex } from '../../../src/workers/trace/rows.api';
import { type ForeignChain, startForeignChain } from '../../../tools/foreign-chain/chain';
import { openTrace } from '../../../tools/open-trace';
import { deleteDatabase } from '../../helpers/database-dump';
import { newJob } from '../../helpers/demo-engine';
import { engineOf } from '../../helpers/foreign/engine';

const CHAPTERS = process.env.CHAPTERS === 'all' ? 'all' : 'laboratory';
/** Stands for an address without a name. */
const NONE = '(none)';

let chain: ForeignChain;
beforeAll(async () => {
  chain = await startForeignChain(31_337, 0, CHAPTERS);
}, 600_000);
afterAll(() => chain?.stop());
afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

/** The names of each address, with where they stand. */
class Names {
  readonly found = new Map<string, Map<string, string>>();
  add(address: string | undefined, name: string | undefined, where: string) {
    if (address === undefined) return;
    const names = this.found.get(address) ?? new Map();
    this.found.set(address, names);
    if (!names.has(name ?? NONE)) names.set(name ?? NONE, where);
  }
  values(values: readonly Decoded[] | undefined, where: string) {
    for (const value of values ?? []) {
      if (value.kind === 'address') this.add(value.text, value.known?.text, `${where} value`);
      this.values(value.items, where);
      this.values(value.nested, where);
    }
  }
  row(row: RowView, where: string) {
    this.add(row.from, row.fromName?.text, `${where} from`);
    if ('to' in row) this.add(row.to, row.toName?.text, `${where} to`);
    this.values(row.inputs, where);
    this.values(row.outputs, where);
  }
}

async function rowsOf(engine: Engine, handle: TraceHandle) {
  await engine.trace.setToggles(handle, ALL_SHOWN);
  await engine.trace.expandAll(handle);
  return (await engine.trace.rows(handle, 0 as VisibleIndex, 400)).rows;
}

/** Opens a transaction, changes nothing of it, compares the two and checks them; returns the names of all that was said. */
async function namesOf(engine: Engine, networkId: NetworkId, hash: Hash, before: TraceHandle | undefined) {
  const names = new Names();
  const opened = await openTrace(engine, newJob(), { networkId, hash });
  if (!opened.ok) throw new Error(opened.error.message);
  const { handle } = opened.value;
  await engine.settled();
  await engine.trace.sourceTrace(newJob(), handle);
  await engine.settled();
  for (const row of await rowsOf(engine, handle)) names.row(row, 'tree');
  const again = await engine.trace.simulateChanged(newJob(), handle, {});
  const others = [before, again.ok ? again.value.trace.handle : undefined].filter((other) => other !== undefined);
  for (const b of others) {
    await engine.settled();
    for (const row of await rowsOf(engine, b)) names.row(row, 'the other tree');
    const pair = { a: handle, b };
    await engine.trace.diff(pair);
    for (const { address, name } of await engine.trace.diffGas(pair)) names.add(address, name?.text, 'gas by function');
    const state = await engine.trace.diffState(pair);
    if (!state.ok) continue;
    const { differences, names: said } = state.value;
    for (const { address } of differences) names.add(address, said[address]?.text, 'differences of the state');
  }
  const safety = await engine.trace.checkSafety(newJob(), handle);
  if (safety.ok) for (const row of await rowsOf(engine, handle)) names.row(row, 'tree after safety');
  // Safety, the simulator and the steps of a simulation name their addresses by this question.
  const asked = [...names.found.keys()] as Address[];
  const answered = await engine.contracts.names(networkId, asked);
  for (const address of asked) names.add(address, answered[address]?.text, 'names');
  return { handle, names };
}

// Every address of all chapters with CHAPTERS=all, which takes minutes.
test('in safety, simulator, comparison and tree', { timeout: 1_200_000 }, async () => {
  const engine = await engineOf(chain, 'buildOutput');
  const networkId = chain.node.chainId as NetworkId;
  const second: string[] = [];
  let before: TraceHandle | undefined;
  const { transactions } = chain.truth;
  for (const { hash, name } of CHAPTERS === 'all' ? transactions : transactions.filter((_, at) => at % 4 === 0)) {
    const { handle, names } = await namesOf(engine, networkId, hash as Hash, before);
    before = handle;
    for (const [address, its] of names.found) {
      const said = [...its].map(([text, where]) => `${text} (${where})`).join(', ');
      // Nothing is at the address of a creation that failed: the tree alone says what it was to be.
      const hasCode = its.has(NONE) && (await request(chain.node.rpcUrl, 'eth_getCode', [address, 'latest'])) !== '0x';
      if (its.size > (its.has(NONE) && !hasCode ? 2 : 1)) second.push(`${name}: ${address} ${said}`);
    }
  }
  expect(second).toEqual([]);
});
