/** What a block and a transaction tell the code that runs in them. */

import { hexToBytes } from '../chain/hex';
import { SYSTEM_ADDRESS } from '../chain/system-address';
import type { BlockFields } from './block-fields';
import type { FeeContract, FeeTerms, Protocol } from './families/protocol';
import type { Interceptor } from './interceptor';
import type { MovedPrecompiles, Recoverer } from './precompiles/table';
import type { Watcher } from './recording/watcher';
import type { AccountIndex } from './state/slots';
import type { State } from './state/state';
import type { Limbs } from './words/words';

export const SYSTEM = hexToBytes(SYSTEM_ADDRESS);

export type BlockEnvironment = BlockFields & {
  /** Where the chain's protocol differs from Ethereum's. */
  protocol?: Protocol;
  movedPrecompiles?: MovedPrecompiles;
  recoverer?: Recoverer;
  /** Calls contracts that take fees; only families that have such contracts load it. */
  payer?: (state: State, block: BlockEnvironment, contract: FeeContract, watcher: Watcher | undefined) => FeePayer;
  /** Acts on what runs in the block; changes the block itself, too. */
  interceptor?: Interceptor;
};

/** Fees that a contract takes before a transaction is executed and shares out after it (transaction/contract-fees.ts). */
export interface FeePayer {
  /** Events of taking and of sharing out. */
  readonly before: readonly FeeEvent[];
  readonly after: readonly FeeEvent[];
  /** Base fee in units of the contract; undefined before it is known. */
  readonly baseFee: bigint | undefined;
  /** Returns what the transaction pays once it is taken, a sentence where it cannot be, and undefined where state is missing. */
  take(): FeeTerms | string | undefined;
  /** Ends what came before the execution; what was taken is given back where the transaction turned out to be in no block. */
  taken(isValid: boolean): void;
  /** Shares out what was taken; false where state is missing. */
  share(gasUsed: bigint): boolean;
}

type FeeEvent = { address: AccountIndex; topics: Limbs; topicCount: number; data: Uint8Array };

export type TransactionEnvironment = {
  /** 20 bytes. */
  origin: Uint8Array;
  /** Price per unit of gas, wei, as a word. */
  gasPrice: Limbs;
  blobHashes: readonly Uint8Array[];
  /** Type of the transaction's envelope; absent where there is none. */
  type?: number;
};

/** Returns `factor` times e to the power of the fraction (fake_exponential of EIP-4844). Its time grows with the fraction. */
export function fakeExponential(factor: bigint, numerator: bigint, denominator: bigint): bigint {
  let output = 0n;
  let accumulator = factor * denominator;
  for (let i = 1n; accumulator > 0n; i++) {
    output += accumulator;
    accumulator = (accumulator * numerator) / (denominator * i);
  }
  return output / denominator;
}

const MAX_WORD = 2n ** 256n - 1n;
/** e to the power of it is past 2^256. */
const MAX_EXPONENT = 178n;

/** Returns the price of blob gas in the block, wei (EIP-4844); the largest word where it would be more, as no block of a chain has it. */
export function blobBaseFee(block: Pick<BlockEnvironment, 'excessBlobGas' | 'blobBaseFee' | 'blobs'>): bigint {
  if (block.blobBaseFee !== undefined) return block.blobBaseFee;
  const fraction = BigInt(block.blobs.baseFeeUpdateFraction);
  // Whoever states a header may state any excess, and the time that this takes grows with it.
  if (block.excessBlobGas > MAX_EXPONENT * fraction) return MAX_WORD;
  const fee = fakeExponential(1n, block.excessBlobGas, fraction);
  return fee < MAX_WORD ? fee : MAX_WORD;
}
