/**
 * The forks of Ethereum mainnet that changed execution, in order, so that
 * `fork >= Fork.berlin` asks whether a rule is in force.
 */
export const Fork = {
  frontier: 0,
  homestead: 1,
  tangerineWhistle: 2, // EIP-150
  spuriousDragon: 3, // EIP-155, 160, 161, 170
  byzantium: 4,
  constantinople: 5, // with EIP-1283, never live on mainnet
  petersburg: 6,
  istanbul: 7,
  berlin: 8,
  london: 9,
  paris: 10,
  shanghai: 11,
  cancun: 12,
  prague: 13,
  osaka: 14,
  amsterdam: 15, // EIP-7773
} as const;
export type Fork = (typeof Fork)[keyof typeof Fork];

/** Returns the name of a fork as a reader knows it. */
export function forkWord(fork: Fork): string {
  const name = Object.entries(Fork).find(([, number]) => number === fork)?.[0] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/, ' $&');
}

/** Blob schedule (EIP-7840): what EIP-4844's fee depends on at a block. */
export type BlobSchedule = { target: number; max: number; baseFeeUpdateFraction: number };

export const BLOBS_CANCUN: BlobSchedule = { target: 3, max: 6, baseFeeUpdateFraction: 3338477 };
export const BLOBS_PRAGUE: BlobSchedule = { target: 6, max: 9, baseFeeUpdateFraction: 5007716 };
/** Blob-parameter-only forks after Osaka (EIP-7892). */
export const BLOBS_BPO1: BlobSchedule = { target: 10, max: 15, baseFeeUpdateFraction: 8346193 };
export const BLOBS_BPO2: BlobSchedule = { target: 14, max: 21, baseFeeUpdateFraction: 11684671 };
