/** Simulations of several steps on a real chain: run, kept, opened, checked against the node. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../../src/core/chain/primitives';
import { parseRuntimeConfig, type RuntimeConfig } from '../../../../src/core/config/runtime-config';
import {
  type AccountDraft,
  emptyAccount,
  emptyBlock,
  emptyDraft,
  emptyStep,
  type SimulationDraft,
  type StepDraft,
  writeDraft,
} from '../../../../src/core/simulation/draft';
import { madeUpSignature, recoverInput } from '../../../../src/core/simulation/typed-data';
import { readSimulations } from '../../../../src/db/reader/simulations';
import type { TraceHandle } from '../../../../src/workers/ids';
import type { TransactionUpdate } from '../../../../src/workers/trace/open-trace.api';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import type { SimulationResult, VariationKind } from '../../../../src/workers/trace/simulations.api';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine, type TestEngine } from '../../../helpers/demo-engine';
import { type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';
import { sendMined } from '../../../helpers/mined';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { MAIL, MAIL_HASH } from '../../../helpers/typed-mail';

const [ALICE, BOB] = ANVIL_ACCOUNTS as unknown as [Address, Address];
const POOR = `0x${'0c'.repeat(20)}` as Address;
const word = (value: number | bigint): Hash => `0x${value.toString(16).padStart(64, '0')}` as Hash;

// Adds one to slot 0, logs the sum and returns it.
const COUNTER: Hex = '0x60015f5401805f555f5260205fa060205ff3';
// Returns number, timestamp, base fee and price, a word each.
const LOOKS: Hex = ('0x435f524260205248604052' + '3a60605260805ff3') as Hex;

let anvil: Anvil;
let proxy: FaultProxy;
let started: TestEngine;
let counter: Address;

beforeAll(async () => {
  anvil = await startAnvil();
  proxy = await startFaultProxy(anvil.url);
  const size = (COUNTER.length - 2) / 2;
  const data = `0x60${size.toString(16).padStart(2, '0')}8060095f395ff3${COUNTER.slice(2)}` as Hex;
  counter = (await sendMined(anvil, { from: ALICE, data })).contractAddress;
  await sendMined(anvil, { from: BOB, to: counter });
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});
afterEach(async () => {
  proxy.set({});
  await forgetAll();
});

function draftOf(steps: readonly Partial<StepDraft>[], more: Partial<SimulationDraft> = {}): SimulationDraft {
  return {
    ...emptyDraft(
      String(ANVIL_NETWORK),
      steps.map((step) => emptyStep({ from: ALICE, ...step })),
    ),
    ...more,
  };
}

/** Runs it; where the page is reloaded, it runs again on what was kept, and comes to the same. */
async function runOnce(draft: SimulationDraft, isReloaded = false): Promise<SimulationResult> {
  started = await startEngine([proxy.url]);
  const ran = await started.engine.trace.runSimulation(newJob(), draft);
  if (!ran.ok) throw new Error(ran.error.message);
  if (isReloaded) started = await startEngine([proxy.url]);
  expect(await started.engine.trace.simulationResult(newJob(), ran.value.id)).toEqual(ran);
  return ran.value;
}

const run = (draft: SimulationDraft) => runOnce(draft);

async function refused(draft: SimulationDraft): Promise<string> {
  started = await startEngine([proxy.url]);
  const ran = await started.engine.trace.runSimulation(newJob(), draft);
  return ran.ok ? 'it ran' : ran.error.message;
}

const outputs = ({ steps }: SimulationResult) =>
  steps.map(({ outcome }) => (outcome.state === 'executed' ? outcome.output : outcome.state));

