/** The implementations of a proxy: what it runs now is the first, whatever its events tell. */
import { afterEach, expect, test } from 'vitest';
import { ImplementationHistory } from '../../../src/app/views/account/ImplementationHistory';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { ok } from '../../../src/core/values/result';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const address = `0x${'1a'.repeat(20)}` as Address;
const of = (digits: string) => `0x${digits.repeat(20)}` as Address;

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

/** Whom the worker was asked about. */
let asked: Address[] = [];

/** Shows a proxy that runs `current`, with events that set `told`, the newest first. */
function show(current: Address, told: readonly Address[], beacon?: Address): void {
  asked = [];
  const upgrades = told.map((implementation, at) => ({
    implementation,
    blockNumber: 90 - at,
    logIndex: 0,
    transaction: `0x${'7'.repeat(64)}` as Hash,
  }));
  const implementations = async (_job: unknown, _network: unknown, emitter: Address) => {
    asked.push(emitter);
    return ok({ upgrades, from: 0, to: 100 });
  };
  page = mountAt(
    { path: `/contract/${address}`, pattern: '/contract/$address', answers: { contracts: { implementations } } },
    <ImplementationHistory
      account={{ networkId: DEMO.id, address }}
      proxy={{ kind: 'EIP-1967', implementation: current, ...(beacon && { beacon }) }}
      onClose={() => {}}
    />,
  );
}

/** The rows, as what they run, whether that is current, and since when. */
const rows = () =>
  [...document.querySelectorAll('[role=dialog] li')].map((row) => {
    const text = row.textContent ?? '';
    return [/0x[\da-f]{4}/.exec(text)?.[0], text.includes('current'), /since block (\d+)0x/.exec(text)?.[1]];
  });

test('the newest event is of the implementation that runs', async () => {
  show(of('b2'), [of('b2'), of('a1')]);
  await expect.poll(rows).toEqual([
    ['0xb2b2', true, '90'],
    ['0xa1a1', false, '89'],
  ]);
  expect(asked).toEqual([address]);
});

test('what runs came without an event: it stands before those that have one', async () => {
  show(of('c3'), [of('b2'), of('a1')]);
  await expect.poll(rows).toEqual([
    ['0xc3c3', true, undefined],
    ['0xb2b2', false, '90'],
    ['0xa1a1', false, '89'],
  ]);
});

test('of a proxy behind a beacon the beacon tells', async () => {
  show(of('b2'), [of('b2')], of('be'));
  await expect.poll(rows).toEqual([['0xb2b2', true, '90']]);
  expect(asked).toEqual([of('be')]);
});
