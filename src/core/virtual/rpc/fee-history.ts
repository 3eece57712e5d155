/** eth_feeHistory of a virtual network: its own blocks, and before them those of the chain that it was forked from. */

import { quantityHex } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { gasLimitOf } from '../../chain/transaction';
import { blobBaseFee } from '../../evm/environment';
import { statedBaseFee } from '../../evm/families/celo/celo-transactions';
import { readFields } from '../../values/json-fields';
import type { SealedBlock } from '../sealed-block';
import { isAbsent, listOf, quantityOf } from './parameters';
import type { VirtualNode } from './virtual-node';

/** Blocks of fee history in one answer at most, as nodes limit it. */
const MAX_FEE_HISTORY = 1024;

type FeeHistory = {
  oldestBlock: unknown;
  baseFeePerGas: readonly unknown[];
  gasUsedRatio: readonly unknown[];
  baseFeePerBlobGas: readonly unknown[];
  blobGasUsedRatio: readonly unknown[];
  reward?: readonly unknown[];
};

/**
 * Answers eth_feeHistory. The parent describes the blocks up to the one of the fork, whose transactions only it has; the
 * fees of the block after that one are the fork's own, which goes on otherwise.
 */
export async function feeHistory(
  node: VirtualNode,
  [count, newest, percentiles]: readonly unknown[],
): Promise<unknown> {
  const { chain } = node;
  const last = Math.min(node.numberOf(newest) ?? chain.number, chain.number);
  const wanted = Math.min(quantityOf(count, 'block count'), MAX_FEE_HISTORY);
  if (node.isParents(last, false))
    return node.readParent('eth_feeHistory', [quantityHex(wanted), quantityHex(last), percentiles]);
  const first = Math.max(last - wanted + 1, 0);
  const ownFirst = chain.isFork ? chain.firstNumber + 1 : chain.firstNumber;
  const own = ownHistory(node, Math.max(first, ownFirst), last, percentiles);
  if (!chain.isFork || first >= ownFirst) return own;
  const asked = [quantityHex(ownFirst - first), quantityHex(chain.firstNumber), percentiles];
  // A parent that does not answer leaves the blocks of the fork.
  const before = await node.readParent('eth_feeHistory', asked).catch(() => undefined);
  return joined(before, own);
}

/** The blocks of the network itself from `first` to `last`; none where it has none yet. */
function ownHistory({ chain }: VirtualNode, first: number, last: number, percentiles: unknown): FeeHistory {
  const blocks: SealedBlock[] = [];
  for (let number = first; number <= last; number++) {
    const sealed = chain.blockAt(number);
    if (sealed) blocks.push(sealed);
  }
  const after = chain.blockAt(last + 1)?.block ?? chain.draft();
  const blobFee = (block: SealedBlock['block'] | typeof after) =>
    block.excessBlobGas === undefined
      ? 0n
      : blobBaseFee({ excessBlobGas: BigInt(block.excessBlobGas), blobs: chain.rulesOf(block).blobs });
  return {
    oldestBlock: quantityHex(first),
    baseFeePerGas: [...blocks.map(({ block }) => block), after].map(({ baseFeePerGas }) =>
      quantityHex(baseFeePerGas ?? 0n),
    ),
    gasUsedRatio: blocks.map(({ block }) => block.gasUsed / gasLimitOf(block)),
    baseFeePerBlobGas: [...blocks.map(({ block }) => block), after].map((block) => quantityHex(blobFee(block))),
    blobGasUsedRatio: blocks.map(({ block }) => (block.blobGasUsed ?? 0) / (chain.rulesOf(block).blobs.max * 131_072)),
    ...(isAbsent(percentiles)
      ? {}
      : { reward: blocks.map((sealed) => rewardsOf(sealed, listOf(percentiles, 'percentiles'))) }),
  };
}

/** The parent's blocks and then our own. Nodes of chains without blobs leave their fees out. */
function joined(parents: unknown, own: FeeHistory): FeeHistory {
  const { oldestBlock, ...lists } = readFields(parents);
  const ratios = Array.isArray(lists.gasUsedRatio) ? lists.gasUsedRatio : [];
  const before = (name: keyof FeeHistory, none: unknown): readonly unknown[] => {
    const list = lists[name];
    return ratios.map((_, at) => (Array.isArray(list) ? list[at] : none));
  };
  return {
    oldestBlock: ratios.length > 0 ? oldestBlock : own.oldestBlock,
    baseFeePerGas: [...before('baseFeePerGas', '0x0'), ...own.baseFeePerGas],
    gasUsedRatio: [...ratios, ...own.gasUsedRatio],
    baseFeePerBlobGas: [...before('baseFeePerBlobGas', '0x0'), ...own.baseFeePerBlobGas],
    blobGasUsedRatio: [...before('blobGasUsedRatio', 0), ...own.blobGasUsedRatio],
    ...(own.reward && { reward: [...before('reward', []), ...own.reward] }),
  };
}

/** Tips at percentiles of the gas a block used. */
function rewardsOf({ block, transactions, receipts }: SealedBlock, percentiles: readonly unknown[]): Hex[] {
  const tips = receipts
    .map((receipt, index) => ({
      gas: receipt.gasUsed,
      tip: ownPrice(transactions[index].gasPrice ?? 0n, receipt, block) - (block.baseFeePerGas ?? 0n),
    }))
    .sort((a, b) => (a.tip < b.tip ? -1 : Number(a.tip > b.tip)));
  return percentiles.map((percentile) => {
    let rest = (block.gasUsed * Number(percentile)) / 100;
    const found = tips.find(({ gas }) => {
      rest -= gas;
      return rest <= 0;
    });
    return quantityHex(found?.tip ?? 0n);
  });
}

/** The price in the chain's own coin: where a token pays, its receipt has the base fee in it (Celo, CIP-64). */
function ownPrice(
  price: bigint,
  receipt: SealedBlock['receipts'][number],
  { baseFeePerGas = 0n }: SealedBlock['block'],
): bigint {
  const inToken = statedBaseFee(receipt) ?? 0n;
  return inToken === 0n ? price : (price * baseFeePerGas) / inToken;
}
