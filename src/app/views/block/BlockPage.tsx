import type { ReactNode } from 'react';
import { parseBlockNumber, parseHash } from '../../../core/chain/parse';
import { failure } from '../../../core/failure';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import type { BlockPage as Loaded } from '../../../workers/chain/chain.api';
import type { Workers } from '../../../workers/client';
import type { JobId } from '../../../workers/ids';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
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
import { BlockHeading } from './BlockHeading';
import { BlockTransactions } from './BlockTransactions';

/**
 * A block by number or hash: `wanted` is what the URL says. What this browser has kept is shown at once, and asked of the
 * endpoint then.
 */
export function BlockPage({ wanted, page }: { wanted: string; page: number }) {
  const { network } = useNetwork();
  const block = parseHash(wanted) ?? parseBlockNumber(wanted);
  const load = (refresh: boolean) => (chain: Workers['chain'], job: JobId) =>
    block === undefined
      ? Promise.resolve({ ok: false as const, error: failure('notFound', 'A block has a number or a hash.') })
      : chain.loadBlock(job, network.id, block, refresh);
  const answer = useQuestion('chain', `${network.id} ${wanted}`, load(false));
  const isUnconfirmed = answer.state === 'here' && answer.value.origin === 'cache' && !answer.value.failure;
  const confirmed = useQuestion('chain', `${network.id} ${wanted} confirmed`, load(true), { when: isUnconfirmed });
  useTitle(typeof block === 'number' ? `Block ${formatInteger(block)}` : `Block ${shorten(wanted)}`);

  if (answer.state === 'waiting') return <PageSkeleton />;
  if (answer.state === 'failed') {
    const missing = answer.failure.code === 'notFound';
    return (
      <>
        {typeof block === 'number' && <BlockHeading number={block} hash={undefined} found={false} />}
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
  const loaded = confirmed.state === 'here' ? confirmed.value : answer.value;
  const isReplaced = loaded.block.hash !== answer.value.block.hash;
  const refused = confirmed.state === 'failed' ? confirmed.failure : loaded.failure;
  return (
    <BlockView loaded={loaded} page={page}>
      <div role="status" className="flex flex-col gap-2 empty:hidden">
        {isReplaced && (
          <Callout glyph="⟳">
            The chain has another block here than when it was last opened in this browser: it was reorganised or reset.
            This page shows what the endpoint says now.
          </Callout>
        )}
        {refused && (
          <Callout
            actions={
              <Button size="s" onClick={confirmed.state === 'failed' ? confirmed.again : answer.again}>
                Retry
              </Button>
            }
          >
            Shown from this browser, as of {new Date(loaded.fetchedAt).toUTCString()}: {refused.message}
          </Callout>
        )}
      </div>
    </BlockView>
  );
}

function BlockView({
  loaded: { block, transactions, origin, fetchedAt },
  page,
  children,
}: {
  loaded: Loaded;
  page: number;
  /** What is to be said of it. */
  children: ReactNode;
}) {
  const { network } = useNetwork();
  return (
    <article className="flex flex-col gap-3.5">
      <BlockHeading number={block.number} hash={block.hash} found />
      {children}
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
        <Fact label={origin === 'cache' ? 'Kept here' : 'Read from the endpoint'}>
          <TimeView time={fetchedAt} />
        </Fact>
      </Facts>
      <BlockTransactions transactions={transactions} page={page} />
      <BlockFields block={block} />
    </article>
  );
}
