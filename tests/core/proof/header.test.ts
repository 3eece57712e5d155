import { expect, test } from 'vitest';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import type { Block } from '../../../src/core/chain/transaction';
import { computeHeaderHash } from '../../../src/core/proof/header';

const zeros = (bytes: number) => `0x${'00'.repeat(bytes)}` as const;

/** The genesis block of mainnet, whose hash every client states. */
const genesis: Block = {
  networkId: 1 as NetworkId,
  hash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3' as Hash,
  number: 0,
  parentHash: zeros(32) as Hash,
  timestamp: 0,
  miner: zeros(20) as Address,
  nonce: '0x0000000000000042',
  difficulty: 0x400000000n,
  gasUsed: 0,
  gasLimit: 5_000,
  extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
  mixHash: zeros(32) as Hash,
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' as Hash,
  logsBloom: zeros(256),
  stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544' as Hash,
  transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421' as Hash,
  receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421' as Hash,
  transactions: [],
};

test('the hash of a header follows from its fields', () => {
  expect(computeHeaderHash(genesis)).toBe(genesis.hash);
  expect(computeHeaderHash({ ...genesis, gasLimit: 5_001 })).not.toBe(genesis.hash);
});

test('a header without a field that every header has is not hashed', () => {
  const { stateRoot: _, ...incomplete } = genesis;
  expect(computeHeaderHash(incomplete)).toBeUndefined();
});

test('the header of one block is hashed once, whatever is checked of it', () => {
  let reads = 0;
  const counted = new Proxy(genesis, {
    get(block, field) {
      reads++;
      return Reflect.get(block, field);
    },
  });
  expect(computeHeaderHash(counted)).toBe(genesis.hash);
  const once = reads;
  expect(computeHeaderHash(counted)).toBe(genesis.hash);
  expect(reads).toBe(once);
});
