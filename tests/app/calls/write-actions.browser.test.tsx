/** What became of a transaction that was sent. */
import { useSelector } from '@xstate/react';
import { afterEach, expect, test } from 'vitest';
import { createCallStore, type MethodCall } from '../../../src/app/views/calls/call-store';
import { WriteActions } from '../../../src/app/views/calls/WriteActions';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { type CallableFunction, callableFunctions } from '../../../src/core/contract/functions/callable-functions';
import { failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import { createAbiEngine } from '../../../src/workers/abi/abi-engine';
import type { SentOutcome } from '../../../src/workers/chain/chain.api';
import type { Workers } from '../../../src/workers/client';
import { eventually } from '../../helpers/eventually';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const HASH = `0x${'ab'.repeat(32)}` as Hash;
const [LISTED] = callableFunctions([
  { type: 'function', name: 'run', inputs: [], outputs: [], stateMutability: 'nonpayable' },
]) as [CallableFunction];

let mounted: MountedAt | undefined;
afterEach(() => mounted?.unmount());

function Actions({ call }: { call: MethodCall }) {
  const snapshot = useSelector(call, (state) => state);
  return <WriteActions call={call} snapshot={snapshot} listed={LISTED} whyNotSent={undefined} />;
}

/** The words and the sign of a transaction that came to `outcome`. */
async function sent(outcome: SentOutcome): Promise<string> {
  const chain = { waitForTransaction: async () => ok(outcome), cancel: async () => {} };
  // It cannot be simulated, so it is sent at once.
  const trace = { simulate: async () => fail(failure('unsupported', 'No state.')), cancel: async () => {} };
  const store = createCallStore({
    workers: { abi: createAbiEngine(), chain, trace } as unknown as Workers,
    networkId: DEMO.id,
    currency: DEMO.nativeCurrency,
    contract: `0x${'1a'.repeat(20)}` as Address,
    abis: () => [],
    batch: () => () => {},
    block: () => 'latest',
    caller: () => undefined,
    accounts: () => undefined,
    account: () => undefined,
    send: () => async () => ({ ok: true, value: HASH }),
  });
  const call = store.call('run', LISTED);
  mounted?.unmount();
  const shown = mountAt({ path: '/write', pattern: '/write' }, <Actions call={call} />);
  mounted = shown;
  call.send({ type: 'user.opened' });
  await eventually(() => expect(call.getSnapshot().matches({ editing: 'ready' })).toBe(true));
  call.send({ type: 'user.send' });
  await eventually(() => expect(call.getSnapshot().matches('settled')).toBe(true));
  return eventually(() => {
    const text = shown.element.querySelector('[role=status]')?.textContent ?? '';
    expect(text).toMatch(/block|Replaced/);
    return text;
  });
}

test('only a transaction that did what it was sent for is told of as a success', async () => {
  const mined = { state: 'mined', blockNumber: 5, gasUsed: 21_000 } as const;
  expect(await sent({ ...mined, success: true })).toMatch(/^✓/);
  expect(await sent({ ...mined, success: false })).toMatch(/^✕/);
  expect(await sent({ state: 'replaced' })).toMatch(/^▲.*Replaced/);
});
