/** What a block tells the code that runs in it. */
import type { BlobSchedule, Fork } from './rules/forks';

export type BlockFields = {
  fork: Fork;
  chainId: bigint;
  number: number;
  /** Seconds since the epoch. */
  timestamp: number;
  /** A bigint past 2^53. */
  gasLimit: number | bigint;
  /** 20 bytes. */
  coinbase: Uint8Array;
  baseFee: bigint;
  /** Difficulty before Paris, PREVRANDAO since (EIP-4399). */
  random: bigint;
  /** Gas of blobs in excess before this block (EIP-4844). */
  excessBlobGas: bigint;
  /** Wei per blob gas, where it is not the one that follows from `excessBlobGas`. */
  blobBaseFee?: bigint;
  blobs: BlobSchedule;
  /** Slot number of the consensus layer (EIP-7843); 0 where it is not known. */
  slotNumber?: number;
  /** Number and time that a double cannot hold, and the hash of a block by such a number; only tests of contracts set any. */
  exact?: { number: bigint; timestamp: bigint; blockHash(number: bigint): Uint8Array | undefined };
  /** Hashes of the last 256 blocks, by number; undefined where it must be asked for. */
  blockHash(number: number): Uint8Array | undefined;
};
