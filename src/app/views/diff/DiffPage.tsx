/** Two transactions compared, or one with itself executed again otherwise: which, what they are, and where they part. */
import type { Network } from '../../../core/chain/network';
import { useTitle } from '../../use-title';
import { ChoosePair } from './ChoosePair';
import { ComparedChange } from './ComparedChange';
import { ComparedPair } from './ComparedPair';
import type { DiffParameters } from './diff-parameters';

export function DiffPage({ network, search }: { network: Network; search: DiffParameters }) {
  const { a, b, changes, all = false } = search;
  useTitle('Compare transactions');
  return (
    <article aria-labelledby="compare" className="flex flex-col gap-3">
      <h1 id="compare">Compare transactions</h1>
      <ChoosePair key={`choose ${a} ${b}`} a={a} b={b} changing={changes !== undefined} network={network} />
      {a && changes !== undefined && (
        <ComparedChange key={`change ${a}`} a={a} changes={changes} all={all} network={network} />
      )}
      {a && b && <ComparedPair key={`compare ${a} ${b}`} a={a} b={b} all={all} network={network} />}
    </article>
  );
}
