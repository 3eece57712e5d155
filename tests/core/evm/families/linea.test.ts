/** Linea: when it took its forks, and who gets the fees of a block that is signed in its header. */
import { expect, test } from 'vitest';
import { bytesToHex } from '../../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import type { Block } from '../../../../src/core/chain/transaction';
import type { ChainRules } from '../../../../src/core/evm/families/family';
import { burnsBaseFees, isRollup } from '../../../../src/core/evm/families/find-family';
import { howFar } from '../../../../src/core/evm/families/how-far';
import { LINEA } from '../../../../src/core/evm/families/linea';
import { Fork } from '../../../../src/core/evm/rules/forks';

const MAINNET = { id: 59144 as NetworkId, name: 'Linea' };
const SEPOLIA = { id: 59141 as NetworkId, name: 'Linea Sepolia' };

function forkAt(network: typeof MAINNET, timestamp: number, difficulty = 0n): Fork {
  const rules = LINEA.rulesAt(network, { timestamp, difficulty });
  if (!rules.ok) throw new Error(rules.error);
  return rules.value.fork;
}

test('forks begin when its genesis files say (Consensys/linea-monorepo, geth-genesis.json)', () => {
  expect(forkAt(MAINNET, 1_719_622_950, 2n)).toBe(Fork.london);
  expect(forkAt(MAINNET, 1_761_213_599)).toBe(Fork.paris);
  expect([1_761_213_600, 1_761_645_600, 1_761_646_200, 1_764_798_551].map((time) => forkAt(MAINNET, time))).toEqual([
    Fork.shanghai,
    Fork.cancun,
    Fork.prague,
    Fork.osaka,
  ]);
  expect([1_759_147_200, 1_759_233_600, 1_760_004_000, 1_764_583_200].map((time) => forkAt(SEPOLIA, time))).toEqual([
    Fork.shanghai,
    Fork.cancun,
    Fork.prague,
    Fork.osaka,
  ]);
  expect([MAINNET, SEPOLIA].map((network) => howFar(network))).toEqual(['exact', 'exact']);
});

test('base fees are burnt on this rollup', () => {
  expect([burnsBaseFees(MAINNET), isRollup(MAINNET), isRollup(SEPOLIA)]).toEqual([true, true, true]);
});

test('who sealed a block is its coinbase until Paris', () => {
  // Block 6,110,045; the signer is the only one of the genesis block (extraData of geth-genesis.json).
  const block: Block = {
    networkId: MAINNET.id,
    number: 6110045,
    parentHash: '0x65370e2bb0ef1b3c592f6c3b95d3746f93c250c9ee819bb8e96dadc6ffe9297f' as Hash,
    sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' as Hash,
    miner: `0x${'00'.repeat(20)}` as Address,
    stateRoot: '0xc3891d24bb3013f589ce26d11e132a06d83a618c0f9b18ba65dfca1082cb28a1' as Hash,
    transactionsRoot: '0x80dd6e9b61ea4dc6d43b2e3f44be526e4ae1968f6aefb8eee68ee19fb475a9c3' as Hash,
    receiptsRoot: '0x41c71de570ccff1bc2c6fab666f3357b01f19d54a1ef4f025b9e08fff580d4f2' as Hash,
    logsBloom:
      `0x0000000000040000000000000020000a000000004000000000200000000000000400000000000000001${'0'.repeat(68)}8000000010000001000400000000000000000000000000000020014040020000000000800000000000000040000000090000000000000000000000000001000000204000088000048000080000000000000000000000000080000000000000000004000800000000000000000800000002000000000000003000000000000000000000000000000008000000000000002000020000000040000000000000000000400004008000000400000000000000000000008` as Hex,
    difficulty: 2n,
    gasLimit: 61000000,
    gasUsed: 294335,
    timestamp: 1719622950,
    extraData:
      '0x010000753000000c350000c35000000000000000000000000000000000000000789d71dda3eea341b23a1a87c97fb75c28ffc0f5b77be836706678148cea611a12bc4eef8ad5d48c65026e01270dd411dbdd60ae906fe4777f5ca0a5d36c87b201',
    mixHash: `0x${'0'.repeat(64)}` as Hash,
    nonce: '0x0000000000000000',
    baseFeePerGas: 7n,
    transactions: [],
  };
  const coinbaseOf = (one: Block) => LINEA.environment?.(one, {} as ChainRules).coinbase;
  expect(bytesToHex(coinbaseOf(block) as Uint8Array)).toBe('0x8f81e2e3f8b46467523463835f965ffe476e1c9e');
  expect(coinbaseOf({ ...block, miner: `0x${'cb'.repeat(20)}` as Address })).toBeUndefined();
  expect(coinbaseOf({ ...block, difficulty: 0n })).toBeUndefined();
});
