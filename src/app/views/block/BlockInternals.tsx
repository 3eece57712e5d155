/** The internal transactions of a block: where the index of the chain has its trace; else how to have it. */
import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { harmlessText } from '../../../core/text/harmless';
import { readIndexChoice } from '../../../db/chain-index/index-choices';
import { readIndexProgress } from '../../../db/chain-index/index-progress';
import { readInternalTransactions } from '../../../db/chain-index/internal-calls';
import { EmptyState } from '../../ui/EmptyState';
import { useCursorPaging } from '../../use-cursor-paging';
import { useStored } from '../../use-stored';
import { InternalPanel } from '../lists/InternalPanel';

/** Search parameters of this list; the block's transactions above it have the usual ones. */
const PLACE = { after: 'internalAfter', rows: 'internalRows' };
/** UTF-16 units of what an endpoint said. */
const MAX_PROBLEM = 300;

type Props = { network: Network; number: number };

export function BlockInternals(props: Props) {
  const { network, number } = props;
  const stored = useStored(
    async () => ({ progress: await readIndexProgress(network.id), choice: await readIndexChoice(network.id) }),
    [network.id],
  );
  if (stored === undefined) return null;
  const { progress, choice } = stored;
  if (progress?.traced?.some(({ first, last }) => first <= number && number <= last))
    return <Traced key={`${network.id} ${number}`} {...props} />;
  const problem = choice?.traces ? progress?.traceProblem : undefined;
  return (
    <p className="text-muted">
      Internal transactions are listed only for blocks that this browser’s index has traced, and it has not traced this
      one. {problem !== undefined && `${harmlessText(problem, MAX_PROBLEM)} `}
      <Link to="/settings" search={{ network: network.id }} hash="index" className="link underline">
        Settings
      </Link>
    </p>
  );
}

function Traced({ network, number }: Props) {
  const paging = useCursorPaging(
    (request) => readInternalTransactions(network.id, { of: 'block', blockNumber: number }, request),
    { keys: PLACE },
  );
  return (
    <InternalPanel
      network={network}
      paging={paging}
      label="Internal transactions of the block"
      origin="from the block’s trace, in this browser’s index"
      csvName={`block-${number}-internal-transactions`}
      empty={
        <EmptyState title="No internal transactions in this block">
          No call inside of its transactions moved value, made a contract or destroyed one.
        </EmptyState>
      }
    />
  );
}
