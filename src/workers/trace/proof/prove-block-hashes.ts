/** Proves hashes of earlier blocks that an execution read (BLOCKHASH), by the headers between them and its own block. */

import { bytesToHex } from '../../../core/chain/hex';
import type { Block } from '../../../core/chain/transaction';
import type { Encoding } from '../../../core/evm/families/family';
import type { Witness } from '../../../core/evm/state/witness';
import { computeHeaderHash } from '../../../core/proof/header';
import { fetchBlock } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';

/** `reason` is absent where each hash is that of an ancestor of the block. */
type HashProof = { reason?: string; isContradiction: boolean; calls: number };

/**
 * Proves that `hashes` are those of ancestors of `block`, whose header has its own hash. The header states the
 * parent's hash. For an earlier one each header from the parent's down to the one after it is asked for: at most
 * 255, as far as BLOCKHASH looks. `encoding` is that of the chain's family.
 */
export async function proveHashes(
  rpc: Rpc,
  block: Block & { number: number },
  hashes: Witness['hashes'],
  signal: AbortSignal,
  encoding?: Encoding,
): Promise<HashProof> {
  const stated = new Map(hashes.map(({ number, hash }) => [number, bytesToHex(hash)]));
  const lowest = Math.min(block.number - 1, ...stated.keys());
  const numbers = Array.from({ length: block.number - 1 - lowest }, (_, index) => block.number - 1 - index);
  const headers = await Promise.all(numbers.map((number) => fetchBlock(rpc, number, { signal })));
  const calls = numbers.length;
  let expected = block.parentHash;
  for (const [index, header] of headers.entries()) {
    const number = numbers[index];
    if (!header.ok) {
      const reason = `The header of block ${number}, which leads to a hash that was read, could not be loaded: ${header.error.message}`;
      return { reason, isContradiction: false, calls };
    }
    if (computeHeaderHash(header.value, encoding) !== expected) {
      const reason = `The header of block ${number} does not have the hash that the block after it names.`;
      return { reason, isContradiction: false, calls };
    }
    expected = header.value.parentHash;
    if ((stated.get(number - 1) ?? expected) !== expected) {
      const reason = `Block ${number - 1} has another hash than the endpoint said.`;
      return { reason, isContradiction: true, calls };
    }
  }
  return { isContradiction: false, calls };
}
