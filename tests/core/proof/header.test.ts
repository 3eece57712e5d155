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
  // Nobody knows what stood there.
  expect(computeHeaderHash({ ...genesis, minerUnknown: true })).toBeUndefined();
});

/** A block of EDR 0.22.0 at Amsterdam, with two transfers that write logs (EIP-7708). */
const amsterdam: Block = {
  networkId: 31337 as NetworkId,
  hash: '0x9c34040935f0059228bb4e8ed622086a424bf78286e3253e2638f4b2b900fce8' as Hash,
  number: 1,
  parentHash: '0xe4c7908a73030134c36ae3a583a46fed28012c11340cb890be727427e72eaaa1' as Hash,
  timestamp: 1_800_000_001,
  miner: '0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e' as Address,
  nonce: '0x0000000000000000',
  difficulty: 0n,
  gasUsed: 428_890,
  gasLimit: 60_000_000,
  extraData: '0x',
  mixHash: '0xf4fbfa6c8463f342eb58838d8c6b0661faf22e7076a518bf4deaddbf3fa8a112' as Hash,
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' as Hash,
  logsBloom: bloomOf([
    [9, 2],
    [65, 1],
    [75, 8],
    [98, 8],
    [104, 32],
    [107, 1],
    [109, 1],
    [123, 16],
    [172, 8],
    [195, 2],
    [199, 32],
    [201, 8],
    [212, 32],
    [223, 64],
    [240, 1],
  ]),
  stateRoot: '0x7c8ba289ec9a1f789e7a68aae948f3f48b8c8dd8e584af27b766b4299b092e36' as Hash,
  transactionsRoot: '0x51be3eb4a15276a0b331199efbe105dbcc58985f0fba2e820ae10d6ef7fcf420' as Hash,
  receiptsRoot: '0x1b3dcc6021fce56422bd14730279d237aca82a846be81fd56499d5780f5c8a0d' as Hash,
  baseFeePerGas: 875_000_000n,
  withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421' as Hash,
  blobGasUsed: 0,
  excessBlobGas: 0,
  parentBeaconBlockRoot: '0x0000000000000000000000000000000000000000000000000000000000000000' as Hash,
  requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as Hash,
  blockAccessListHash: '0xccb52f7239203941878868d94048c929cb70e97e13cac8b184717d883fe92809' as Hash,
  slotNumber: 1,
  transactions: [],
};

/** The bloom whose bytes are zero but for some, each with its place. */
function bloomOf(set: readonly (readonly [number, number])[]) {
  const bloom = Buffer.alloc(256);
  for (const [at, value] of set) bloom[at] = value;
  return `0x${bloom.toString('hex')}` as const;
}

test('the hash of a header of Amsterdam has its access list and its slot in it (EIP-7928, EIP-7843)', () => {
  expect(computeHeaderHash(amsterdam)).toBe(amsterdam.hash);
  expect(computeHeaderHash({ ...amsterdam, slotNumber: 2 })).not.toBe(amsterdam.hash);
  expect(computeHeaderHash({ ...amsterdam, blockAccessListHash: amsterdam.parentHash })).not.toBe(amsterdam.hash);
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
