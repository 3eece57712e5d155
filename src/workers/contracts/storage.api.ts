/** The contract of what sources declare, and of what the declared variables hold on the chain. */
import type { Decoded } from '../../core/abi/decoded';
import type { Address, Hash, NetworkId } from '../../core/chain/primitives';
import type { OutlineEntry } from '../../core/source/outline';
import type { StateVariable } from '../../core/source/values/state-variables';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { JobId } from '../ids';

/**
 * The contract that has the storage, and the one whose sources lay it out: for a proxy, its implementation. At an earlier block
 * that of its implementation then counts.
 */
export type StorageSubject = { networkId: NetworkId; address: Address; layoutOf: Address };

type LaidOut = {
  /** The implementation at the block, where it was another than is asked for. */
  layoutOf?: Address;
};

/** The value that an expression names. */
export type StorageReading = LaidOut & {
  path: string;
  /** The slot and the whole of what it holds; absent for an immutable, which is in the code. */
  slot?: Hash;
  word?: Hash;
  /** Bytes from the low end of the slot. */
  offset: number;
  blockNumber: number;
  /** Type as declared; absent for a slot named by its number. */
  type?: string;
  value?: Decoded;
};

export type StoredVariables = LaidOut & { blockNumber: number; variables: readonly StateVariable[] };

export interface StorageApi {
  /** Functions, events and errors with their places in the sources; nothing for a contract without any. */
  contractOutline(
    job: JobId,
    networkId: NetworkId,
    address: Address,
  ): Promise<Result<readonly OutlineEntry[], Failure>>;
  /** State variables and immutables with what they hold after a block. A contract without sources is a failure. */
  storedVariables(
    job: JobId,
    subject: StorageSubject,
    block: number | 'latest',
  ): Promise<Result<StoredVariables, Failure>>;
  /** The value of `total`, `balances[0x…]`, `orders[3].price`, or of a slot by its number. */
  readStorage(
    job: JobId,
    subject: StorageSubject,
    expression: string,
    block: number | 'latest',
  ): Promise<Result<StorageReading, Failure>>;
}
