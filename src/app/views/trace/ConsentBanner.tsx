/**
 * The question, asked once, whether names that are unknown may be looked up
 * with providers: who they are, and what they learn. On a chain of this machine
 * the reader's own build output is offered first: nobody else has it.
 */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { isLoopback } from '../../../core/values/loopback';
import { fail } from '../../../core/values/result';
import type { TraceService } from '../../../workers/client';
import type { LookedUp } from '../../../workers/contracts/contracts.api';
import type { Progress, TraceHandle } from '../../../workers/ids';
import { useNetwork } from '../../network-context';
import { stoppedFailure } from '../../stopped-failure';
import { Button, buttonClass } from '../../ui/Button';
import { Spinner } from '../../ui/Spinner';
import { toast } from '../../ui/toast';
import { useLoaded } from '../../use-loaded';
import { usePreference } from '../../use-preference';
import { newJobId } from '../../use-question';
import { useWiring } from '../../wiring';

type Props = {
  api: Pick<TraceService, 'unknowns' | 'lookUp'>;
  handle: TraceHandle;
  /** Grows when more became known of the trace. */
  known: number;
};

/** Names still come from the endpoint after a trace was opened; the question waits for so long without one, ms. */
const QUIET = 1_500;

type Unknowns = { contracts: number; selectors: number };

/** Selectors that the question names. */
const NAMED = 3;

export function ConsentBanner({ api, handle, known }: Props) {
  const [asked, saveAsked] = usePreference('providersAsked');
  const [allowed, saveAllowed] = usePreference('providers');
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<Progress>();

  const found = useLoaded(`${handle}`, () => api.unknowns(handle), {
    version: known,
    delay: QUIET,
  });

  const answer = async (yes: boolean) => {
    if (!yes || allowed === undefined) {
      await saveAsked(true);
      return;
    }
    setBusy(true);
    await saveAsked(true);
    await saveAllowed({ ...allowed, sourcify: true, signatures: true });
    const found = await api
      .lookUp(newJobId(), handle, setProgress)
      .catch((error: unknown) => fail(stoppedFailure(error)));
    setBusy(false);
    if (found.ok) tellFound(found.value);
    else toast({ text: found.error.message, tone: 'failure' });
  };

  const hosts = useHosts();
  const { rpcUrls } = useNetwork().network;
  const isLocal = rpcUrls.length > 0 && rpcUrls.every(isLoopback);
  const unknowns = { contracts: found?.contracts.length ?? 0, selectors: found?.selectors.length ?? 0 };
  const isAsked = asked === false && unknowns.contracts + unknowns.selectors > 0;
  if (!busy && !isAsked) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-accent-soft px-3 py-2">
      <p className="min-w-[260px] flex-1 basis-[420px]">
        <b className="font-semibold">{unknownText(unknowns, found?.selectors ?? [])} no known name.</b>{' '}
        {isLocal && 'Drop your build output anywhere on this page, or import it: it has the names of your contracts. '}
        Loupe can ask Sourcify ({hosts.sourcify}) for verified contracts and a signature service ({hosts.signatures})
        for function names. They learn which contract addresses and selectors you look at, and your IP address. Nothing
        else is sent, and you can change this in the settings.
      </p>
      {busy ? (
        <span className="inline-flex items-center gap-2" role="status">
          <Spinner label="Looking up names" /> {progress && `${formatInteger(progress.done)} ${progress.unit}`}
        </span>
      ) : (
        <span className="flex gap-2">
          {isLocal && (
            <Link to="/settings" hash="build-output" className={buttonClass({ variant: 'primary' })}>
              Import build output
            </Link>
          )}
          <Button variant={isLocal ? 'plain' : 'primary'} onClick={() => void answer(true)}>
            Ask
          </Button>
          <Button onClick={() => void answer(false)}>Not now</Button>
        </span>
      )}
    </div>
  );
}

/** The hosts of the configured providers. */
function useHosts(): { sourcify: string; signatures: string } {
  const { thirdParties } = useWiring().config;
  return { sourcify: hostOf(thirdParties.sourcify), signatures: hostOf(thirdParties.signatures) };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function unknownText({ contracts, selectors }: Unknowns, which: readonly string[]): string {
  const named = which.slice(0, NAMED).map((selector) => selector.slice(0, 10));
  const list = selectors > NAMED ? `${named.join(', ')}, …` : named.join(', ');
  const parts = [
    contracts > 0 ? `${countOf(contracts, 'contract')}` : '',
    selectors > 0 ? `${countOf(selectors, 'selector')} (${list})` : '',
  ].filter(Boolean);
  return `${parts.join(' and ')} ${contracts + selectors === 1 ? 'has' : 'have'}`;
}

const NO_CONTRACTS = 'Something went wrong while fetching transaction contracts';
const NOT_DECODED = 'Failed to decode the function';

function tellFound(found: LookedUp): void {
  const { contracts, selectors, contractsFailed, selectorsFailed } = found;
  if (contractsFailed) toast({ text: `${NO_CONTRACTS}: ${contractsFailed.message}`, tone: 'failure' });
  if (selectorsFailed) toast({ text: `${NOT_DECODED}: ${selectorsFailed.message}`, tone: 'failure' });
  const bothAnswered = contractsFailed === undefined && selectorsFailed === undefined;
  if (bothAnswered || contracts + selectors > 0) toast({ text: foundText(found), tone: 'success' });
}

function foundText({ contracts, selectors }: Unknowns): string {
  if (contracts + selectors === 0) return 'None of the names was found there';

  return `Became known: ${countOf(contracts, 'contract')}, ${countOf(selectors, 'function')}`;
}
