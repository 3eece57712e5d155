/** What a hosted API states of things that other providers are not asked for. All of it is the host's word. */

export type HostedBalance = {
  /** Wei. */
  balance: bigint;
  /** US dollars, of all of it and of one unit of the currency. */
  dollars: number | undefined;
  dollarsPerUnit: number | undefined;
  symbol: string | undefined;
};

/** What an account has used of its plan, in units of the host; without `limit` and `used` where it has none. */
export type HostedUsage = {
  limit?: number;
  used?: number;
  categories: readonly {
    label: string;
    calls: number;
    units: number;
    /** `at` in seconds since the epoch. */
    series: readonly { at: number; calls: number }[];
  }[];
};

/** What a host thinks of an action; its words are a stranger's. */
export type HostedSafety = {
  tone: 'danger' | 'warning' | 'info';
  message: string;
  reason: string;
  /** Number of balance changes that the host lists, and of exposure changes. */
  balanceChanges: number;
  exposureChanges: number;
  isToMalicious: boolean;
  toName: string;
  /** Seconds since the epoch. */
  createdAt: number | undefined;
};

/** What came of a verification; `mismatches` say where the code is another. */
export type HostedVerdict = { isVerified: boolean; mismatches: readonly string[] };
