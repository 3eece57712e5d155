/** The facets of a diamond, as its loupe lists them now, and what its events say was changed. */

import { whyNoFacets } from '../../../core/contract/contract-kind';
import { verificationLevel } from '../../../core/contract/functions/call-tabs';
import type { FacetCut } from '../../../core/contract/proxies/diamond';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { Badge } from '../../ui/Badge';
import { Dialog } from '../../ui/Dialog';
import { AddressView } from '../../ui/identity/AddressView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { type Names, useNames } from '../../use-names';
import { useQuestion } from '../../use-question';
import { LogSearchProgress } from './LogSearchProgress';

/** Parts of one change that are shown; a cut may name hundreds of facets. */
const MAX_CUTS = 20;

export function DiamondFacets({ account, onClose }: { account: AccountSummary; onClose: () => void }) {
  const { networkId, address, knowledge, facets = [], areSeen } = account;
  const { diamond } = knowledge;
  const asked = useQuestion('contracts', `cuts ${networkId} ${address}`, (contracts, job) =>
    contracts.diamondCuts(job, networkId, address),
  );
  const changes = asked.last?.changes ?? [];
  const names = useNames(networkId, [
    ...facets.map((facet) => facet.address),
    ...changes.flatMap(({ cuts }) => cuts.map(({ facet }) => facet)),
  ]);
  const own = diamond?.facets?.find((facet) => facet.address === address);
  return (
    <Dialog
      open
      title="Facets"
      description={`Lists the facets whose code this diamond (EIP-2535) runs, as ${areSeen ? 'kept traces show' : 'the diamond states'} them, and their changes from its events.`}
      onClose={onClose}
    >
      {diamond !== undefined && diamond.facets === undefined && <p className="px-4 py-2">{whyNoFacets(diamond)}</p>}
      <ul aria-label="Facets" className="divide-y divide-line">
        {facets.map((facet) => (
          <li key={facet.address} className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
            <AddressView address={facet.address} name={names[facet.address]} kind="contract" />
            {verificationLevel(facet.knowledge) === 'unverified' && <Badge>unverified</Badge>}
            <span className="ml-auto text-muted text-s">{countOf(facet.selectors.length, 'function')}</span>
          </li>
        ))}
        {own && (
          <li className="flex min-h-9 items-center px-4 py-1.5 text-muted text-s">
            {countOf(own.selectors.length, 'function')} of the diamond’s own code
          </li>
        )}
      </ul>
      {diamond?.isCut && (
        <p className="px-4 py-2 text-muted text-s">It has more facets or functions than Loupe reads.</p>
      )}
      <h3 className="border-line border-t px-4 pt-2 font-[550]">Changes</h3>
      <ul aria-label="Changes" className="divide-y divide-line">
        {changes.map(({ cuts, blockNumber, logIndex, transaction }) => (
          <li
            key={`${blockNumber} ${logIndex}`}
            className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-1.5 text-s"
          >
            <Cuts cuts={cuts} names={names} />
            <span className="ml-auto flex flex-wrap items-center gap-x-2 text-muted">
              block <BlockLink number={blockNumber} />
              <HashView hash={transaction} of="transaction" copy={false} />
            </span>
          </li>
        ))}
      </ul>
      <LogSearchProgress search={asked} count={changes.length} none="No change in the events" />
    </Dialog>
  );
}

function Cuts({ cuts, names }: { cuts: readonly FacetCut[]; names: Names }) {
  if (cuts.length === 0) return <span className="text-muted">no function changed</span>;
  return (
    <ul className="grid gap-y-0.5">
      {cuts.slice(0, MAX_CUTS).map(({ action, facet, selectors }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a cut have no identity but their position
        <li key={index} className="flex flex-wrap items-baseline gap-x-1.5">
          {countOf(selectors.length, 'function')} {action}
          {/* What is removed is removed from the zero address (EIP-2535, diamondCut). */}
          {action !== 'removed' && (
            <>
              <span className="text-muted">with</span>
              <AddressView address={facet} name={names[facet]} kind="contract" />
            </>
          )}
        </li>
      ))}
      {cuts.length > MAX_CUTS && <li className="text-muted">and {formatInteger(cuts.length - MAX_CUTS)} more</li>}
    </ul>
  );
}
