import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Address, Hash, Hex } from '../../../../src/core/chain/primitives';
import type { ForeignType } from '../../../../src/core/chain/transaction';
import type { TraceHandle } from '../../../../src/workers/ids';
import { OpenTraces } from '../../../../src/workers/trace/open/open-traces';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import type { Simulation, SimulationRequest } from '../../../../src/workers/trace/simulate.api';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine, type TestEngine } from '../../../helpers/demo-engine';
import { type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';
import { sendMined } from '../../../helpers/mined';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const [ALICE, BOB] = ANVIL_ACCOUNTS as unknown as [Address, Address];
const OTHER = `0x${'0c'.repeat(20)}` as Address;
const word = (value: number | bigint): Hash => `0x${value.toString(16).padStart(64, '0')}` as Hash;
const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`;

// Adds one to slot 0, logs the sum and returns it.
const COUNTER: Hex = '0x60015f5401805f555f5260205fa060205ff3';
// Returns number, timestamp, coinbase, base fee and gas limit, a word each.
const BLOCK_CODE: Hex = '0x435f524260205241604052486060524560805260a05ff3';
// Reverts with 0x2a as a word.
const REVERTS: Hex = '0x602a5f5260205ffd';
// Returns balance of the sender, slot 1 and slot 2 of its own.
const LOOKS: Hex = '0x33315f5260015460205260025460405260605ff3';

let anvil: Anvil;
let proxy: FaultProxy;
let started: TestEngine;
let counter: Address;

beforeAll(async () => {
  anvil = await startAnvil();
  proxy = await startFaultProxy(anvil.url);
  const init = `0x${deployer(COUNTER)}` as Hex;
  counter = (await sendMined(anvil, { from: ALICE, data: init })).contractAddress;
  await sendMined(anvil, { from: BOB, to: counter });
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});
afterEach(forgetAll);

/** Init code that leaves `code` behind. */
function deployer(code: Hex): string {
  const size = (code.length - 2) / 2;
  // PUSH1 size DUP1 PUSH1 9 PUSH0 CODECOPY PUSH0 RETURN
  return `60${size.toString(16).padStart(2, '0')}8060095f395ff3${code.slice(2)}`;
}

async function answer(request: Omit<SimulationRequest, 'networkId'>) {
  started = await startEngine([proxy.url]);
  return started.engine.trace.simulate(newJob(), { networkId: ANVIL_NETWORK, ...request });
}

async function simulate(request: Omit<SimulationRequest, 'networkId'>): Promise<Simulation> {
  const simulated = await answer(request);
  if (!simulated.ok) throw new Error(simulated.error.message);
  return simulated.value;
}

describe('a call, like eth_call', () => {
  const overridden = {
    balance: 12345n,
    nonce: 7,
    code: LOOKS,
    stateDiff: { [word(1)]: word(0xabc) },
  } as const;

  test.each([
    ['of a contract that is there', { from: ALICE, to: () => counter }, {}],
    ['of code that is not', { from: ALICE, to: () => OTHER }, { [OTHER]: { code: LOOKS } }],
    ['with a slot changed', { from: ALICE, to: () => counter }, { COUNTER: { stateDiff: { [word(0)]: word(41) } } }],
    [
      'with all of the storage replaced',
      { from: ALICE, to: () => counter },
      { COUNTER: { state: { [word(9)]: word(1) } } },
    ],
    [
      'with balance, code and a slot',
      { from: ALICE, to: () => OTHER },
      { [OTHER]: overridden, [ALICE]: { balance: 99n } },
    ],
    ['that reverts', { from: ALICE, to: () => OTHER }, { [OTHER]: { code: REVERTS } }],
    [
      'with value from somebody who has it by override only',
      { from: OTHER, to: () => BOB, value: 5n },
      { [OTHER]: { balance: 6n } },
    ],
    [
      'of a precompile',
      { from: ALICE, to: () => word(4).replace('000000000000000000000000', '') as Address, input: '0x1234' as Hex },
      {},
    ],
    ['with what the block says', { from: ALICE, to: () => OTHER }, { [OTHER]: { code: BLOCK_CODE } }],
  ] as const)('%s', async (_name, { to, ...call }, given) => {
    const accounts = Object.fromEntries(
      Object.entries(given).map(([address, override]) => [address === 'COUNTER' ? counter : address, override]),
    ) as NonNullable<SimulationRequest['accounts']>;
    const simulated = await simulate({ at: 'latest', transaction: { ...call, to: to() }, accounts });
    const overrides = Object.fromEntries(
      Object.entries(accounts).map(([address, { balance, nonce, ...rest }]) => [
        address,
        {
          ...rest,
          ...(balance === undefined ? {} : { balance: quantity(balance) }),
          ...(nonce === undefined ? {} : { nonce: quantity(nonce) }),
        },
      ]),
    );
    const value = 'value' in call ? quantity(call.value) : '0x0';
    const data = 'input' in call ? call.input : '0x';
    const theirs = await ethCall([{ from: call.from, to: to(), value, data }, 'latest', overrides]);
    expect(simulated.output).toBe(theirs.output);
    expect(simulated.success).toBe(theirs.success);
    expect(simulated.error).toBe(theirs.success ? undefined : 'execution reverted');
  });

  test('with the block overridden', async () => {
    const block = { number: 77, timestamp: 2_000_000_000, miner: BOB, baseFeePerGas: 3n, gasLimit: 12_345_678 };
    const simulated = await simulate({
      at: 'latest',
      transaction: { from: ALICE, to: OTHER },
      accounts: { [OTHER]: { code: BLOCK_CODE } },
      block,
    });
    const words = [77, 2_000_000_000, BigInt(BOB), 3, 12_345_678].map((each) => word(each).slice(2));
    expect(simulated.output).toBe(`0x${words.join('')}`);
    expect(simulated.block).toMatchObject(block);
    const theirs = await ethCall([
      { from: ALICE, to: OTHER },
      'latest',
      { [OTHER]: { code: BLOCK_CODE } },
      {
        number: quantity(77),
        time: quantity(2_000_000_000),
        feeRecipient: BOB,
        baseFee: '0x3',
        gasLimit: quantity(12_345_678),
      },
    ]);
    expect(simulated.output).toBe(theirs.output);
  });

  async function ethCall(parameters: unknown[]): Promise<{ success: boolean; output: Hex }> {
    const response = await fetch(anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: parameters }),
    });
    const { result, error } = (await response.json()) as { result?: Hex; error?: { message: string; data?: Hex } };
    if (result !== undefined) return { success: true, output: result };
    if (error?.data === undefined) throw new Error(error?.message);
    return { success: false, output: error.data };
  }

  test('is told the access list that saves gas, executed as the call was', async () => {
    const calls = `0x5f5f5f5f5f73${counter.slice(2)}5af1` as Hex;
    const simulated = await simulate({
      at: 'latest',
      transaction: { from: BOB, to: OTHER },
      accounts: { [OTHER]: { code: calls } },
    });
    const lists = await started.engine.trace.accessLists(simulated.trace.handle);
    if (!lists.ok) throw new Error(lists.error.message);
    expect(lists.value.recommended).toEqual([{ address: counter, storageKeys: [word(0)] }]);
    // 100 for the account and 100 for the slot (EIP-2929, EIP-2930).
    expect(lists.value.gasUsedRecommended).toBe(simulated.gasUsed - 200);
  });
});

describe('a transaction, like eth_simulateV1', () => {
  test('logs, gas and what it changes', async () => {
    const block = await anvil.call<{ number: Hex; timestamp: Hex; baseFeePerGas: Hex }>('eth_getBlockByNumber', [
      'latest',
      false,
    ]);
    const stateDiff = { [word(0)]: word(0x1233) };
    const simulated = await simulate({
      at: Number(block.number),
      transaction: { from: ALICE, to: counter, gas: 200_000 },
      accounts: { [counter]: { stateDiff, balance: 1n } },
    });
    const [theirs] = await anvil.call<
      { calls: { status: Hex; gasUsed: Hex; returnData: Hex; logs: { address: Hex; topics: Hex[]; data: Hex }[] }[] }[]
    >('eth_simulateV1', [
      {
        blockStateCalls: [
          {
            stateOverrides: { [counter]: { stateDiff, balance: '0x1' } },
            calls: [{ from: ALICE, to: counter, gas: quantity(200_000) }],
          },
        ],
      },
      block.number,
    ]);
    const call = theirs?.calls[0];
    expect(simulated).toMatchObject({
      success: call?.status === '0x1',
      gasUsed: Number(call?.gasUsed),
      output: call?.returnData,
      logs: call?.logs.map(({ address, topics, data }) => ({ address, topics, data })),
    });
    expect(simulated.output).toBe(word(0x1234));
    expect(simulated.stateDiff.pre[counter]?.storage).toEqual({ [word(0)]: word(0x1233) });
    expect(simulated.stateDiff.post[counter]?.storage).toEqual({ [word(0)]: word(0x1234) });
    expect(simulated.stateDiff.post[ALICE]).toMatchObject({ nonce: expect.any(Number) });
  });

  test('a creation, at the address that its nonce gives', async () => {
    const data = `0x${deployer(COUNTER)}` as Hex;
    const simulated = await simulate({ at: 'latest', transaction: { from: ALICE, input: data, nonce: 40 } });
    expect(simulated.output).toBe(COUNTER);
    expect(simulated.created).toMatch(/^0x[0-9a-f]{40}$/);
    const elsewhere = await simulate({
      at: 'latest',
      transaction: { from: ALICE, input: data },
      accounts: { [ALICE.toUpperCase().replace('0X', '0x')]: { nonce: 40 } },
    });
    expect(elsewhere.created).toBe(simulated.created);
  });

  test('is open as a trace, with rows and steps', async () => {
    const { trace, gasUsed } = await simulate({ at: 'latest', transaction: { from: ALICE, to: counter } });
    const { engine } = started;
    expect(trace).toMatchObject({ source: 'replay', frameCount: 1, logCount: 1, failedCount: 0 });
    expect(trace.verification).toBeUndefined();
    const { rows } = await engine.trace.rows(trace.handle, 0 as VisibleIndex, 10);
    expect(rows[0]).toMatchObject({ from: ALICE, to: counter, gasUsed });
    const steps = await engine.trace.steps(trace.handle, 0, 5);
    expect(steps.ok && steps.value).toMatchObject({ total: expect.any(Number) });
    const diff = await engine.trace.stateDiff(trace.handle);
    expect(diff.ok && Object.keys(diff.value.post)).toContain(counter);
  });

  test('of a pending transaction, checked as when it is mined', async () => {
    await anvil.call('evm_setAutomine', [false]);
    const hash = await anvil.call<Hash>('eth_sendTransaction', [{ from: BOB, to: counter, gas: quantity(100_000) }]);
    started = await startEngine([proxy.url]);
    const loaded = await started.engine.chain.loadTransaction(newJob(), { networkId: ANVIL_NETWORK, hash }, false);
    if (!loaded.ok) throw new Error(loaded.error.message);
    expect(loaded.value.receipt).toBeUndefined();
    const simulated = await simulate({ at: 'latest', transaction: loaded.value.transaction, manner: 'checked' });
    await anvil.call('anvil_mine', ['0x1']);
    await anvil.call('evm_setAutomine', [true]);
    const receipt = await anvil.call<{ gasUsed: Hex; logs: { data: Hex }[] }>('eth_getTransactionReceipt', [hash]);
    expect(simulated.gasUsed).toBe(Number(receipt.gasUsed));
    expect(simulated.logs[0]?.data).toBe(receipt.logs[0]?.data);
    // The fee was paid.
    expect(simulated.stateDiff.pre[BOB]?.balance).not.toBe(simulated.stateDiff.post[BOB]?.balance);
  });
});

test('what the sender of a paid one lacks for value and gas is told, though it is lent', async () => {
  const paid = (from: Address, value: bigint) =>
    simulate({ at: 'latest', transaction: { from, to: counter, value }, manner: 'paid' });
  const { balance, baseFee } = await balanceAndFee();
  expect((await paid(ALICE, 1n)).lacks).toBeUndefined();
  const over = await paid(ALICE, balance + 5n);
  expect(over.success).toBe(true);
  expect(over.lacks).toBe(5n + BigInt(over.gasUsed) * baseFee);
  const poor = await paid(OTHER, 0n);
  expect(poor.lacks).toBe(BigInt(poor.gasUsed) * baseFee);
});

/** Of ALICE, and of the latest block. */
async function balanceAndFee(): Promise<{ balance: bigint; baseFee: bigint }> {
  const [balance, block] = await Promise.all([
    anvil.call<Hex>('eth_getBalance', [ALICE, 'latest']),
    anvil.call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['latest', false]),
  ]);
  return { balance: BigInt(balance), baseFee: BigInt(block.baseFeePerGas) };
}

describe('what cannot be simulated', () => {
  test.each([
    [
      'value that is not there',
      { transaction: { from: OTHER, to: BOB, value: 1n } },
      'It cannot be in this block: insufficient funds for transfer.',
    ],
    [
      'too little gas',
      { transaction: { from: ALICE, to: BOB, gas: 20_000 } },
      'It cannot be in this block: intrinsic gas too low.',
    ],
    [
      'a nonce that was used, when it is checked',
      { transaction: { from: ALICE, to: BOB, nonce: 0 }, manner: 'checked' },
      'It cannot be in this block: nonce too low.',
    ],
    [
      'storage that is replaced and changed',
      { transaction: { from: ALICE, to: BOB }, accounts: { [BOB]: { state: {}, stateDiff: {} } } },
      `The storage of ${BOB} cannot be both replaced and changed.`,
    ],
    [
      'an envelope of another kind of chain',
      { transaction: { from: ALICE, to: BOB, type: 0x7e as ForeignType } },
      'Transactions of type 0x7e (a deposit or the like) follow rules that are not known here.',
    ],
  ] as const)('%s', async (_name, request, message) => {
    const simulated = await answer({ at: 'latest', ...request });
    expect(simulated).toMatchObject({ ok: false, error: { code: 'unsupported', message } });
  });

  test('state that the endpoint does not keep', async () => {
    proxy.set({
      fault: { kind: 'rpcError', code: -32000, message: 'missing trie node 0123 (path )' },
      methods: /^eth_getBalance$/,
    });
    const simulated = await answer({ at: 1, transaction: { from: ALICE, to: BOB } });
    proxy.set({});
    expect(simulated).toMatchObject({ ok: false, error: { code: 'stateUnavailable' } });
  });
});

test('a simulation that is cancelled while its trace is opened leaves none open', async () => {
  const { engine } = await startEngine([proxy.url]);
  const job = newJob();
  const { show } = OpenTraces.prototype;
  let handle: TraceHandle | undefined;
  const spied = vi.spyOn(OpenTraces.prototype, 'show').mockImplementation(async function (this: OpenTraces, ...given) {
    const summary = await show.apply(this, given);
    handle = summary.handle;
    await engine.trace.cancel(job);
    return summary;
  });
  const transaction = { from: ALICE, to: counter };
  const simulated = await engine.trace.simulate(job, { networkId: ANVIL_NETWORK, at: 'latest', transaction });
  spied.mockRestore();
  expect(simulated).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  if (handle === undefined) throw new Error('not opened');
  await expect(engine.trace.rows(handle, 0 as VisibleIndex, 1)).rejects.toThrow('no longer open');
});
