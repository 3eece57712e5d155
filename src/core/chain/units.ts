/** The units in which wei are typed and shown. */

/** What an amount is counted in. */
export type AmountUnit = {
  /** `ETH`, `Gwei`, `Wei`; in the words of the errors. */
  symbol: string;
  decimals: number;
};

export const WEI: AmountUnit = { symbol: 'Wei', decimals: 0 };
export const GWEI: AmountUnit = { symbol: 'Gwei', decimals: 9 };

/** Wei in a gwei. */
export const WEI_PER_GWEI = 1_000_000_000n;
/** Wei in an ether. */
export const WEI_PER_ETHER = 1_000_000_000_000_000_000n;