describe('a run', () => {
  test('carries one state through its steps, and leaves the chain as it was', async () => {
    const before = await anvil.call('eth_getStorageAt', [counter, '0x0', 'latest']);
    expect(before).toBe(word(1));
    expect(outputs(await run(draftOf([{ to: counter }, { to: counter, from: BOB }])))).toEqual([word(2), word(3)]);
    expect(await anvil.call('eth_getStorageAt', [counter, '0x0', 'latest'])).toBe(before);
  });

  test('stands in the block that would come next, at real prices', async () => {
    const head = await anvil.call<{ number: Hex; timestamp: Hex; baseFeePerGas: Hex }>('eth_getBlockByNumber', [
      'latest',
      false,
    ]);
    const [account] = [{ ...emptyAccount(), address: POOR, code: LOOKS }];
    const draft = draftOf([{ to: POOR, from: BOB }]);
    const result = await run({ ...draft, blocks: draft.blocks.map((block) => ({ ...block, accounts: [account] })) });
    const said = (outputs(result)[0] as Hex).slice(2);
    const wordAt = (at: number) => BigInt(`0x${said.slice(at * 64, at * 64 + 64)}`);
    const [number, timestamp, baseFee, price] = [wordAt(0), wordAt(1), wordAt(2), wordAt(3)];
    expect(number).toBe(BigInt(head.number) + 1n);
    expect(timestamp > BigInt(head.timestamp)).toBe(true);
    // Nearly empty blocks: an eighth less than the head's.
    expect(baseFee < BigInt(head.baseFeePerGas)).toBe(true);
    expect(price).toBe(baseFee + 1_000_000_000n);
    expect(result.steps[0]?.outcome).not.toHaveProperty('loan');
  });

  test('lends a sender what it lacks, and says how much', async () => {
    const result = await run(draftOf([{ from: POOR, to: BOB, value: '1 ether', gas: '21000', gasPrice: '10 gwei' }]));
    expect(result.steps[0]?.outcome).toMatchObject({
      success: true,
      loan: { lent: 10n ** 18n + 210_000n * 10n ** 9n, owed: 10n ** 18n + 210_000n * 10n ** 9n },
    });
  });

  test.each([
    ['before', word(1)],
    ['after', word(2)],
  ] as const)('stands %s a transaction of a block', async (place, expected) => {
    const { blockNumber } = await sendMined(anvil, { from: BOB, to: counter });
    const value = await anvil.call<Hex>('eth_getStorageAt', [counter, '0x0', 'latest']);
    const result = await run(draftOf([{ to: counter }], { block: String(Number(blockNumber)), place, index: '0' }));
    expect(BigInt(outputs(result)[0] as Hex)).toBe(BigInt(value) + BigInt(expected) - 1n);
  });

  test('is refused with the sentence of the field that is wrong', async () => {
    expect(await refused(draftOf([{ to: '0x12' }]))).toContain('An address is 0x and 40 hex digits.');
    expect(await refused(draftOf([{ to: BOB }], { block: '0', place: 'before', index: '3' }))).toBe(
      'Block 0 has no transactions.',
    );
  });

  test('says of expectations which were not met', async () => {
    const expectation = { status: 'failed' as const, output: word(2), error: '', gas: '21000' };
    const { steps } = await run(draftOf([{ to: counter, expect: expectation }]));
    expect(steps[0]?.unmet).toEqual([
      'It was expected to fail.',
      expect.stringMatching(/^It was expected to return .* and returned/),
      expect.stringMatching(/^It was expected to use at most 21,000 gas, and used/),
    ]);
  });
});

describe('a signature as a step', () => {
  // Hands its calldata to ecrecover, and returns what that answers.
  const RECOVERS: Hex = '0x365f5f3760205f60805f60015afa5060205ff3';
  const accounts = [{ ...emptyAccount(), address: POOR, code: RECOVERS }];

  test('is taken by the step after it, also when that is opened, and not by the node', async () => {
    const input = recoverInput(madeUpSignature(BOB, MAIL_HASH));
    const draft = draftOf([
      { from: BOB, typedData: MAIL },
      { to: POOR, input },
    ]);
    const { id, steps } = await run({ ...draft, blocks: draft.blocks.map((block) => ({ ...block, accounts })) });
    const bob = `0x${BOB.slice(2).padStart(64, '0')}`;
    expect(steps).toMatchObject([
      { from: BOB, outcome: { state: 'signed', signature: { signer: BOB, digest: MAIL_HASH }, hasCode: false } },
      { outcome: { state: 'executed', output: bob } },
    ]);
    expect(steps[0]?.hash).toBeUndefined();
    const opened: TransactionUpdate[] = [];
    await started.engine.trace.openTransaction(
      newJob(),
      { networkId: ANVIL_NETWORK, hash: steps[1]?.hash as Hash },
      (update) => {
        opened.push(update);
      },
    );
    const shown = opened.find((update) => update.type === 'opened');
    if (shown?.type !== 'opened') throw new Error('nothing opened');
    const { rows } = await started.engine.trace.rows(shown.trace.handle, 0 as VisibleIndex, 10);
    expect(rows).toHaveLength(2);
    const confirmed = await started.engine.trace.confirmByNode(newJob(), id);
    expect(confirmed).toMatchObject({
      ok: true,
      value: { steps: 1, differences: [expect.stringContaining('Step 2')], left: [expect.stringContaining('made up')] },
    });
  });

  test('alone is no run', async () => {
    expect(await refused(draftOf([{ typedData: MAIL }]))).toBe('There is no transaction among the steps.');
    expect(await refused(draftOf([{ typedData: '{}' }]))).toContain('Typed data is JSON with types');
  });
});

