/** What an index of so many blocks will ask of the endpoint, before it is begun. */
import { formatInteger } from '../../../core/format/counts';
import { callsOfIndex, costOfRun } from '../../../core/usage/planned-run';
import { usePreference } from '../../use-preference';
import { formatUsage } from './usage-choices';

export function IndexCost({ blocks }: { blocks: number }) {
  const [weights] = usePreference('unitWeights');
  if (weights === undefined) return null;
  const { calls, units } = costOfRun(callsOfIndex(blocks), weights);
  return (
    <p className="px-3 pb-2 text-muted">
      That asks about {formatInteger(calls)} calls of the endpoint, {formatUsage('units', units)} units by your table,
      and more for new tokens.
    </p>
  );
}
