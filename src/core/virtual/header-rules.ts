/** What a header takes from the block before it: fees of gas and of blobs, its random number, and all of it as a draft. */
import { BLOB_GAS } from '../chain/blob-gas';
import { bytesToHash, hexToBytes } from '../chain/hex';
import { keccak } from '../chain/keccak';
import type { Hash } from '../chain/primitives';
import type { Block } from '../chain/transaction';
import { ZERO_HASH } from '../chain/zero-hash';
import { blobBaseFee } from '../evm/environment';
import { baseFeeAfter } from '../evm/families/base-fee-after';
import type { ChainRules } from '../evm/families/family';
import { Fork } from '../evm/rules/forks';
import { EMPTY_TRIE_ROOT } from '../proof/trie';
import { requestsHashOf } from './block-execution';
import type { BlockSettings } from './block-settings';
import { NO_UNCLES, type SealedBlock } from './sealed-block';

/** A blob costs at least so much gas's worth per unit of its own gas (EIP-7918). */
const BLOB_BASE_COST = 8192n;

/** Returns the excess blob gas of the block after `parent`, under the rules of that block (EIP-4844, since Osaka EIP-7918). */
export function nextExcessBlobGas(
  parent: Pick<Block, 'excessBlobGas' | 'blobGasUsed' | 'baseFeePerGas'>,
  { fork, blobs }: ChainRules,
): number {
  const excess = parent.excessBlobGas ?? 0;
  const used = parent.blobGasUsed ?? 0;
  const target = blobs.target * Number(BLOB_GAS);
  if (excess + used < target) return 0;
  const price = blobBaseFee({ excessBlobGas: BigInt(excess), blobs });
  if (fork >= Fork.osaka && BLOB_BASE_COST * (parent.baseFeePerGas ?? 0n) > BLOB_GAS * price)
    return excess + Math.floor((used * (blobs.max - blobs.target)) / blobs.max);
  return excess + used - target;
}

/** Returns the PREVRANDAO of a block that nobody proposed: the same for the same chain, and no two blocks alike. */
export function randomOf(parent: Hash, number: number): Hash {
  return bytesToHash(keccak(hexToBytes(`0x${parent.slice(2)}${number.toString(16).padStart(16, '0')}`)));
}

/** Returns the header of the block after `parent` before anything is in it, under the rules of that block. A fork's first parent is of another network. */
export function draftHeader(
  parent: SealedBlock['block'],
  timestamp: number,
  { gasLimit, coinbase, next }: BlockSettings,
  rules: ChainRules,
): Omit<Block, 'networkId'> & { number: number } {
  const { fork } = rules;
  const number = parent.number + 1;
  return {
    number,
    parentHash: parent.hash,
    timestamp,
    miner: coinbase,
    nonce: '0x0000000000000000',
    difficulty: 0n,
    gasUsed: 0,
    gasLimit,
    extraData: '0x',
    mixHash: next.prevRandao ?? randomOf(parent.hash, number),
    sha3Uncles: NO_UNCLES,
    transactions: [],
    ...(fork >= Fork.london ? { baseFeePerGas: next.baseFee ?? baseFeeAfter(rules, parent) } : {}),
    ...(fork >= Fork.shanghai ? { withdrawals: [], withdrawalsRoot: EMPTY_TRIE_ROOT } : {}),
    ...(fork >= Fork.cancun
      ? {
          blobGasUsed: 0,
          excessBlobGas: nextExcessBlobGas(parent, rules),
          parentBeaconBlockRoot: ZERO_HASH,
        }
      : {}),
    ...(fork >= Fork.prague ? { requestsHash: requestsHashOf([]) } : {}),
    ...rules.family?.nextHeader?.(parent, timestamp),
  };
}
