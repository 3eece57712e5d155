/** What an address is, asked once on the way from the page of one kind to that of the other. */
import { expect, test } from 'vitest';
import { loadAccount } from '../../../src/app/views/account/load-account';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';

const DEMO = { id: 31337 as NetworkId };

test('an address that the wallet page leads on to the contract page is asked for once, and anew on the next visit', async () => {
  let asked = 0;
  const address = `0x${'ab'.repeat(20)}` as Address;
  const account = {
    networkId: DEMO.id,
    address,
    type: 'contract',
    nonce: 1,
    balance: { ok: true, value: 0n },
    knowledge: {},
  };
  const contracts = {
    async loadAccount() {
      asked++;
      return { ok: true, value: account };
    },
    async cancel() {},
  };
  const context = { wiring: { workers: { contracts } }, network: DEMO, segment: 'demo' } as never;
  const load = (kind: 'wallet' | 'contract') => loadAccount(kind, context, address, new AbortController().signal);
  await expect(load('wallet')).rejects.toMatchObject({ options: { to: '/{-$network}/contract/$address' } });
  expect(await load('contract')).toEqual({ state: 'known', account });
  expect(asked).toBe(1);
  await load('contract');
  expect(asked).toBe(2);
});

test('an endpoint that cannot be reached leaves the address, whose lists this browser may have', async () => {
  const failure = { kind: 'endpointDown', message: 'It cannot be reached.' };
  const contracts = { loadAccount: async () => ({ ok: false, error: failure }), async cancel() {} };
  const context = { wiring: { workers: { contracts } }, network: DEMO, segment: 'demo' } as never;
  const address = `0x${'cd'.repeat(20)}`;
  expect(await loadAccount('wallet', context, address, new AbortController().signal)).toMatchObject({
    state: 'failed',
    failure,
    unread: { address, networkId: DEMO.id, type: 'wallet', balance: { ok: false } },
  });
});
