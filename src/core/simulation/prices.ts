/** What simulated steps pay where nothing is said: the base fee and a tip, never nothing. */
import { WEI_PER_GWEI } from '../chain/units';

/** Wei per gas for the block's proposer: a gwei, which blocks take at any time but the busiest. */
export const USUAL_TIP = WEI_PER_GWEI;

/** Of EIP-1559: a block may use this many times its target, and its fee moves by at most an eighth. */
const ELASTICITY = 2n;
const MAX_CHANGE_DENOMINATOR = 8n;

/** Returns Wei per gas in the block after one with these (EIP-1559), undefined where there is no base fee. */
export function nextBaseFee(block: { baseFeePerGas?: bigint; gasUsed: number; gasLimit: number }): bigint | undefined {
  const { baseFeePerGas: fee } = block;
  if (fee === undefined) return undefined;
  const target = BigInt(block.gasLimit) / ELASTICITY;
  const used = BigInt(block.gasUsed);
  if (target === 0n || used === target) return fee;
  if (used > target) {
    const rise = (fee * (used - target)) / target / MAX_CHANGE_DENOMINATOR;
    return fee + (rise === 0n ? 1n : rise);
  }
  return fee - (fee * (target - used)) / target / MAX_CHANGE_DENOMINATOR;
}
