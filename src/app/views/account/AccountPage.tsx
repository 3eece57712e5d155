/** The page of an address: what it is, and below it what its route has to show of it. */
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ADDRESS_PROBLEMS, type AddressProblem } from '../../../core/chain/address-shape';
import type { Address } from '../../../core/chain/primitives';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { AccountProvider } from '../../account-context';
import { useNetwork } from '../../network-context';
import { buttonClass } from '../../ui/Button';
import { BelowHeading } from '../../ui/below-heading';
import { HiddenHeading } from '../../ui/HiddenHeading';
import { Message } from '../../ui/Message';
import { RetryableError } from '../../ui/RetryableError';
import { useIsReloading } from '../../use-is-reloading';
import { useTitle } from '../../use-title';
import { SearchButton } from '../search/SearchButton';
import type { ContractView } from '../tokens/ContractViewSwitch';
import { AccountHeading, useAccountName } from './AccountHeading';
import { LoadingAccount } from './LoadingAccount';
import type { AccountAnswer, AccountKind } from './load-account';
import { TokenHeading } from './TokenHeading';

/** `kind` and `text` come from the URL, `answer` from the route's loader. */
type Props = {
  kind: AccountKind;
  text: string;
  answer: AccountAnswer;
  /** Tab of a contract's page; on `market`, a token is shown as a token. */
  view?: ContractView | undefined;
  children: ReactNode;
};

export function AccountPage({ kind, text, answer, view, children }: Props) {
  if (answer.state === 'known')
    return (
      <KnownAccount account={answer.account} view={view}>
        {children}
      </KnownAccount>
    );
  return (
    <OtherAccount kind={kind} text={text} answer={answer}>
      {children}
    </OtherAccount>
  );
}

function KnownAccount({ account, view, children }: Pick<Props, 'view' | 'children'> & { account: AccountSummary }) {
  const name = useAccountName(account);
  const kind = account.type === 'wallet' ? 'Wallet' : 'Contract';
  useTitle(`${name ? harmlessText(name.text, 40) : kind} ${shorten(account.address)}`);
  return (
    <AccountProvider value={account}>
      <article className="flex flex-col gap-3.5">
        {account.token === undefined || view === 'contract' ? (
          <AccountHeading account={account} name={name} />
        ) : (
          <TokenHeading account={account} token={account.token} />
        )}
        <BelowHeading value={true}>{children}</BelowHeading>
      </article>
    </AccountProvider>
  );
}

type OtherProps = Omit<Props, 'view' | 'answer'> & { answer: Exclude<AccountAnswer, { state: 'known' }> };

function OtherAccount({ kind, text, answer, children }: OtherProps) {
  useTitle(`${kind === 'wallet' ? 'Wallet' : 'Contract'} ${shorten(text)}`);
  switch (answer.state) {
    case 'invalid':
      return <InvalidAddress kind={kind} problem={answer.problem} />;
    case 'missing':
      return <NoContract address={answer.address} />;
    case 'failed':
      return (
        <FailedAccount kind={kind} failure={answer.failure}>
          {kind === 'wallet' && answer.unread !== undefined && (
            <AccountProvider value={answer.unread}>
              <p className="text-muted">What this browser has kept of the address:</p>
              <BelowHeading value={true}>{children}</BelowHeading>
            </AccountProvider>
          )}
        </FailedAccount>
      );
  }
}

/** `children`: what can be shown of the account all the same. */
function FailedAccount({ kind, failure, children }: { kind: AccountKind; failure: Failure; children: ReactNode }) {
  const router = useRouter();
  // It failed when the reader was here before; that says nothing of now.
  if (useIsReloading()) return <LoadingAccount kind={kind} />;
  return (
    <div className="flex flex-col gap-3.5">
      <HiddenHeading>{kind === 'wallet' ? 'Wallet' : 'Contract'}</HiddenHeading>
      <RetryableError failure={failure} onRetry={() => router.invalidate()} />
      {children}
    </div>
  );
}

function NoContract({ address }: { address: Address }) {
  const { network, segment } = useNetwork();
  return (
    <Message
      title="Bummer, we couldn't find this contract"
      actions={
        <Link
          to="/{-$network}/wallet/$address"
          params={{ network: segment, address }}
          className={buttonClass({ variant: 'primary' })}
        >
          Open it as a wallet
        </Link>
      }
    >
      There is no code at <span className="mono break-all">{address}</span> on {harmlessText(network.name, 60)}, and
      nothing was ever sent from it. Check the address, and whether the contract is on another network.
    </Message>
  );
}

export function InvalidAddress({ kind, problem }: { kind: AccountKind; problem: AddressProblem }) {
  return (
    <Message
      title={kind === 'wallet' ? 'Invalid wallet address' : 'Invalid Contract address'}
      actions={<SearchButton />}
    >
      {ADDRESS_PROBLEMS[problem]}{' '}
      {problem === 'shape' ? 'Check that it was copied whole.' : 'Copy it again from its source.'}
    </Message>
  );
}
