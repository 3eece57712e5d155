/** Blocks that are sealed by themselves: one at a time, and at most a day apart. */
import { afterEach, expect, test, vi } from 'vitest';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { IntervalSealing } from '../../../src/workers/virtual/interval-sealing';

afterEach(() => {
  vi.useRealTimers();
});

async function emptyDoor() {
  const chain = await createEmptyChain(7357, [...TEST_ACCOUNTS.keys()], () => 1_900_000_000);
  return new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test'));
}

test('blocks do not pile up behind one that takes longer than the interval', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const door = await emptyDoor();
  const { node } = door;
  const failures: unknown[] = [];
  const sealing = new IntervalSealing(door, (thrown) => failures.push(thrown));
  /** Waits until so many blocks are sealed, until what else was to be sealed is, and until the next wait begins. */
  const sealed = async (blocks: number) => {
    while (node.chain.number < blocks) await new Promise(setImmediate);
    await door.afterOthers(async () => {});
    await new Promise(setImmediate);
  };
  await door.request('anvil_setIntervalMining', [1]);
  sealing.follow();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const holding = door.afterOthers(() => held);
  vi.advanceTimersByTime(5_000);
  letGo();
  await holding;
  await sealed(1);
  expect(node.chain.number).toBe(1);
  vi.advanceTimersByTime(1_000);
  await sealed(2);
  expect(node.chain.number).toBe(2);
  sealing.stop();
  vi.advanceTimersByTime(5_000);
  await sealed(2);
  expect(node.chain.number).toBe(2);
  expect(failures).toEqual([]);
});

test('an interval longer than a day is refused under both names', async () => {
  const door = await emptyDoor();
  const { node } = door;
  for (const [method, day] of [
    ['anvil_setIntervalMining', 86_400],
    ['evm_setIntervalMining', 86_400_000],
  ] as const) {
    await door.request(method, [0]);
    await expect(door.request(method, [day + 1])).rejects.toThrow('longer than a day');
    expect(node.interval).toBe(0);
    await door.request(method, [day]);
    expect(node.interval).toBe(86_400);
  }
});
