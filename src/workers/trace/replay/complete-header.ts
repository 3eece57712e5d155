/** Fields of a header that an endpoint leaves out: executed without them, a block has another base fee or another hash. */
import { nextBaseFee } from '../../../core/chain/base-fee';
import type { Hash } from '../../../core/chain/primitives';
import type { Block, Receipt, Transaction } from '../../../core/chain/transaction';
import { ZERO_HASH } from '../../../core/chain/zero-hash';
import type { Encoding } from '../../../core/evm/families/family';
import { computeHeaderHash } from '../../../core/proof/header';
import { EMPTY_TRIE_ROOT } from '../../../core/proof/trie';
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import { fetchBlock } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';

/** SHA-256 of nothing: the requests of a block that has none (EIP-7685). */
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as Hash;

/** Values of the fields that forks added, in a block where they have nothing to tell; the earlier fork first. */
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

/** A transaction as an endpoint states it with its block. */
type Given = {
  rpc: Rpc;
  block: Block;
  transaction: Transaction;
  receipt: Receipt | Promise<Result<Receipt, Failure>> | undefined;
  signal: AbortSignal;
  /** How the chain hashes its headers, where that differs from Ethereum. */
  encoding?: Encoding | undefined;
};

/**
 * Returns the block of the transaction with the fields that are left out of its header, as far as they follow from
 * where the transaction is, from what it paid or the block before (EIP-1559), or from there being nothing to tell.
 * Those that forks added are taken where the header then has the hash of the block; otherwise they stay out.
 */
export async function completeHeader(given: Given): Promise<Block> {
  const { transaction, encoding } = given;
  const { hash, number } = given.block;
  const isPlaced = number === undefined && hash !== undefined && hash === transaction.blockHash;
  const block: Block = isPlaced ? { ...given.block, number: transaction.blockNumber } : given.block;
  const last = ADDED.findLastIndex((field) => block[field] !== undefined);
  if (hash === undefined || (last === -1 && block.baseFeePerGas !== undefined)) return block;
  for await (const baseFeePerGas of baseFees(given)) {
    for (let end = last + 1; end <= ADDED.length; end++) {
      const fields = ADDED.slice(0, end).map((field) => [field, block[field] ?? NOTHING[field]]);
      const whole: Block = { ...block, baseFeePerGas, ...Object.fromEntries(fields) };
      if (computeHeaderHash(whole, encoding) === hash) return whole;
    }
  }
  return block;
}

/** What the base fee may be: the one that is stated, what the price of the transaction leaves of it, or what the block before gives. */
async function* baseFees({ rpc, block, transaction, receipt, signal }: Given): AsyncGenerator<bigint> {
  if (block.baseFeePerGas !== undefined) return yield block.baseFeePerGas;
  const { maxPriorityFeePerGas: tip } = transaction;
  const arrived = await receipt;
  const price = arrived && 'ok' in arrived ? arrived.ok && arrived.value.effectiveGasPrice : arrived?.effectiveGasPrice;
  if (tip !== undefined && price && price >= tip) yield price - tip;
  const parent = await fetchBlock(rpc, block.parentHash, { signal });
  if (parent.ok) yield nextBaseFee(parent.value);
}
