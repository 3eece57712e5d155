/** Precompiles of Ethereum at other prices. */
import type { PrecompiledContract } from './table';

/**
 * Returns the precompile, which costs a fraction of what it costs on Ethereum, in whole units of gas by `round`. It is given
 * no more of Ethereum's gas than pays for it at the new price, so that nothing is computed that is not paid.
 */
export function repriced(
  contract: PrecompiledContract,
  [numerator, denominator]: readonly [number, number],
  round: (price: number) => number = Math.floor,
): PrecompiledContract {
  return {
    ...contract,
    run: (input, gas, ...rest) => {
      const result = contract.run(input, Math.floor(((gas + 1) * denominator) / numerator), ...rest);
      if (!result.ok) return result;
      const price = round((result.gas * numerator) / denominator);
      return price > gas ? { ok: false } : { ...result, gas: price };
    },
  };
}
