/** What a wallet answers is checked, and what it refuses becomes a sentence. */
import { expect, test } from 'vitest';
import { askWallet, readAccounts, readChainId, readHash } from '../../../src/app/views/wallet-connect/ask-wallet';

const ALICE = `0x${'A'.repeat(40)}`;

test('answers that are none are told from those that are', () => {
  expect(readAccounts([ALICE])).toEqual([ALICE.toLowerCase()]);
  expect([undefined, 'x', [1], ['0x12'], {}].map(readAccounts)).toEqual(Array(5).fill(undefined));
  expect(['0x1', 1, '137', 'x', '0x0', null, -1, 1.5].map(readChainId)).toEqual([
    1,
    1,
    137,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(readHash(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`);
  expect([undefined, '0x12', 7, {}].map(readHash)).toEqual(Array(4).fill(undefined));
});

test.each([
  [{ code: 4001, message: 'User denied' }, 'You rejected the request in your wallet.'],
  [{ code: -32002, message: 'pending' }, 'Your wallet is already asking: open it and answer there.'],
  [new Error('boom'), 'Your wallet refused: boom'],
  ['text', 'Your wallet refused: no reason given'],
  [null, 'Your wallet refused: no reason given'],
])('a refusal %j is a sentence', async (thrown, message) => {
  const wallet = { request: () => Promise.reject(thrown) };
  expect(await askWallet(wallet, 'eth_accounts')).toMatchObject({ ok: false, error: { message } });
});

test('a wallet that throws at once refuses too', async () => {
  const wallet = {
    request: () => {
      throw new Error('locked');
    },
  };
  expect((await askWallet(wallet, 'eth_accounts')).ok).toBe(false);
});
