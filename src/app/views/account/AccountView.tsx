import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Address } from '../../../core/chain/primitives';
import { formatBytes, formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { classes } from '../../ui/classes';
import { Fact, Facts, Field, FieldList } from '../../ui/Facts';
import { AddressView, Identicon } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { HashView } from '../../ui/identity/HashView';
import { NameView, ORIGIN_WORDS } from '../../ui/identity/NameView';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { tabClass, tabStripClass } from '../../ui/TabStrip';
import { NO_NAMES, useNames } from '../../use-names';
import { FunctionList } from './FunctionList';
import { LabelEdit } from './LabelEdit';
import type { SourceSearch } from './SourcePanel';

const SeenTransactions = lazyPart(() => import('./SeenTransactions').then((module) => module.SeenTransactions));

const SourcePanel = lazyPart(() => import('./SourcePanel').then((module) => module.SourcePanel));

export function AccountView({ account, code }: { account: AccountSummary; code: SourceSearch | undefined }) {
  const { network } = useNetwork();
  const { address, knowledge, type } = account;
  return (
    <article className="flex flex-col gap-3.5">
      <AccountHead account={account} />
      <Facts label="Account in short">
        <Fact label="Balance">
          <AmountView wei={account.balance} currency={network.nativeCurrency} />
        </Fact>
        <Fact label={type === 'contract' ? 'Nonce (contracts created)' : 'Nonce (transactions sent)'}>
          {formatInteger(account.nonce)}
        </Fact>
        {account.codeSize > 0 && (
          <Fact label="Code">
            {formatInteger(account.codeSize)} bytes{' '}
            <span className="font-normal text-muted">({formatBytes(account.codeSize)})</span>
          </Fact>
        )}
        {knowledge.proxy && (
          <Fact label={knowledge.proxy.kind === 'EIP-7702' ? 'Delegates to' : 'Implementation'}>
            <AddressView address={knowledge.proxy.implementation} kind="contract" />
          </Fact>
        )}
      </Facts>
      {type === 'contract' && <ContractTabs address={address} />}
      {code !== undefined && (
        <Suspense
          fallback={
            <Panel title="Source code">
              <SkeletonRows count={8} label="Loading the source viewer" />
            </Panel>
          }
        >
          <SourcePanel address={address} search={code} />
        </Suspense>
      )}
      {code === undefined && <Overview account={account} />}
    </article>
  );
}

function Overview({ account }: { account: AccountSummary }) {
  const { address, knowledge, type } = account;
  return (
    <>
      {type === 'contract' && (
        <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <FunctionList knowledge={knowledge} />
          <ContractFields account={account} />
        </div>
      )}
      <Suspense
        fallback={
          <Panel title="Transactions">
            <SkeletonRows count={4} label="Loading transactions" />
          </Panel>
        }
      >
        <SeenTransactions address={address} />
      </Suspense>
    </>
  );
}

function ContractTabs({ address }: { address: Address }) {
  const { segment } = useNetwork();
  const params = { network: segment, address };
  return (
    <nav aria-label="Views of the contract" className={classes(tabStripClass('page'), 'border-line border-b')}>
      <Link
        to="/{-$network}/contract/$address"
        params={params}
        resetScroll={false}
        activeOptions={{ exact: true, includeSearch: false }}
        className={tabClass('page')}
      >
        Overview
      </Link>
      <Link
        to="/{-$network}/contract/$address/code"
        params={params}
        search={{}}
        resetScroll={false}
        activeOptions={{ includeSearch: false }}
        className={tabClass('page')}
      >
        Source code
      </Link>
    </nav>
  );
}

function AccountHead({ account: { address, knowledge, type } }: { account: AccountSummary }) {
  const { proxy, token } = knowledge;
  const { id } = useNetwork().network;
  const names = useNames(id, [address]);
  const name = names === NO_NAMES ? knowledge.name : names[address];
  return (
    <header className="flex items-start gap-3">
      <Identicon address={address} size={40} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h1>{name ? <NameView name={name} limit={120} /> : type === 'contract' ? 'Unnamed contract' : 'Wallet'}</h1>
          <Badge>{type === 'contract' ? (proxy ? 'Proxy Contract' : 'Contract') : 'Wallet'}</Badge>
          {token && <Badge tone="accent">{token.standard}</Badge>}
          {name && <span className="text-muted">name from {ORIGIN_WORDS[name.origin]}</span>}
          <LabelEdit networkId={id} address={address} />
        </div>
        <AddressView address={address} form="full" link={false} icon={false} kind={type} />
      </div>
    </header>
  );
}

function ContractFields({ account: { codeHash, knowledge } }: { account: AccountSummary }) {
  const { proxy, abiOrigin, compilerVersion, match, sources } = knowledge;
  return (
    <Panel title="Contract">
      <FieldList>
        {codeHash && (
          <Field label="Code hash">
            <HashView hash={codeHash} of="code" />
          </Field>
        )}
        {proxy && <Field label="Proxy">{proxy.kind}</Field>}
        {proxy?.beacon && (
          <Field label="Beacon">
            <AddressView address={proxy.beacon} kind="contract" />
          </Field>
        )}
        {proxy?.admin && (
          <Field label="Admin">
            <AddressView address={proxy.admin} />
          </Field>
        )}
        <Field label="ABI">{abiOrigin ? `from ${ORIGIN_WORDS[abiOrigin]}` : 'not known'}</Field>
        {match && (
          <Field label="Match">{match === 'exact' ? 'Exact: metadata equal too' : 'Partial: code equal'}</Field>
        )}
        {compilerVersion !== undefined && (
          <Field label="Compiler">
            <code>{harmlessText(compilerVersion, 80)}</code>
          </Field>
        )}
        {sources && <Field label="Source files">{formatInteger(Object.keys(sources).length)}</Field>}
      </FieldList>
    </Panel>
  );
}
