import { describe, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { ZERO_HASH } from '../../../src/core/chain/zero-hash';
import { checkInclusion } from '../../../src/core/proof/inclusion';
import { createEmptyChain, setAccount } from '../../../src/core/virtual/genesis';
import { fixedRules, NEWEST_RULES } from '../../../src/core/virtual/rule-schedule';
import { VirtualChain } from '../../../src/core/virtual/virtual-chain';
import { ALICE, BOB, send } from './transfer';

const ETHER = 10n ** 18n;
/** Stores its calldata's first word in slot 0, and logs nothing. */
const STORE: Hex = '0x5f355f555f5fa0';
/** Returns the runtime code after it. */
const creationOf = (runtime: Hex): Hex => {
  const length = (runtime.length - 2) / 2;
  return `0x60${length.toString(16).padStart(2, '0')}600a5f3960${length.toString(16).padStart(2, '0')}5ff3${runtime.slice(2)}`;
};

const newChain = () => createEmptyChain(7357, [ALICE], () => 1_700_000_000);
const balance = async (chain: VirtualChain, address: Address) => (await chain.accountNow(address)).balance;

describe('sealing', () => {
  test('puts what waits into a block by nonce, and leaves what has a gap', async () => {
    const chain = await newChain();
    for (const nonce of [1, 0, 3]) chain.pool.add(send(chain, { nonce, to: BOB, value: 5n }));
    const { block, transactions, receipts } = await chain.seal();
    expect(transactions.map(({ nonce }) => nonce)).toEqual([0, 1]);
    expect(receipts.map(({ status, cumulativeGasUsed }) => [status, cumulativeGasUsed])).toEqual([
      ['success', 21000],
      ['success', 42000],
    ]);
    expect(block).toMatchObject({ number: 1, gasUsed: 42000, timestamp: 1_700_000_001, baseFeePerGas: 875_000_000n });
    expect(await balance(chain, BOB)).toBe(10n);
    expect(chain.pool.size).toBe(1);
  });

  test('takes the best tip first', async () => {
    const chain = await newChain();
    await setAccount(chain, BOB, { balance: ETHER });
    chain.pool.add(send(chain, { nonce: 0, to: BOB, tip: 1n }));
    chain.pool.add(send(chain, { from: BOB, nonce: 0, to: ALICE, tip: 9n }));
    const { transactions } = await chain.seal();
    expect(transactions.map(({ from }) => from)).toEqual([BOB, ALICE]);
  });

  test('gives blocks whose roots and hashes fit', async () => {
    const chain = await newChain();
    chain.pool.add(send(chain, { nonce: 0, to: BOB, value: 1n }));
    const { block, transactions, receipts } = await chain.seal();
    expect(checkInclusion(block, transactions, receipts)).toEqual({ state: 'proven' });
    expect(chain.blockAt(0)?.block.hash).toBe(block.parentHash);
  });

  test('keeps a failed transaction, which pays and changes nothing else', async () => {
    const chain = await newChain();
    chain.pool.add(send(chain, { nonce: 0, input: '0xfe' }));
    const { receipts } = await chain.seal();
    expect(receipts[0]).toMatchObject({ status: 'failed', gasUsed: 100_000, logs: [] });
    expect(await balance(chain, ALICE)).toBeLessThan(10_000n * ETHER);
  });
});

test('says why a transaction can be in no block, and lets one wait whose nonce is to come', async () => {
  const chain = await newChain();
  chain.pool.add(send(chain, { nonce: 0, to: BOB }));
  await chain.seal();
  const refusal = (sent: Parameters<typeof send>[1]) => chain.refusalOf(send(chain, sent));
  expect(await refusal({ nonce: 0, to: BOB })).toBe('nonce too low');
  expect(await refusal({ nonce: 1, to: BOB, gas: 20_000 })).toBe('intrinsic gas too low');
  expect(await refusal({ nonce: 1, to: BOB, value: 10_001n * ETHER })).toMatch('insufficient funds');
  expect(await refusal({ nonce: 1, to: BOB, gas: 40_000_000 })).toBe('gas limit reached');
  expect(await refusal({ nonce: 7, to: BOB })).toBe(undefined);
});

describe('going back', () => {
  test('to a snapshot restores state, root, blocks and pool, once', async () => {
    const chain = await newChain();
    chain.pool.add(send(chain, { nonce: 0, input: creationOf(STORE) }));
    const created = (await chain.seal()).receipts[0]?.contractAddress as Address;
    expect((await chain.accountNow(created)).code.length).toBeGreaterThan(0);
    chain.pool.add(send(chain, { nonce: 1, to: BOB, value: 3n }));
    const root = chain.provableTrie?.root();
    const id = chain.takeSnapshot();
    await chain.seal();
    await setAccount(chain, BOB, { balance: 77n, code: '0x00', storage: { '0x01': '0x02' } });
    await chain.seal();
    expect(chain.number).toBe(3);
    expect(chain.revertTo(id)).toBe(true);
    expect([chain.number, chain.pool.size, await balance(chain, BOB)]).toEqual([1, 1, 0n]);
    expect(chain.provableTrie?.root()).toBe(root);
    expect(chain.revertTo(id)).toBe(false);
  });

  test('drops blocks, and what was in them can be sealed again to the same root', async () => {
    const chain = await newChain();
    chain.pool.add(send(chain, { nonce: 0, to: BOB, value: 3n }));
    const first = await chain.seal();
    const dropped = chain.dropBlocks(1);
    expect(dropped.map(({ block }) => block.hash)).toEqual([first.block.hash]);
    expect(await balance(chain, BOB)).toBe(0n);
    chain.pool.add(send(chain, { nonce: 0, to: BOB, value: 3n }));
    expect((await chain.seal()).block.hash).toBe(first.block.hash);
  });

  test('shows the state of past blocks with what was set by hand after them', async () => {
    const chain = await newChain();
    await chain.seal();
    await setAccount(chain, BOB, { balance: 5n });
    await chain.seal();
    await setAccount(chain, BOB, { balance: 6n });
    const at = (number: number) => {
      const state = chain.stateAfter(number);
      return state.balance[state.indexOfAddress(new Uint8Array(20).fill(0xb0)) * 8];
    };
    expect([at(0), at(1), at(2)]).toEqual([0, 5, 6]);
  });
});

describe('a fork', () => {
  const parent = async () => {
    const chain = await newChain();
    await setAccount(chain, BOB, { balance: ETHER, code: STORE, storage: { '0x00': '0x2a' } });
    await chain.seal();
    return chain;
  };
  const forkOf = async (chain: VirtualChain, asked: string[], reachable = { value: true }) => {
    const fork = new VirtualChain({
      chainId: 7357,
      rules: fixedRules(NEWEST_RULES),
      clock: () => 1_700_000_100,
      first: {
        forkedAt: chain.head.block,
        source: {
          async account(address) {
            asked.push(address);
            const { balance, nonce, code } = await chain.accountNow(address);
            return { balance, nonce, code: `0x${Buffer.from(code).toString('hex')}` as Hex };
          },
          async slot(address, key) {
            if (!reachable.value) throw new Error('away');
            asked.push(`${address} ${Number(key)}`);
            return `0x${'2a'.padStart(64, '0')}` as Hash;
          },
          blockHash: async (number) => chain.blockAt(number)?.block.hash ?? ZERO_HASH,
        },
      },
    });
    await fork.begin();
    return fork;
  };

  test('goes on from the block of its parent, asks for each thing once, and has no state root', async () => {
    const original = await parent();
    const asked: string[] = [];
    const fork = await forkOf(original, asked);
    for (const nonce of [0, 1]) {
      fork.pool.add(send(fork, { nonce, to: BOB, value: 1n, input: `0x${'7'.padStart(64, '0')}` }));
      expect((await fork.seal()).receipts[0]?.status).toBe('success');
    }
    expect(fork.blockAt(2)?.block.parentHash).toBe(original.head.block.hash);
    expect(fork.head.block.stateRoot).toBe(ZERO_HASH);
    expect(asked.length).toBe(new Set(asked).size);
    expect(await balance(original, BOB)).toBe(ETHER);
    expect(await balance(fork, BOB)).toBe(ETHER + 2n);
  });

  test('leaves nothing half done when its parent does not answer', async () => {
    const reachable = { value: true };
    const fork = await forkOf(await parent(), [], reachable);
    await fork.accountNow(ALICE);
    const before = await balance(fork, ALICE);
    reachable.value = false;
    fork.pool.add(send(fork, { nonce: 0, to: ALICE, value: 1n }));
    fork.pool.add(send(fork, { nonce: 1, to: BOB, value: 1n }));
    await expect(fork.seal()).rejects.toThrow('away');
    expect([fork.number, await balance(fork, ALICE), fork.pool.size]).toEqual([1, before, 2]);
  });
});
