/** Struct logs of a virtual network: errors stand where go-ethereum's struct logger has them. */
import { expect, it as test } from 'vitest';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';

type Logged = { op: string; depth: number; error?: string };

const [SENDER] = [...TEST_ACCOUNTS.keys()] as [Address];
const CALLER = `0x${'ca'.repeat(20)}` as Address;
const CALLED = `0x${'cb'.repeat(20)}` as Address;
/** Calls CALLED with all gas but 5,000, drops the answer and stops. */
const CALLS: Hex = `0x5f5f5f5f5f73${CALLED.slice(2)}6113885a03f15000`;

/** The steps with an error when CALLED has this code, as they are stated. */
async function failuresOf(code: Hex, options: object = {}): Promise<{ failing: Logged[]; steps: Logged[] }> {
  const chain = await createEmptyChain(7357, [SENDER], () => 1_900_000_000);
  const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test'));
  await door.request('anvil_setCode', [CALLER, CALLS]);
  await door.request('anvil_setCode', [CALLED, code]);
  const hash = await door.request('eth_sendTransaction', [{ from: SENDER, to: CALLER, gas: '0x186a0' }]);
  const trace = (await door.request('debug_traceTransaction', [hash, options])) as { structLogs: Logged[] };
  return { steps: trace.structLogs, failing: trace.structLogs.filter((step) => 'error' in step) };
}

test.for<[string, Hex, string | undefined, string]>([
  ['a stack too low', '0x600101', 'ADD', 'stack underflow (1 <=> 2)'],
  ['a stack too high', '0x5b365f56', 'PUSH0', 'stack limit reached 1024 (1023)'],
  ['memory that nobody can pay', '0x5f1951', 'MLOAD', 'gas uint64 overflow'],
  // Where a loop ends depends on the price of all before it.
  ['too little gas', '0x5b5f56', undefined, 'out of gas'],
])('%s is an error of the step that is not executed, and of no other', async ([, code, op, error]) => {
  const { failing, steps } = await failuresOf(code);
  expect(failing).toHaveLength(1);
  expect(failing[0]).toMatchObject({ depth: 2, error, ...(op === undefined ? {} : { op }) });
  // The caller goes on behind it.
  expect(steps.slice(-2).map((step) => [step.op, step.depth])).toEqual([
    ['POP', 1],
    ['STOP', 1],
  ]);
});

test.for<[string, Hex]>([
  ['REVERT', '0x5f5ffd'],
  ['INVALID', '0xfe'],
  ['a jump to nowhere', '0x5f56'],
  ['STOP', '0x00'],
])('%s is executed, so its step has no error', async ([, code]) => {
  expect((await failuresOf(code)).failing).toEqual([]);
});

test('a limit leaves the failing step out with all behind it', async () => {
  const { failing, steps } = await failuresOf('0x01', { limit: 3 });
  expect(steps).toHaveLength(3);
  expect(failing).toEqual([]);
});

test('an answer that no text could hold is refused, and a limit makes it one', async () => {
  const chain = await createEmptyChain(7357, [SENDER], () => 1_900_000_000);
  const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test'));
  // Two megabytes of memory, and a loop until the gas is gone.
  await door.request('anvil_setCode', [CALLED, '0x5f621fffe0525b600656']);
  const trace = (options: object) =>
    door.request('debug_traceCall', [{ to: CALLED, gas: '0x836000' }, 'latest', { enableMemory: true, ...options }]);
  await expect(trace({})).rejects.toMatchObject({
    code: -32000,
    message: expect.stringContaining('words of stack, memory'),
  });
  expect(await trace({ limit: 2 })).toMatchObject({ structLogs: { length: 2 } });
});
