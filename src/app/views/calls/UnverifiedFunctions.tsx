/** Functions recovered from the bytecode of an unverified contract, after the reader said once that guesses are welcome. */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AbiFunction } from 'viem';
import { parseSignature } from '../../../core/abi/signature';
import type { Address, NetworkId, Selector } from '../../../core/chain/primitives';
import type { CallTab } from '../../../core/contract/functions/call-tabs';
import type { CallableFunction } from '../../../core/contract/functions/callable-functions';
import type { KnownFacet } from '../../../core/contract/proxies/facet-functions';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import type { ContractsService } from '../../../workers/client';
import type { RecoveredFunction } from '../../../workers/contracts/contracts.api';
import type { JobId } from '../../../workers/ids';
import { useNetwork } from '../../network-context';
import { Button, buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import type { AddressSuggestion } from '../../ui/identity/AddressField';
import { SkeletonRows } from '../../ui/Skeleton';
import { toast } from '../../ui/toast';
import { usePreference } from '../../use-preference';
import { useQuestion } from '../../use-question';
import type { CallStore } from './call-store';
import { FunctionPanel } from './FunctionPanel';

type Props = {
  tab: CallTab;
  /** The code that the functions are recovered from. */
  code: RecoverableCode;
  store: CallStore;
  suggestions: readonly AddressSuggestion[];
  expand: string | undefined;
};

export function UnverifiedFunctions(props: Props) {
  const [allowed, save] = usePreference('recoveredFunctions');
  if (allowed === undefined) return null;
  return allowed ? <Recovered {...props} /> : <Consent onSave={save} />;
}

function Consent({ onSave }: { onSave: (allowed: boolean) => Promise<boolean> }) {
  async function understand() {
    const kept = await onSave(true);
    if (!kept) toast({ text: 'The browser refuses to keep this choice', tone: 'failure' });
  }
  return (
    <EmptyState
      title="Functions can be recovered from the bytecode"
      action={<Button onClick={() => void understand()}>I understand</Button>}
    >
      Decoded format for unverified contract functions is enabled. Please note that this feature is experimental and
      that the result might not be accurate. Changes are applied locally only.
    </EmptyState>
  );
}

function Recovered({ tab, code, store, suggestions, expand }: Props) {
  const { network } = useNetwork();
  const key = typeof code === 'string' ? code : code.map(({ address }) => address).join(' ');
  const answer = useQuestion('contracts', `recovered ${network.id} ${key}`, (contracts, job) =>
    recoverFunctions(contracts, job, network.id, code),
  );
  const recovered = answer.state === 'here' ? answer.value : undefined;
  const functions = useMemo(() => (recovered ?? []).map(callableOf), [recovered]);
  if (answer.state === 'waiting') return <SkeletonRows count={4} label="Recovering functions" />;
  if (answer.state === 'failed') return <ErrorState compact failure={answer.failure} />;
  return (
    <FunctionPanel
      group={tab}
      functions={functions}
      empty="No function dispatcher was found in the code."
      store={store}
      suggestions={suggestions}
      facets={typeof code === 'string' ? undefined : code}
      whyNotSent={() => 'Functions of an unverified contract can only be simulated.'}
      expand={expand}
      note={
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-1.5 text-muted text-s">
          <span>
            Recovered from the bytecode: names and types are a guess, and what most of them return is not known.
          </span>
          <Link to="/settings" hash="build-output" className={buttonClass({ size: 's' })}>
            Import build output
          </Link>
          <Link to="/settings" hash="third-parties" className={buttonClass({ size: 's' })}>
            Ask Sourcify
          </Link>
        </div>
      }
    />
  );
}

/**
 * Makes a callable function. It takes the name that somebody gives the selector, where that name's types are those that
 * the code takes, or the code does not tell.
 */
function callableOf({ selector, types, stateMutability, candidates, facet }: RecoveredIn): CallableFunction {
  const named = candidates[0] && parseSignature(candidates[0].text);
  const parsed = named?.ok ? named : parseSignature(`unknown(${types})`);
  const entry: AbiFunction = {
    type: 'function',
    name: parsed.ok ? parsed.value.name : 'unknown',
    inputs: parsed.ok ? parsed.value.inputs : [],
    // As the signature states them; a value that does not fit is shown as it is.
    outputs: parsed.ok ? parsed.value.outputs : [],
    stateMutability: readMutability(stateMutability),
  };
  const reads = entry.stateMutability === 'view' || entry.stateMutability === 'pure';
  return { entry, selector, signature: candidates[0]?.text ?? `unknown(${types})`, reads, ...(facet && { facet }) };
}

function readMutability(text: string): AbiFunction['stateMutability'] {
  return text === 'view' || text === 'pure' || text === 'payable' ? text : 'nonpayable';
}

/** `facet` of a diamond: whose code the function is in. */
type RecoveredIn = RecoveredFunction & { facet?: Address };

/**
 * The code that is read: that at an address, or that of facets. Only functions that the ABIs of facets lack are taken.
 */
type RecoverableCode = Address | readonly KnownFacet[];

/** Recovers functions from code. A function that the diamond names and whose code tells nothing is listed by its selector alone. */
async function recoverFunctions(
  contracts: ContractsService,
  job: JobId,
  networkId: NetworkId,
  code: RecoverableCode,
): Promise<Result<readonly RecoveredIn[], Failure>> {
  if (typeof code === 'string') return contracts.recoverFunctions(job, networkId, code);
  const found: RecoveredIn[] = [];
  for (const { address, undescribed } of code) {
    if (undescribed.length === 0) continue;
    const recovered = await contracts.recoverFunctions(job, networkId, address);
    if (!recovered.ok && recovered.error.code === 'cancelled') return recovered;
    const bySelector = new Map((recovered.ok ? recovered.value : []).map((each) => [each.selector, each]));
    for (const selector of undescribed)
      found.push({ ...(bySelector.get(selector) ?? unrecovered(selector)), facet: address });
  }
  return ok(found);
}

function unrecovered(selector: Selector): RecoveredFunction {
  return { selector, types: '', stateMutability: '', candidates: [] };
}
