/** The base fee of the next block, by the rules of its chain. */
import { nextBaseFee } from '../../chain/base-fee';
import type { ChainRules, HeaderBefore } from './family';

/** Returns the base fee of the block after `parent`, wei per gas; Ethereum's rule where the chain has none of its own (EIP-1559). */
export function baseFeeAfter({ family }: Pick<ChainRules, 'family'>, parent: HeaderBefore): bigint {
  return family?.nextBaseFee?.(parent) ?? nextBaseFee(parent);
}

/** For chains whose base fees follow from what their headers do not say: it stays as it is. */
export function sameBaseFee({ baseFeePerGas }: HeaderBefore): bigint | undefined {
  return baseFeePerGas;
}
