/** Celo lets the sender pay in a token (CIP-64). */
import type { RollupFields } from './transaction';

/** Returns whether a token pays, which prices are of then. The zero address stands for the chain's own currency. */
export function paysInToken(rollup: RollupFields | undefined): boolean {
  return !/^(0x0*)?$/.test(rollup?.feeCurrency ?? '');
}
