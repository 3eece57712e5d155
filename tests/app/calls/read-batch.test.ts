/** Calls of one screen travel together, and what nobody waits for is left out. */
import { expect, test, vi } from 'vitest';
import { createReadBatch } from '../../../src/app/views/calls/read-batch';
import type { Address, Hex, NetworkId } from '../../../src/core/chain/primitives';
import type { ContractCall } from '../../../src/workers/chain/chain.api';

const NETWORK = 1 as NetworkId;
const call = (data: string): ContractCall => ({ to: `0x${'c'.repeat(40)}` as Address, data: data as Hex });

function batchOf() {
  const callContracts = vi.fn(
    (_job: unknown, _network: unknown, calls: readonly ContractCall[], at: number | 'latest') =>
      Promise.resolve({
        ok: true as const,
        value: {
          blockNumber: at === 'latest' ? 9 : at,
          answers: calls.map(({ data }) => ({ ok: true as const, value: { reverted: false as const, data } })),
        },
      }),
  );
  const workers = { chain: { callContracts } } as unknown as Parameters<typeof createReadBatch>[0];
  return { ask: createReadBatch(workers, NETWORK), callContracts };
}

test('calls of one block are made together, each gets its own answer', async () => {
  vi.useFakeTimers();
  const { ask, callContracts } = batchOf();
  const settled: unknown[] = [];
  ask(call('0x01'), 'latest', (answer) => settled.push(answer));
  const stop = ask(call('0x02'), 'latest', () => settled.push('not wanted any more'));
  ask(call('0x03'), 'latest', (answer) => settled.push(answer));
  ask(call('0x04'), 5, (answer) => settled.push(answer));
  stop();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(callContracts.mock.calls.map(([, , calls, at]) => [calls.map(({ data }) => data), at])).toEqual([
    [['0x01', '0x03'], 'latest'],
    [['0x04'], 5],
  ]);
  expect(settled).toMatchObject([
    { ok: true, value: { answer: { data: '0x01' }, blockNumber: 9 } },
    { ok: true, value: { answer: { data: '0x03' }, blockNumber: 9 } },
    { ok: true, value: { answer: { data: '0x04' }, blockNumber: 5 } },
  ]);
});

test('nothing is asked where nobody waits any more', async () => {
  vi.useFakeTimers();
  const { ask, callContracts } = batchOf();
  ask(call('0x01'), 'latest', () => undefined)();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(callContracts).not.toHaveBeenCalled();
});
