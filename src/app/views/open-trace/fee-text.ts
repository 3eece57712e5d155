import type { PaidFees } from '../../../core/replay/paid-fees';

/** Names of fees as the explorers of these chains have them. */
export const FEE_TEXT: Readonly<Record<PaidFees['parts'][number]['kind'], string>> = {
  base: 'base fee',
  priority: 'tip',
  blob: 'for blobs',
  data: 'L1 fee',
  operator: 'operator fee',
};
