import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { AddressProblem } from '../../../core/chain/address';
import type { Address } from '../../../core/chain/primitives';
import { shorten } from '../../../core/format/shorten';
import type { Result } from '../../../core/result';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { useAnswer } from '../../use-answer';
import { useTitle } from '../../use-title';
import { useAbiApi, useTraceApi } from '../../wiring';
import { openSearch } from '../search/state';
import { Message } from '../shell/Message';
import { PageSkeleton } from '../shell/PageSkeleton';
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
  const api = useTraceApi();
  const answer = useAnswer(`${network.id} ${address}`, (job) => api.loadAccount(job, network.id, address));
  if (answer.state === 'waiting') return <PageSkeleton />;
  if (answer.state === 'failed') {
    return (
      <ErrorState
        failure={answer.failure}
        actions={
          <Button variant="primary" onClick={answer.again}>
            Try again
          </Button>
        }
      />
    );
  }
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
  const [parsed, setParsed] = useState<{ text: string; result: Result<Address, AddressProblem> }>();
  const plain = /^0x[0-9a-f]{40}$/.test(text);
  useEffect(() => {
    if (plain) return;
    let current = true;
    abi.parseAddress(text).then(
      (result) => current && setParsed({ text, result }),
      () => {}, // the worker stopped; the notice says so
    );
    return () => {
      current = false;
    };
  }, [abi, text, plain]);
  if (plain) return { ok: true, value: text as Address };
  return parsed?.text === text ? parsed.result : undefined;
}
