/** A contract as a token: its name, and what holders and markets make of it. Whatever is not known is said to be unknown. */

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isCounted } from '../../../core/chain/token-standard';
import { contractKind } from '../../../core/contract/contract-kind';
import { formatAmount } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import { formatPrice } from '../../../core/format/prices';
import { formatToken } from '../../../core/format/token-amounts';
import { harmlessText } from '../../../core/text/harmless';
import { markedSymbol } from '../../../core/text/look-alike';
import { withListed } from '../../../core/tokens/listed-names';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Fact, Facts } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { RequestFailed } from '../../ui/RequestFailed';
import { Tooltip } from '../../ui/Tooltip';
import { isWholeIndex } from '../../use-chain-index';
import { InProjects } from '../projects/lazy';
import { ListedNote, ListName } from '../tokens/ListedNote';
import { TokenLogo } from '../tokens/TokenLogo';
import { useListedTokens } from '../tokens/use-listed-tokens';
import { usePrice, useSupply } from '../tokens/use-token';
import { AccountActions } from './AccountActions';
import { CodeBehind } from './CodeBehind';
import { LabelEdit } from './LabelEdit';
import { useAddressVisit } from './use-address-visit';

const NAME = 120;
const SYMBOL = 24;

export function TokenHeading({ account, token: said }: { account: AccountSummary; token: TokenSummary }) {
  const { id } = useNetwork().network;
  useAddressVisit(account);
  const listed = useListedTokens(id, [account.address]).get(account.address);
  const token = { ...said, ...withListed(said, listed) };
  const name = token.name ?? token.symbol;
  const isOwnName = (said.name ?? said.symbol) !== undefined;
  const isDelegating = account.knowledge.proxy !== undefined || account.knowledge.diamond !== undefined;
  return (
    <>
      <header className="grid grid-cols-[40px_minmax(0,1fr)] items-start gap-3 sm:flex">
        <div>
          <TokenLogo address={account.address} logo={listed?.logo} size={40} />
        </div>
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="min-w-0 break-words">
              <bdi>{name === undefined ? 'Unknown token' : harmlessText(name, NAME)}</bdi>
              {token.symbol !== undefined && token.name !== undefined && (
                <bdi className="font-normal text-muted"> {harmlessText(markedSymbol(token.symbol), SYMBOL)}</bdi>
              )}
            </h1>
            <Badge tone="accent">{token.standard}</Badge>
            {isDelegating && <Badge>{contractKind(account.knowledge)}</Badge>}
            {name !== undefined && (
              <span className="text-muted">
                {isOwnName || listed === undefined ? (
                  'name from the contract itself'
                ) : (
                  <>
                    name from the token list <ListName name={listed.list} />
                  </>
                )}
              </span>
            )}
            <LabelEdit key={`${id} ${account.address}`} networkId={id} address={account.address} />
            <InProjects networkId={id} address={account.address} type="contract" />
          </div>
          <AddressView address={account.address} form="full" link={false} icon={false} kind="contract" />
        </div>
        <AccountActions address={account.address} isContract />
      </header>
      <ListedNote token={said} listed={listed} />
      <TokenFacts account={account} token={token} list={said.decimals === undefined ? listed?.list : undefined} />
    </>
  );
}

function TokenFacts({
  account,
  token: { address, standard, symbol, decimals },
  list,
}: {
  account: AccountSummary;
  token: TokenSummary;
  /** The list that says how many decimals it has, where the contract does not. */
  list: string | undefined;
}) {
  const { network } = useNetwork();
  const { supply, asked, index, counts } = useSupply(network, address, standard);
  const { price, asked: prices } = usePrice(network, address);
  const isWhole = isWholeIndex(index);
  const places = standard === 'ERC-20' ? decimals : 0;
  const since = isWhole || index.from === undefined ? undefined : `since block ${formatInteger(index.from)}`;
  const count = (number: number | undefined) =>
    index.state === 'off' || number === undefined ? (
      <Unknown
        why="Nodes do not count them: index the chain here to see the count."
        waiting={index.state === undefined}
      />
    ) : (
      <>
        {formatInteger(number)} {since !== undefined && <span className="font-normal text-muted">{since}</span>}
      </>
    );
  return (
    <Facts label="Token in short">
      {/* Items have no price in common: one of a collection is only told where there is one. */}
      {(standard === 'ERC-20' || price !== undefined) && (
        <Fact label="Price">
          {price === undefined ? (
            <PriceUnknown prices={prices} />
          ) : (
            <Tooltip tip={<span className="mono">{formatPrice(price, 20)}</span>}>{formatPrice(price)}</Tooltip>
          )}
        </Fact>
      )}
      <Fact label={standard === 'ERC-20' ? 'Total supply' : 'Supply'}>
        {supply !== undefined ? (
          <Tooltip tip={<span className="mono">{formatToken(supply, places, short(symbol)).exact}</span>}>
            {places === undefined ? formatToken(supply, places).text : formatAmount(supply, places)}{' '}
            {standard === 'ERC-20' && symbol !== undefined && (
              <bdi className="font-normal text-muted">{harmlessText(symbol, SYMBOL)}</bdi>
            )}
          </Tooltip>
        ) : asked.state === 'failed' ? (
          <RequestFailed failure={asked.failure} onRetry={asked.again} />
        ) : (
          <Unknown why="The contract keeps no count." waiting={asked.state === 'waiting' && !isCounted(standard)} />
        )}
      </Fact>
      {standard === 'ERC-20' ? (
        <Fact label="Decimals">
          {decimals === undefined ? <Unknown why="The contract does not state them; 18 are assumed." /> : decimals}
          {list !== undefined && (
            <span className="font-normal text-muted">
              {' '}
              by the list <ListName name={list} />
            </span>
          )}
        </Fact>
      ) : (
        <Fact label="Items">{count(counts?.items)}</Fact>
      )}
      <Fact label="Holders">{count(counts?.holders)}</Fact>
      <Fact label="Transfers">{count(counts?.transfers)}</Fact>
      <CodeBehind account={account} />
    </Facts>
  );
}

function PriceUnknown({ prices }: { prices: ReturnType<typeof usePrice>['asked'] }) {
  if (prices.state === 'failed') return <RequestFailed failure={prices.failure} onRetry={prices.again} />;
  if (prices.state === 'here' && prices.value.state === 'off') {
    return (
      <>
        <Unknown why="No price source is switched on." />{' '}
        <Link to="/settings" hash="third-parties" className="font-normal text-accent underline">
          Settings
        </Link>
      </>
    );
  }
  return (
    <Unknown
      why={
        prices.state === 'here' && prices.value.state === 'noSuchChain'
          ? `${prices.value.source} has no prices of this network.`
          : 'The price source has no price of this token.'
      }
      waiting={prices.state === 'waiting'}
    />
  );
}

/** Never 0 for what nobody knows. */
function Unknown({ why, waiting = false }: { why: string; waiting?: boolean }): ReactNode {
  return (
    <span className="font-normal text-muted" title={waiting ? undefined : why}>
      {waiting ? '…' : 'unknown'}
    </span>
  );
}

function short(symbol: string | undefined): string {
  return symbol === undefined ? '' : harmlessText(symbol, SYMBOL);
}
