/** Calls of one screen travel together, and what nobody waits for is left out. */
import { expect, test, vi } from 'vitest';
import { createReadBatch } from '../../../src/app/views/calls/read-batch';
import type { Address, Hex, NetworkId } from '../../../src/core/chain/primitives';
import type { AccountOverrides } from '../../../src/core/simulation/overlay';
import type { ContractCall } from '../../../src/workers/chain/chain.api';

const NETWORK = 1 as NetworkId;
const call = (data: string): ContractCall => ({ to: `0x${'c'.repeat(40)}` as Address, data: data as Hex });

const RICH: AccountOverrides = { [`0x${'a'.repeat(40)}`]: { balance: 1n } };
const LATEST = { at: 'latest', accounts: undefined } as const;

function batchOf() {
  const callContracts = vi.fn(
    (
      _job: unknown,
      _network: unknown,
      calls: readonly ContractCall[],
      at: number | 'latest',
      _accounts: AccountOverrides | undefined,
    ) =>
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

test('calls of one block and one state are made together, each gets its own answer', async () => {
  vi.useFakeTimers();
  const { ask, callContracts } = batchOf();
  const settled: unknown[] = [];
  ask(call('0x01'), LATEST, (answer) => settled.push(answer));
  const stop = ask(call('0x02'), LATEST, () => settled.push('not wanted any more'));
  ask(call('0x03'), LATEST, (answer) => settled.push(answer));
  ask(call('0x04'), { at: 5, accounts: undefined }, (answer) => settled.push(answer));
  ask(call('0x05'), { at: 'latest', accounts: RICH }, (answer) => settled.push(answer));
  stop();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(
    callContracts.mock.calls.map(([, , calls, at, accounts]) => [calls.map(({ data }) => data), at, accounts]),
  ).toEqual([
    [['0x01', '0x03'], 'latest', undefined],
    [['0x04'], 5, undefined],
    [['0x05'], 'latest', RICH],
  ]);
  expect(settled).toMatchObject([
    { ok: true, value: { answer: { data: '0x01' }, blockNumber: 9 } },
    { ok: true, value: { answer: { data: '0x03' }, blockNumber: 9 } },
    { ok: true, value: { answer: { data: '0x04' }, blockNumber: 5 } },
    { ok: true, value: { answer: { data: '0x05' }, blockNumber: 9 } },
  ]);
});

test('nothing is asked where nobody waits any more', async () => {
  vi.useFakeTimers();
  const { ask, callContracts } = batchOf();
  ask(call('0x01'), LATEST, () => undefined)();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(callContracts).not.toHaveBeenCalled();
});
