/** Blocks of a virtual network that are traced are executed once, whichever tracers ask. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { Execution } from '../../../src/core/evm/transaction/execution';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';

const [SENDER] = [...TEST_ACCOUNTS.keys()] as [Address];
const COUNTER = `0x${'c0'.repeat(20)}` as Address;
// Adds one to slot 0 and returns it.
const ADDS_ONE = '0x60015f5401805f555f5260205ff3';

const executions = new Set<Execution>();
let call: <T>(method: string, ...params: unknown[]) => Promise<T>;
let hashes: Hash[];

beforeEach(async () => {
  const chain = await createEmptyChain(7357, [SENDER], () => 1_900_000_000);
  const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test'));
  call = (method, ...params) => door.request(method, params) as Promise<never>;
  await call('anvil_setCode', COUNTER, ADDS_ONE);
  await call('evm_setAutomine', false);
  hashes = [];
  for (let sent = 0; sent < 4; sent++)
    hashes.push(await call<Hash>('eth_sendTransaction', { from: SENDER, to: COUNTER, gas: '0x186a0' }));
  await call('evm_mine');
  const { run } = Execution.prototype;
  vi.spyOn(Execution.prototype, 'run').mockImplementation(function (this: Execution, budget) {
    executions.add(this);
    return run.call(this, budget);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  executions.clear();
});

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

test('all transactions of a block, for every tracer of the block', async () => {
  const traced = await call<{ txHash: Hash; result: { output: string } }[]>('debug_traceBlockByNumber', 'latest', {
    tracer: 'callTracer',
  });
  expect(traced.map(({ txHash, result }) => [txHash, result.output])).toEqual(
    hashes.map((hash, at) => [hash, word(at + 1)]),
  );
  const changed = await call<{ result: { pre: Record<Address, { storage?: object }> } }[]>(
    'debug_traceBlockByNumber',
    'latest',
    { tracer: 'prestateTracer', tracerConfig: { diffMode: true } },
  );
  // Each as it found the state, although the others ran after it on the same.
  expect(changed.map(({ result }) => result.pre[COUNTER]?.storage ?? {})).toEqual([
    {},
    { [word(0)]: word(1) },
    { [word(0)]: word(2) },
    { [word(0)]: word(3) },
  ]);
  expect(await call<unknown[]>('trace_block', 'latest')).toHaveLength(4);
  expect(executions.size).toBe(4);
});

test('a transaction and those before it, for every tracer of the transaction', async () => {
  const [, , third] = hashes;
  for (const tracer of ['callTracer', 'prestateTracer', undefined])
    await call('debug_traceTransaction', third, { tracer });
  await call('trace_transaction', third);
  await call('ots_traceTransaction', third);
  expect(executions.size).toBe(3);
});

test('and again once a block was dropped, whose place another one takes', async () => {
  const [first] = hashes;
  await call('debug_traceTransaction', first, {});
  const snapshot = await call('evm_snapshot');
  await call('evm_mine');
  await call('evm_revert', snapshot);
  await call('debug_traceTransaction', first, {});
  expect(executions.size).toBe(2);
});
