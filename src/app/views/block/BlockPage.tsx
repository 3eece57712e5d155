import { parseBlockNumber, parseHash } from '../../../core/chain/parse';
import { failure } from '../../../core/failure';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import type { BlockPage as Loaded } from '../../../workers/chain/chain.api';
import { useNetwork } from '../../network-context';
import { Fact, Facts } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { GasView } from '../../ui/identity/GasView';
import { TimeView } from '../../ui/identity/TimeView';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { RetryableError } from '../../ui/RetryableError';
import { useQuestion } from '../../use-question';
import { useTitle } from '../../use-title';
import { BlockFields } from './BlockFields';
import { BlockHead } from './BlockHead';
import { BlockTransactions } from './BlockTransactions';

/** A block by number or hash: `wanted` is what the URL says. */
export function BlockPage({ wanted, page }: { wanted: string; page: number }) {
  const { network } = useNetwork();
  const block = parseHash(wanted) ?? parseBlockNumber(wanted);
  const answer = useQuestion('chain', `${network.id} ${wanted}`, (chain, job) =>
    block === undefined
      ? Promise.resolve({ ok: false as const, error: failure('notFound', 'A block has a number or a hash.') })
      : chain.loadBlock(job, network.id, block),
  );
  useTitle(typeof block === 'number' ? `Block ${formatInteger(block)}` : `Block ${shorten(wanted)}`);

  if (answer.state === 'waiting') return <PageSkeleton />;
  if (answer.state === 'failed') {
    const missing = answer.failure.code === 'notFound';
    return (
      <>
        {typeof block === 'number' && <BlockHead number={block} hash={undefined} found={false} />}
        <RetryableError
          failure={answer.failure}
          onRetry={answer.again}
          {...(missing && {
            title: "We couldn't find this block",
            advice: 'Check the number: it may lie above the head of the chain, or belong to another network.',
          })}
        />
      </>
    );
  }
  return <BlockView loaded={answer.value} page={page} />;
}

function BlockView({ loaded: { block, transactions }, page }: { loaded: Loaded; page: number }) {
  const { network } = useNetwork();
  return (
    <article className="flex flex-col gap-3.5">
      <BlockHead number={block.number} hash={block.hash} found />
      <Facts label="Block in short">
        <Fact label="Mined">
          <TimeView time={block.timestamp * 1000} />
        </Fact>
        <Fact label="Transactions">{formatInteger(block.transactions.length)}</Fact>
        <Fact label="Gas used">
          <GasView used={block.gasUsed} limit={block.gasLimit} />
        </Fact>
        {block.baseFeePerGas !== undefined && (
          <Fact label="Base fee">
            <AmountView wei={block.baseFeePerGas} currency={network.nativeCurrency} />
          </Fact>
        )}
        <Fact label="Miner">
          <AddressView address={block.miner} />
        </Fact>
      </Facts>
      <BlockTransactions transactions={transactions} page={page} />
      <BlockFields block={block} />
    </article>
  );
}
