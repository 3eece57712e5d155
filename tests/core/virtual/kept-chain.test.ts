/** A chain goes on from what was kept of it as if it had never ended. */
import { expect, it as test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { limbsOf } from '../../../src/core/evm/words/words';
import { ChangeLog, type WholeChain } from '../../../src/core/virtual/chain-keeper';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { fixedRules, NEWEST_RULES } from '../../../src/core/virtual/rule-schedule';
import type { StateSource } from '../../../src/core/virtual/state-source';
import { VirtualChain } from '../../../src/core/virtual/virtual-chain';
import { ALICE, BOB, send } from './transfer';

const clock = () => 1_900_000_000;
/** Stores 1 in slot 5, then its caller's value in slot 6. */
const STORE: Hex = '0x60016005553460065500';
const CODE = `0x${'c0'.repeat(20)}` as Address;

async function started() {
  const log = new ChangeLog();
  const chain = await createEmptyChain(7357, [ALICE, BOB], clock, NEWEST_RULES, log);
  return { log, chain };
}

function wholeOf(chain: VirtualChain, log: ChangeLog): WholeChain {
  const changes = log.changesFrom(chain.firstNumber);
  const blocks = [];
  for (let number = chain.firstNumber; number <= chain.number; number++) {
    const sealed = chain.blockAt(number);
    if (sealed) blocks.push({ sealed, changes: changes.get(number) ?? [] });
  }
  return structuredClone({ base: log.base, blocks, standing: chain.standing });
}

async function reopened(chain: VirtualChain, log: ChangeLog): Promise<VirtualChain> {
  const whole = wholeOf(chain, log);
  const genesis = whole.blocks[0]?.sealed.block;
  if (genesis === undefined) throw new Error('no blocks');
  const again = new VirtualChain({ chainId: 7357, rules: fixedRules(NEWEST_RULES), first: { genesis }, clock });
  await again.resume(whole);
  return again;
}

async function seal(chain: VirtualChain, ...sent: Parameters<typeof send>[1][]) {
  for (const each of sent) chain.pool.add(send(chain, each));
  return chain.seal();
}

test('seals the same blocks, under the same state roots', async () => {
  const { log, chain } = await started();
  await chain.change(CODE, (state, account) =>
    state.setCode(account, Uint8Array.from(Buffer.from(STORE.slice(2), 'hex'))),
  );
  await seal(chain, { nonce: 0, to: CODE, value: 3n });
  await seal(chain, { nonce: 1, to: BOB, value: 7n }, { nonce: 2, input: '0x600160005500' });
  const again = await reopened(chain, log);
  expect(again.head.block).toEqual(chain.head.block);
  const next = { nonce: 3, to: CODE, value: 9n };
  expect((await seal(again, next)).block).toEqual((await seal(chain, next)).block);
});

test('goes back as far, to the same values', async () => {
  const { log, chain } = await started();
  chain.takeSnapshot();
  await chain.change(BOB, (state, account) => state.setBalance(account, limbsOf(5n), 0));
  await seal(chain, { nonce: 0, to: BOB, value: 7n });
  await seal(chain, { nonce: 1, to: BOB, value: 7n });
  const again = await reopened(chain, log);
  expect((await again.accountNow(BOB)).balance).toBe(19n);
  again.dropBlocks(1);
  expect((await again.accountNow(BOB)).balance).toBe(12n);
  expect(again.revertTo(0)).toBe(true);
  expect((await again.accountNow(BOB)).balance).toBe(10_000n * 10n ** 18n);
  expect(again.number).toBe(0);
  expect(again.revertTo(0)).toBe(false);
});

test('keeps what waits, and what the next block was told', async () => {
  const { log, chain } = await started();
  chain.pool.add(send(chain, { nonce: 0, to: BOB, value: 7n }));
  chain.course = { ...chain.course, timeOffset: 60, next: { baseFee: 9n } };
  const again = await reopened(chain, log);
  const sealed = await again.seal();
  expect(sealed.block.baseFeePerGas).toBe(9n);
  expect(sealed.block.timestamp).toBe(1_900_000_060);
  expect(sealed.transactions).toHaveLength(1);
});

test('what is gone is not written: a change after going back stands alone', async () => {
  const { log, chain } = await started();
  log.takeLowest();
  await seal(chain, { nonce: 0, to: BOB, value: 7n });
  await seal(chain, { nonce: 1, to: BOB, value: 7n });
  expect(log.takeLowest()).toBe(1);
  expect(log.takeLowest()).toBeUndefined();
  chain.dropBlocks(1);
  expect(log.takeLowest()).toBe(1);
  expect([...log.changesFrom(0).keys()]).toEqual([1]);
});

test('a fork asks its parent again for nothing that it changed', async () => {
  const asked: string[] = [];
  const source: StateSource = {
    async account(address) {
      asked.push(address);
      return { balance: address === ALICE ? 10n ** 20n : 1n, nonce: 0, code: address === CODE ? STORE : '0x' };
    },
    async slot(address, key) {
      asked.push(`${address} ${key}`);
      return `0x${'0'.repeat(63)}8` as Hash;
    },
    blockHash: async () => `0x${'0'.repeat(64)}` as Hash,
  };
  const { chain: parent } = await started();
  const forkedAt = parent.head.block;
  const log = new ChangeLog();
  const start = { chainId: 7357, rules: fixedRules(NEWEST_RULES), first: { forkedAt, source }, clock };
  const chain = new VirtualChain({ ...start, keeper: log });
  await chain.begin();
  await seal(chain, { nonce: 0, to: CODE, value: 3n });
  const again = new VirtualChain(start);
  await again.resume(wholeOf(chain, log));
  asked.length = 0;
  expect((await again.accountNow(ALICE)).nonce).toBe(1);
  expect(asked).not.toContain(ALICE);
  again.dropBlocks(1);
  expect((await again.accountNow(CODE)).balance).toBe(1n);
  expect((await again.accountNow(ALICE)).balance).toBe(10n ** 20n);
});
