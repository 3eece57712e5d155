/** Who made a block that is signed in its header (EIP-225, and what Bor made of it). */
import { toRlp } from 'viem';
import { bytesToAddress, hexToBytes } from '../../chain/hex';
import { keccak } from '../../chain/keccak';
import { recoverAddress } from '../../chain/recover-address';
import { rlpScalar } from '../../chain/rlp';
import type { Block } from '../../chain/transaction';

/** Bytes of the signature at the end of the extra data. */
const SEAL = 65;

/** Returns the 20 bytes of who sealed the block: all of its header but the seal is signed. Undefined where fields are missing. */
export function sealerOf(block: Block): Uint8Array | undefined {
  const { number, difficulty, gasLimit, extraData, sha3Uncles, stateRoot, transactionsRoot, receiptsRoot } = block;
  const { logsBloom, mixHash, nonce, baseFeePerGas } = block;
  if (
    number === undefined ||
    gasLimit === undefined ||
    extraData === undefined ||
    extraData.length < 2 + 2 * SEAL ||
    !sha3Uncles ||
    !stateRoot ||
    !transactionsRoot ||
    !receiptsRoot ||
    !logsBloom ||
    !mixHash ||
    !nonce
  )
    return undefined;
  const unsealed = extraData.slice(0, -2 * SEAL) as `0x${string}`;
  const seal = hexToBytes(`0x${extraData.slice(-2 * SEAL)}`);
  const roots = [stateRoot, transactionsRoot, receiptsRoot, logsBloom];
  const numbers = [difficulty ?? 0n, number, gasLimit, block.gasUsed, block.timestamp].map(rlpScalar);
  const first = [block.parentHash, sha3Uncles, block.miner, ...roots, ...numbers, unsealed, mixHash, nonce];
  // Since London, on Bor since Jaipur, which London came with.
  const fields = baseFeePerGas === undefined ? first : [...first, rlpScalar(baseFeePerGas)];
  const signer = recoverAddress(keccak(hexToBytes(toRlp(fields))), seal[64], seal.subarray(0, 64));
  return signer && hexToBytes(bytesToAddress(signer));
}
