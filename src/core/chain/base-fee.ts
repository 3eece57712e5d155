/** The base fee of a block follows from the block before it (EIP-1559). */
import { type Block, gasLimitOf } from './transaction';
import { WEI_PER_GWEI } from './units';

/** Wei per gas in the first block of EIP-1559. */
export const INITIAL_BASE_FEE = WEI_PER_GWEI;
/** Gas limit ÷ gas target, and how much of the fee changes at most in a block. */
const ELASTICITY = 2n;
const MAX_CHANGE = 8n;

/** Returns the base fee of the block after `parent`, wei per gas; that of the first such block where the parent has none. */
export function nextBaseFee(parent: Pick<Block, 'baseFeePerGas' | 'gasUsed' | 'gasLimit'>): bigint {
  const fee = parent.baseFeePerGas;
  if (fee === undefined) return INITIAL_BASE_FEE;
  const target = BigInt(gasLimitOf(parent)) / ELASTICITY;
  const used = BigInt(parent.gasUsed);
  if (used === target || target === 0n) return fee;
  if (used > target) {
    const delta = (fee * (used - target)) / target / MAX_CHANGE;
    return fee + (delta > 1n ? delta : 1n);
  }
  return fee - (fee * (target - used)) / target / MAX_CHANGE;
}
