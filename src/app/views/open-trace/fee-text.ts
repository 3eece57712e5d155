import type { Network } from '../../../core/chain/network';
import { burnsBaseFees } from '../../../core/evm/families/find-family';
import type { PaidFees } from '../../../core/replay/paid-fees';

type FeeKind = PaidFees['parts'][number]['kind'];

/** Names of fees as the explorers of these chains have them. */
export const FEE_TEXT: Readonly<Record<FeeKind, string>> = {
  base: 'base fee',
  priority: 'tip',
  blob: 'for blobs',
  data: 'L1 fee',
  operator: 'operator fee',
};

/** Returns whether a fee that no account received is known to be burnt: some chains give base fees to who has no account of the EVM. */
export function isBurnt(kind: FeeKind, network: Pick<Network, 'id' | 'name'>): boolean {
  return kind !== 'base' || burnsBaseFees(network);
}
