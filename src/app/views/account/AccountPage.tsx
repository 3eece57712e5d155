import { Navigate } from '@tanstack/react-router';
import type { AddressProblem } from '../../../core/chain/address';
import type { Address } from '../../../core/chain/primitives';
import { shorten } from '../../../core/format/shorten';
import type { Result } from '../../../core/result';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { RetryableError } from '../../ui/RetryableError';
import { useLoaded } from '../../use-loaded';
import { useQuestion } from '../../use-question';
import { useTitle } from '../../use-title';
import { useAbiApi } from '../../wiring';
import { openSearch } from '../search/state';
import { AccountView } from './AccountView';
import type { SourceSearch } from './SourcePanel';

export type AccountKind = 'wallet' | 'contract';

/** The page of an address: `kind` and `text` are what the URL says; what the chain says wins. `code` opens its source code. */
export function AccountPage({ kind, text, code }: { kind: AccountKind; text: string; code?: SourceSearch }) {
  const parsed = useParsedAddress(text);
  useTitle(`${kind === 'wallet' ? 'Wallet' : 'Contract'} ${shorten(text)}`);
  if (!parsed) return <PageSkeleton />;
  return parsed.ok ? (
    <Account kind={kind} address={parsed.value} code={code} />
  ) : (
    <InvalidAddress kind={kind} problem={parsed.error} />
  );
}

function Account({ kind, address, code }: { kind: AccountKind; address: Address; code: SourceSearch | undefined }) {
  const { network, segment } = useNetwork();
  const answer = useQuestion('contracts', `${network.id} ${address}`, (contracts, job) =>
    contracts.loadAccount(job, network.id, address),
  );
  if (answer.state === 'waiting') return <PageSkeleton />;
  if (answer.state === 'failed') return <RetryableError failure={answer.failure} onRetry={answer.again} />;
  const { type } = answer.value;
  if (type !== kind) {
    const to = type === 'contract' ? '/{-$network}/contract/$address' : '/{-$network}/wallet/$address';
    return <Navigate to={to} params={{ network: segment, address }} replace />;
  }
  return <AccountView account={answer.value} code={code} />;
}

function InvalidAddress({ kind, problem }: { kind: AccountKind; problem: AddressProblem }) {
  return (
    <Message
      title={kind === 'wallet' ? 'Invalid wallet address' : 'Invalid Contract address'}
      actions={
        <Button variant="primary" onClick={openSearch}>
          Search
        </Button>
      }
    >
      {problem === 'shape'
        ? 'An address is 0x and 40 hex digits. Check that it was copied whole.'
        : 'Its capital letters do not fit their checksum (EIP-55): a digit was mistyped or lost. Copy it again from where it comes from.'}
    </Message>
  );
}

/** The address, or what is wrong with it; undefined while the abi worker checks the checksum. */
function useParsedAddress(text: string): Result<Address, AddressProblem> | undefined {
  const abi = useAbiApi();
  const isLowerCase = /^0x[0-9a-f]{40}$/.test(text);
  const parsed = useLoaded(isLowerCase ? undefined : text, () => abi.parseAddress(text));
  return isLowerCase ? { ok: true, value: text as Address } : parsed;
}
