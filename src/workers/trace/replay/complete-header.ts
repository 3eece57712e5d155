/** Fields of a header that an endpoint leaves out: executed without them, a block has another base fee or another hash. */
import type { Hash } from '../../../core/chain/primitives';
import type { Block, Transaction } from '../../../core/chain/transaction';
import { computeHeaderHash } from '../../../core/proof/header';
import { EMPTY_TRIE_ROOT } from '../../../core/proof/trie';
import { nextBaseFee } from '../../../core/virtual/header-rules';
import { ZERO_HASH } from '../../../core/virtual/sealed-block';
import { fetchBlock } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';

/** SHA-256 of nothing: the requests of a block that has none (EIP-7685). */
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as Hash;

/** What the fields that forks added hold where there is nothing to tell, the earlier fork first. */
const NOTHING: Pick<
  Block,
  'withdrawalsRoot' | 'blobGasUsed' | 'excessBlobGas' | 'parentBeaconBlockRoot' | 'requestsHash'
> = {
  withdrawalsRoot: EMPTY_TRIE_ROOT,
  blobGasUsed: 0,
  excessBlobGas: 0,
  parentBeaconBlockRoot: ZERO_HASH,
  requestsHash: NO_REQUESTS,
};
const ADDED = Object.keys(NOTHING) as (keyof typeof NOTHING)[];

/**
 * Returns the block of the transaction with the fields that are left out of its header, as far as they follow from
 * where the transaction is, from the block before (EIP-1559) or from there being nothing to tell. Those that forks
 * added are taken where the header then has the hash of the block; otherwise they stay out.
 */
export async function completeHeader(
  rpc: Rpc,
  given: Block,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<Block> {
  const isPlaced = given.number === undefined && given.hash !== undefined && given.hash === transaction.blockHash;
  const block: Block = isPlaced ? { ...given, number: transaction.blockNumber } : given;
  const isFee = block.baseFeePerGas === undefined;
  const isLast = ADDED.findLastIndex((field) => block[field] !== undefined);
  if (block.hash === undefined || isLast === -1 || computeHeaderHash(block) === block.hash) return block;
  const parent = isFee ? await fetchBlock(rpc, block.parentHash, { signal }) : undefined;
  if (parent?.ok === false) return block;
  const withFee: Block = parent === undefined ? block : { ...block, baseFeePerGas: nextBaseFee(parent.value) };
  for (let end = isLast + 1; end <= ADDED.length; end++) {
    const fields = ADDED.slice(0, end).map((field) => [field, withFee[field] ?? NOTHING[field]]);
    const whole: Block = { ...withFee, ...Object.fromEntries(fields) };
    if (computeHeaderHash(whole) === block.hash) return whole;
  }
  return block;
}
