/** Two transactions compared: which ones, what they are, and where they part. */
import type { Network } from '../../../core/chain/network';
import { useTitle } from '../../use-title';
import { ChoosePair } from './ChoosePair';
import { ComparedPair } from './ComparedPair';
import type { DiffSearch } from './search';

export function DiffPage({ network, search }: { network: Network; search: DiffSearch }) {
  const { a, b, all = false } = search;
  useTitle('Compare transactions');
  return (
    <article aria-labelledby="compare" className="flex flex-col gap-3">
      <h1 id="compare">Compare transactions</h1>
      <ChoosePair key={`choose ${a} ${b}`} a={a} b={b} network={network} />
      {a && b && <ComparedPair key={`compare ${a} ${b}`} a={a} b={b} all={all} network={network} />}
    </article>
  );
}
