/** Read/Write of a contract, once the address names a heading that the contract has. */
import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { allowedTab, callTabs } from '../../../core/contract/call-tabs';
import { whyNoFacets } from '../../../core/contract/contract-kind';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { Callout } from '../../ui/Callout';
import { lazyPart } from '../../ui/lazy-part';
import { keepLastTab, readLastTab } from './last-tab';
import { useLearnedInterface } from './use-learned-interface';

const ReadWrite = lazyPart(() => import('./ReadWrite').then((module) => module.ReadWrite));

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
