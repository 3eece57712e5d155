import { pseudoTransaction } from '../../../core/chain/pseudo-transaction';
import { Badge } from '../../ui/Badge';
import { usePageTransaction } from './open-trace-context';

/** Says what made the page's transaction, where no account did. */
export function PseudoBadge() {
  const pseudo = pseudoTransaction(usePageTransaction().record.transaction);
  return pseudo && <Badge title={pseudo.sentence}>{pseudo.name}</Badge>;
}
