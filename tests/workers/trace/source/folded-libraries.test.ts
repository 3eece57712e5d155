/** Internal calls of libraries that a switch leaves out: what they did belongs to who called them. */
import 'fake-indexeddb/auto';
import { type Abi, encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hash } from '../../../../src/core/chain/primitives';
import { FIRST_TOGGLES } from '../../../../src/core/trace/first-toggles';
import { ALL_SHOWN } from '../../../../src/core/trace/toggles';
import { savePreference } from '../../../../src/db/reader/preferences';
import type { TraceHandle } from '../../../../src/workers/ids';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

const SOURCE = `pragma solidity ^0.8.24;
contract Target { uint256 public kept; function set(uint256 value) external { kept = value; } }
library Twice {
  function one() internal pure returns (uint256) { return 1; }
  function by(uint256 value) internal pure returns (uint256) { return value + value * one(); }
}
library Push { function to(Target target, uint256 value) internal { target.set(Twice.by(value)); } }
contract Main {
  uint256 public last;
  function run(Target target) external { last = Twice.by(4); own(target); }
  function own(Target target) internal { Push.to(target, last); }
}`;
const build = buildInfo(newestSolc(), 'Fold.sol', SOURCE);
const contracts: Record<string, { abi: Abi; evm: { bytecode: { object: string } } }> =
  build.output.contracts['Fold.sol'];
const [from] = ANVIL_ACCOUNTS;
let node: TestNode;
let hash: Hash;

beforeAll(async () => {
  node = await startNode();
  const send = (fields: object) => sendMined(node, { from, gas: '0x989680', ...fields });
  const deploy = async (name: string): Promise<Address> =>
    (await send({ data: `0x${contracts[name]?.evm.bytecode.object}` })).contractAddress;
  const [target, to] = [await deploy('Target'), await deploy('Main')];
  const data = encodeFunctionData({ abi: contracts.Main?.abi ?? [], functionName: 'run', args: [target] });
  hash = (await send({ to, data })).transactionHash;
});
afterEach(forgetAll);
afterAll(() => node?.stop());

async function opened() {
  const { engine, open } = await startEngine([node.url]);
  await engine.contracts.importBuildOutput('b.json', new TextEncoder().encode(JSON.stringify(build)));
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash });
  const summary = await engine.trace.sourceTrace(newJob(), handle);
  if (!summary.ok) throw new Error(summary.error.message);
  await engine.settled();
  return { trace: engine.trace, handle };
}
type Opened = Awaited<ReturnType<typeof opened>>;

/** Functions that show, each behind as many dots as rows above it. */
async function functionsOf({ trace, handle }: { trace: Opened['trace']; handle: TraceHandle }) {
  const { rows } = await trace.rows(handle, 0 as VisibleIndex, 50);
  return rows.map(({ depth, functionName }) => `${'.'.repeat(depth)}${functionName?.text}`);
}

const WHOLE = ['run', '.by', '..one', '.own', '..to', '...by', '....one', '...set'];

test('the switch leaves library calls out, counts them, and brings them back', async () => {
  const { trace, handle } = await opened();
  const calls = { ...ALL_SHOWN, storage: false };
  expect(await trace.setToggles(handle, calls)).toMatchObject({ libraryCalls: 5, visibleCount: 8 });
  expect(await functionsOf({ trace, handle })).toEqual(WHOLE);
  expect((await trace.search(handle, { text: 'one', filter: 'function' })).count).toBe(2);
  const folded = { ...calls, foldsLibraries: true };
  expect(await trace.setToggles(handle, folded)).toMatchObject({ libraryCalls: 5, visibleCount: 3, toggles: folded });
  expect(await functionsOf({ trace, handle })).toEqual(['run', '.own', '..set']);
  expect((await trace.search(handle, { text: 'one', filter: 'function' })).count).toBe(0);
  expect((await trace.search(handle, { text: 'set', filter: 'function' })).count).toBe(1);
  const found = await trace.match(handle, 0);
  const revealed = await trace.reveal(handle, (await trace.rowOf(handle, found?.depthId ?? '')) ?? (0 as never));
  expect(revealed.index).toBe(2);
  await trace.setToggles(handle, calls);
  expect(await functionsOf({ trace, handle })).toEqual(WHOLE);
});

test('storage that a library call touched stays, and a row keeps its id', async () => {
  const { trace, handle } = await opened();
  const idsOf = async () => {
    const { rows } = await trace.rows(handle, 0 as VisibleIndex, 50);
    return new Map(rows.map((row) => [row.depthId, 'access' in row ? 'access' : row.functionName?.text]));
  };
  const before = await idsOf();
  await trace.setToggles(handle, { ...ALL_SHOWN, foldsLibraries: true });
  const after = await idsOf();
  expect([...after.values()].filter((kind) => kind === 'access')).toEqual(
    [...before.values()].filter((kind) => kind === 'access'),
  );
  for (const [id, said] of after) expect(before.get(id)).toBe(said);
  // A folded row stands for what it is below.
  const [hidden = ''] = [...before.keys()].filter((id) => !after.has(id));
  const shown = await trace.rowOf(handle, hidden);
  expect(shown).toBeDefined();
  expect((await trace.reveal(handle, shown ?? (0 as never))).index).toBeGreaterThanOrEqual(0);
});

test('a choice that was kept holds for the next trace', async () => {
  await savePreference('traceToggles', { ...FIRST_TOGGLES, storage: false, foldsLibraries: true });
  expect(await functionsOf(await opened())).toEqual(['run', '.own', '..set']);
});
