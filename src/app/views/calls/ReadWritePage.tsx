/** Read/Write of a contract, once the address names a heading that the contract has. */
import { Navigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whyNoFacets } from '../../../core/contract/contract-kind';
import { allowedTab, callTabs } from '../../../core/contract/functions/call-tabs';
import { ok } from '../../../core/values/result';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { Callout } from '../../ui/Callout';
import { lazyPart } from '../../ui/lazy-part';
import { useQuestion } from '../../use-question';
import { keepLastTab, readLastTab } from './last-tab';
import { learnInterfaces, unknownInterfaces } from './learn-interfaces';

const ReadWrite = lazyPart(async () => (await import('./ReadWrite')).ReadWrite);

/** `expand` is the selector of a function to open, `block` the block to read at as it was typed. */
export function ReadWritePage({
  subtab,
  expand,
  block,
}: {
  subtab: string;
  expand: string | undefined;
  block?: string | undefined;
}) {
  const { network, segment } = useNetwork();
  const { address, knowledge, implementation, facets } = useAccount();
  const tabs = callTabs(knowledge, implementation, facets);
  const tab = allowedTab(tabs, subtab, readLastTab());
  const isAsking = useLearnedInterface();
  useEffect(() => keepLastTab(tab), [tab]);
  if (tab !== subtab)
    return (
      <Navigate
        to="/{-$network}/contract/$address/$subtab"
        params={{ network: segment, address, subtab: tab }}
        search={{ expand, block }}
        replace
      />
    );
  return (
    <>
      {knowledge.diamond && !knowledge.diamond.facets && <Callout>{whyNoFacets(knowledge.diamond)}</Callout>}
      <ReadWrite key={`${network.id} ${address}`} tab={tab} tabs={tabs} expand={expand} />
      {isAsking && (
        <p role="status" className="text-muted text-s">
          Looking for its source…
        </p>
      )}
    </>
  );
}

/**
 * Asks for the interfaces that the account of the page lacks, its own and the one behind a proxy, and has the account
 * loaded again when one became known. Returns whether it is asking.
 */
function useLearnedInterface(): boolean {
  const router = useRouter();
  const { id } = useNetwork().network;
  const account = useAccount();
  const unknown = unknownInterfaces(account);
  const when = unknown.length > 0;
  const answer = useQuestion(
    'contracts',
    `interface ${id} ${unknown.join(' ')}`,
    async (contracts, job) => ok(await learnInterfaces(contracts, job, account)),
    { when },
  );
  const isLearned = answer.state === 'here' && answer.value;
  useEffect(() => {
    if (isLearned) void router.invalidate();
  }, [isLearned, router]);
  return when && answer.state === 'waiting';
}