describe.each([false, true])('a kept simulation, after a reload: %s', (isReloaded) => {
  const run = (draft: SimulationDraft) => runOnce(draft, isReloaded);

  test('is answered again and opens as a transaction without any request', async () => {
    const { id, steps } = await run(draftOf([{ to: counter }, { to: counter }]));
    proxy.set({ fault: { kind: 'rpcError', code: -32000, message: 'nobody is there' } });
    const again = await started.engine.trace.simulationResult(newJob(), id);
    expect(again.ok && again.value.steps).toEqual(steps);

    const hash = steps[1]?.hash as Hash;
    const updates: TransactionUpdate[] = [];
    const opened = await started.engine.trace.openTransaction(
      newJob(),
      { networkId: ANVIL_NETWORK, hash },
      (update) => {
        updates.push(update);
      },
    );
    expect(opened.ok).toBe(true);
    expect(updates.map(({ type }) => type)).toEqual(['record', 'opened']);
    const [record, trace] = updates;
    if (record?.type !== 'record' || trace?.type !== 'opened') throw new Error('nothing opened');
    expect(record.record.transaction).toMatchObject({ hash, from: ALICE, to: counter, type: 2 });
    expect(record.record.transaction.blockHash).toBeUndefined();
    expect(record.record.receipt).toMatchObject({ status: 'success', logCount: 1 });
    // Both steps are in one block.
    const used = steps.map((step) => (step.outcome.state === 'executed' ? step.outcome.gasUsed : 0));
    expect(record.record.receipt?.cumulativeGasUsed).toBe((used[0] ?? 0) + (used[1] ?? 0));
    const { rows } = await started.engine.trace.rows(trace.trace.handle, 0 as VisibleIndex, 10);
    expect(rows[0]).toMatchObject({ from: ALICE, to: counter });
    const diff = await started.engine.trace.stateDiff(trace.trace.handle);
    // The step before it counted too.
    const outcome = steps[1]?.outcome;
    expect(diff.ok && diff.value.post[counter]?.storage).toEqual({
      [word(0)]: outcome?.state === 'executed' ? outcome.output : undefined,
    });
    proxy.set({});
  });

  test('a block begins with no gas used: steps of the block before do not count', async () => {
    const step = emptyStep({ from: ALICE, to: counter });
    const blocks = [emptyBlock([step]), emptyBlock([step, step])];
    const { steps } = await run({ ...draftOf([]), blocks });
    const used = steps.map(({ outcome }) => (outcome.state === 'executed' ? outcome.gasUsed : 0));
    const soFar = async (at: number) => {
      const key = { networkId: ANVIL_NETWORK, hash: steps[at]?.hash as Hash };
      const found: (number | undefined)[] = [];
      await started.engine.trace.openTransaction(newJob(), key, (update) => {
        if (update.type === 'record') found.push(update.record.receipt?.cumulativeGasUsed);
      });
      return found;
    };
    expect(await soFar(1)).toEqual([used[1]]);
    expect(await soFar(2)).toEqual([(used[1] ?? 0) + (used[2] ?? 0)]);
  });

  test('is listed, and gone when it was deleted', async () => {
    const { id } = await run(draftOf([{ to: counter }], { name: 'Counts' }));
    expect(await readSimulations(10)).toMatchObject([{ id, name: 'Counts', success: true, steps: 1 }]);
    const missing = await started.engine.trace.simulationResult(newJob(), 'ab'.repeat(16) as typeof id);
    expect(missing).toMatchObject({ ok: false, error: { code: 'notFound' } });
  });

  test('travels as a file: it runs again where nobody answers, and has to come to the same', async () => {
    const { id, steps } = await run(draftOf([{ to: counter, value: '7' }, { to: counter }], { name: 'Counts' }));
    const file = await started.engine.trace.simulationFile(newJob(), id);
    if (!file.ok) throw new Error(file.error.message);
    await forgetAll();
    proxy.set({ fault: { kind: 'rpcError', code: -32000, message: 'nobody is there' } });
    const elsewhere = await startEngine([proxy.url]);
    const open = (text: string) => elsewhere.engine.trace.openSimulationFile(newJob(), text);
    expect(await open(file.value)).toEqual({ ok: true, value: id });
    expect(await readSimulations(10)).toMatchObject([{ id, name: 'Counts', steps: 2 }]);
    const again = await elsewhere.engine.trace.simulationResult(newJob(), id);
    expect(again.ok && again.value.steps).toEqual(steps);

    const refusal = async (text: string) => {
      const opened = await open(text);
      return opened.ok ? 'it opened' : opened.error.message;
    };
    expect(await refusal(file.value.replace(/("digest":"0x)../, '$1__'))).toContain('does not give the outcome');
    expect(await refusal(file.value.replace('"storage"', '"stored"'))).toContain('The file is damaged');
    // That of the request, of what was kept and of its block: each changed alone.
    const places = [...file.value.matchAll(/("network":"|"networkId":[^,]*?)31337/g)];
    expect(places.length).toBeGreaterThanOrEqual(3);
    for (const { index, 0: found } of places) {
      const changed = `${file.value.slice(0, index)}${found.replace('31337', '1')}${file.value.slice(index + found.length)}`;
      expect(await refusal(changed)).toMatch(/names another network|is damaged/);
    }
    // All of them at once, as who makes one chain's simulation another's would: the chain's own id included.
    const everywhere = file.value.replace(/31337/g, '1');
    expect([...everywhere.matchAll(/31337/g)]).toEqual([]);
    expect(await refusal(everywhere)).toContain('does not give the outcome that the file states for this network');
    const { number } = (JSON.parse(file.value) as { ran: { row: { standing: { block: { number: number } } } } }).ran.row
      .standing.block;
    const elsewhen = file.value.replace(new RegExp(`("number":)${number}\\b`), `$1${number + 1}`);
    expect(elsewhen).not.toBe(file.value);
    expect(await refusal(elsewhen)).toContain('for this network and block');
    expect(await refusal(file.value.slice(1))).toContain('it is not JSON');
    expect(await refusal('{}')).toContain('not a simulation file of version 1');
    expect(await refusal(writeDraft(draftOf([{ to: counter }])))).toContain('only the request');
    proxy.set({});
  });

  test('leaves no trace open where opening a step is cancelled', async () => {
    const { steps } = await run(draftOf([{ to: counter }]));
    const { trace } = started.engine;
    const job = newJob();
    let handle: TraceHandle | undefined;
    const key = { networkId: ANVIL_NETWORK, hash: steps[0]?.hash as Hash };
    await trace.openTransaction(job, key, async (update) => {
      if (update.type !== 'opened') return;
      handle = update.trace.handle;
      await trace.cancel(job);
    });
    if (handle === undefined) throw new Error('not opened');
    await expect(trace.rows(handle, 0 as VisibleIndex, 1)).rejects.toThrow('no longer open');
  });

  test('has a least gas limit that succeeds, and fails with one less', async () => {
    const { id } = await run(draftOf([{ to: counter }]));
    const least = await started.engine.trace.leastGas(newJob(), id, 0);
    if (!least.ok || least.value.state !== 'exact') throw new Error('no limit was found');
    const { limit } = least.value;
    const call = (gas: number) =>
      anvil.call('eth_call', [{ from: ALICE, to: counter, gas: `0x${gas.toString(16)}` }, 'latest']);
    await expect(call(limit)).resolves.toMatch(/^0x/);
    await expect(call(limit - 1)).rejects.toThrow();
  });

  test('has one on overrides, too', async () => {
    const accounts = [{ ...emptyAccount(), address: counter, slots: '0 = 0' }];
    const draft = draftOf([{ to: counter }]);
    const { id } = await run({ ...draft, blocks: draft.blocks.map((block) => ({ ...block, accounts })) });
    expect(await started.engine.trace.leastGas(newJob(), id, 0)).toMatchObject({ value: { state: 'exact' } });
  });

  test('has no known least gas where with less it reads what was not read', async () => {
    const at = `0x${'0d'.repeat(20)}` as Address;
    // Succeeds with more than 65,536 gas left, else only where slot 5 is not zero.
    await anvil.call('anvil_setCode', [at, '0x620100005a116012576005546012575f5ffd5b00']);
    await anvil.call('anvil_setStorageAt', [at, word(5), word(1)]);
    await anvil.call('anvil_mine', ['0x1']);
    const { id } = await run(draftOf([{ to: at }]));
    expect(await started.engine.trace.leastGas(newJob(), id, 0)).toMatchObject({ value: { state: 'unknown' } });
  });

  test('is confirmed by the node: status, gas, output and events', async () => {
    const accounts = [{ ...emptyAccount(), address: counter, slots: '0 = 41' }];
    const draft = draftOf([{ to: counter }, { to: BOB, value: '5' }, { to: counter }]);
    const { id } = await run({ ...draft, blocks: draft.blocks.map((block) => ({ ...block, accounts })) });
    const confirmed = await started.engine.trace.confirmByNode(newJob(), id);
    expect(confirmed).toMatchObject({
      ok: true,
      value: {
        method: 'eth_simulateV1',
        steps: 3,
        differences: [],
        compared: ['status', 'gas used', 'output', 'events'],
      },
    });
  });

  test('is confirmed by eth_call where the node has nothing else, and contradicted where it answers otherwise', async () => {
    const { id } = await run(draftOf([{ to: counter }]));
    proxy.set({ fault: { kind: 'rpcError', code: -32601, message: 'method not found' }, methods: /^eth_simulateV1$/ });
    const confirmed = await started.engine.trace.confirmByNode(newJob(), id);
    expect(confirmed).toMatchObject({ ok: true, value: { method: 'eth_call', differences: [] } });
    await sendMined(anvil, { from: BOB, to: counter });
    // The chain has moved on, the simulation has not: it is asked at its own block.
    expect(await started.engine.trace.confirmByNode(newJob(), id)).toMatchObject({ value: { differences: [] } });
  });
});

describe.each([false, true])('one thing otherwise, after a reload: %s', (isReloaded) => {
  const run = (draft: SimulationDraft) => runOnce(draft, isReloaded);

  const vary = async (draft: SimulationDraft, kind: VariationKind) => {
    const { id } = await run(draft);
    proxy.set({});
    const varied = await started.engine.trace.varySimulation(newJob(), id, kind);
    if (!varied.ok) throw new Error(varied.error.message);
    return varied.value;
  };
  const withAccounts = (draft: SimulationDraft, accounts: readonly AccountDraft[]): SimulationDraft => ({
    ...draft,
    blocks: draft.blocks.map((block) => ({ ...block, accounts: [...accounts] })),
  });

  test('which override mattered: the one that is read, and not the one that is not', async () => {
    const draft = withAccounts(draftOf([{ to: counter }]), [
      { ...emptyAccount(), address: counter, slots: '0 = 41\n7 = 1' },
      { ...emptyAccount(), address: POOR, balance: '5' },
    ]);
    const { effects, fetched } = await vary(draft, 'overrides');
    expect(effects.map(({ label, address, state }) => `${label} ${address === counter} ${state}`)).toEqual([
      'Slot 0x0 true changes',
      'Slot 0x7 true same',
      'Balance false same',
    ]);
    expect(effects[0]?.words).toBe('it returns something else');
    // What the overrides take the place of was read with the first run.
    expect(fetched).toBe(0);
  });

  test('sensitivity: where a later block turns it, and everything else is the same', async () => {
    const { number } = (await run(draftOf([{ to: counter }]))).block;
    // Reverts from 5 blocks later on.
    const last = (number + 1 + 5).toString(16).padStart(8, '0');
    const code: Hex = `0x63${last}4311600b57005b5f5ffd`;
    const draft = withAccounts(draftOf([{ to: POOR }]), [{ ...emptyAccount(), address: POOR, code }]);
    const { effects } = await vary(draft, 'blocks');
    const turned = effects.filter(({ state }) => state !== 'same').map(({ label, state }) => `${label}: ${state}`);
    expect(turned).toEqual(['10 blocks later: turns', '100 blocks later: turns']);
    expect(effects.map(({ label }) => label)).toContain('Another coinbase');
  });

  test('ether that was lent is told by the run that lends none', async () => {
    const { effects } = await vary(draftOf([{ from: POOR, to: BOB, value: '1 ether' }]), 'blocks');
    const own = effects.find(({ label }) => label === 'Only the ether that senders have');
    expect(own).toMatchObject({ state: 'turns' });
  });
});

test('a chain with another id: its own rules, its own kept runs', async () => {
  const other = await startAnvil({ args: ['--chain-id', '4242'] });
  try {
    const engine = (await startEngine([], otherChain(other.url))).engine;
    const draft = draftOf([{ to: BOB, value: '1 gwei' }], { network: '4242' });
    const ran = await engine.trace.runSimulation(newJob(), draft);
    if (!ran.ok) throw new Error(ran.error.message);
    const confirmed = await engine.trace.confirmByNode(newJob(), ran.value.id);
    if (!confirmed.ok) throw new Error(JSON.stringify(confirmed.error));
    expect(confirmed.value).toMatchObject({ steps: 1, differences: [] });
  } finally {
    await other.stop();
  }
});

function otherChain(url: string): Partial<RuntimeConfig> {
  const parsed = parseRuntimeConfig({ networks: [{ id: 4242, rpcUrls: [url] }], defaultNetwork: 4242 });
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
