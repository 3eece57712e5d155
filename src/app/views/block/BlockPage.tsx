import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import type { BlockPage as Loaded } from '../../../workers/chain/chain.api';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Fact, Facts } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { GasView } from '../../ui/identity/GasView';
import { TimeView } from '../../ui/identity/TimeView';
import { lazyPart } from '../../ui/lazy-part';
import { Message } from '../../ui/Message';
import { RetryableError } from '../../ui/RetryableError';
import { useQuestion } from '../../use-question';
import { useTitle } from '../../use-title';
import { SearchButton } from '../search/SearchButton';
import { askForBlock, blockIn } from './ask-for-block';
import { BlockFields } from './BlockFields';
import { BlockHeading } from './BlockHeading';
import { BlockTransactions } from './BlockTransactions';

// Apart, because it reads IndexedDB: the page shows its content before Dexie comes.
const BlockInternals = lazyPart(async () => (await import('./BlockInternals')).BlockInternals);

type Props = {
  /** What the URL says: number, hash or tag. */
  wanted: string;
  /** What is known of the block on entering the page. */
  answer: Result<Loaded, Failure>;
};

/** Shows at once what this browser has kept of a block, and then asks the endpoint. */
export function BlockPage({ wanted, answer }: Props) {
  const { network } = useNetwork();
  const router = useRouter();
  const block = blockIn(wanted);
  const isUnconfirmed = answer.ok && answer.value.origin === 'cache' && !answer.value.failure;
  const confirmed = useQuestion('chain', `${network.id} ${wanted} confirmed`, askForBlock(network.id, wanted, true), {
    when: isUnconfirmed,
  });
  useTitle(
    block === undefined
      ? 'No block'
      : typeof block === 'number'
        ? `Block ${formatInteger(block)}`
        : `Block ${shorten(wanted)}`,
  );

  if (block === undefined) return <NoBlockName />;
  const again = () => router.invalidate();
  if (!answer.ok) {
    const missing = answer.error.code === 'notFound';
    return (
      <>
        <BlockHeading number={typeof block === 'number' ? block : undefined} hash={undefined} found={false} />
        <RetryableError
          failure={answer.error}
          onRetry={again}
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
    <BlockView loaded={loaded}>
      <div role="status" className="flex flex-col gap-2 empty:hidden">
        {isReplaced && (
          <Callout glyph="⟳">
            The chain has another block at this height than when you last opened it: the chain was reorganised or reset.
            This page shows the current answer of the endpoint.
          </Callout>
        )}
        {refused && (
          <Callout
            actions={
              <Button size="s" onClick={confirmed.state === 'failed' ? confirmed.again : again}>
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

/** The URL can name no block of any chain, so nothing was asked and asking again cannot help. */
function NoBlockName() {
  return (
    <Message title="This is not a block" actions={<SearchButton />}>
      A block has a number or a hash, which is 0x and 64 hex digits, or is named latest, safe, finalized, pending or
      earliest. Check that it was copied whole.
    </Message>
  );
}

function BlockView({
  loaded: { block, transactions, origin, fetchedAt },
  children,
}: {
  loaded: Loaded;
  /** Content of the page below its heading. */
  children: ReactNode;
}) {
  const { network } = useNetwork();
  return (
    <article className="flex flex-col gap-3.5">
      <BlockHeading number={block.number} hash={block.hash} found />
      {children}
      <Facts label="Block in short">
        <Fact label={block.hash === undefined ? 'Timestamp' : 'Mined'}>
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
        {!block.minerUnknown && (
          <Fact label="Miner">
            <AddressView address={block.miner} />
          </Fact>
        )}
        <Fact label={origin === 'cache' ? 'Kept here' : 'Read from the endpoint'}>
          <TimeView time={fetchedAt} />
        </Fact>
      </Facts>
      <BlockTransactions
        // Another list once the endpoint told more of them than was kept.
        key={`${block.hash} ${transactions.filter(({ summary }) => summary?.status !== undefined).length}`}
        number={block.number}
        transactions={transactions}
      />
      <BlockFields block={block} transactions={transactions} />
      {block.number !== undefined && block.transactions.length > 0 && (
        <BlockInternals network={network} number={block.number} />
      )}
    </article>
  );
}
