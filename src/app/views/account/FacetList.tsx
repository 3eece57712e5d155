/** The facets of a diamond on its overview, each with the functions that the diamond sends there. */
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { Selector } from '../../../core/chain/primitives';
import { type CallTab, verificationLevel } from '../../../core/contract/functions/call-tabs';
import { facetFunctions, type KnownFacet } from '../../../core/contract/proxies/facet-functions';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { AddressView } from '../../ui/identity/AddressView';
import { Panel } from '../../ui/Panel';

/** Shown before the reader asks for all; a diamond may have hundreds of facets, and a facet hundreds of functions. */
const MAX_FACETS = 20;
const MAX_FUNCTIONS = 24;

export function FacetList({ account, facets }: { account: AccountSummary; facets: readonly KnownFacet[] }) {
  const [isWhole, setWhole] = useState(false);
  const { address, knowledge, areSeen } = account;
  const own = knowledge.diamond?.facets?.find((facet) => facet.address === address);
  const shown = isWhole ? facets : facets.slice(0, MAX_FACETS);
  return (
    <Panel
      title="Facets"
      aside={areSeen ? 'as kept traces show them; there may be more' : 'the code that the diamond runs, by function'}
      className="lg:col-span-2"
    >
      <ul aria-label="Facets" className="divide-y divide-line">
        {shown.map((facet) => (
          <FacetItem key={facet.address} diamond={account} facet={facet} />
        ))}
        {own && (
          <li className="px-3 py-1.5 text-muted">
            {countOf(own.selectors.length, 'function')} of the diamond’s own code
          </li>
        )}
      </ul>
      {(shown.length < facets.length || knowledge.diamond?.isCut) && (
        <div className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-1.5 text-muted">
          {shown.length < facets.length && (
            <Button size="s" variant="quiet" onClick={() => setWhole(true)}>
              Show all {formatInteger(facets.length)}
            </Button>
          )}
          {knowledge.diamond?.isCut && 'The diamond has more facets or functions than Loupe reads.'}
        </div>
      )}
    </Panel>
  );
}

/** A function of a facet, and the heading of Read/Write that has it. */
type Listed = { selector: Selector; name: string; title: string; tab: CallTab };

function FacetItem({ diamond, facet }: { diamond: AccountSummary; facet: KnownFacet }) {
  const { segment } = useNetwork();
  const [isWhole, setWhole] = useState(false);
  const functions = functionsOf(facet);
  const shown = isWhole ? functions : functions.slice(0, MAX_FUNCTIONS);
  return (
    <li className="grid gap-x-4 gap-y-1 px-3 py-2 md:grid-cols-[minmax(0,300px)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 self-start">
        <AddressView address={facet.address} name={facet.knowledge?.name} kind="contract" />
        {verificationLevel(facet.knowledge) === 'unverified' && <Badge>unverified</Badge>}
      </div>
      <p className="min-w-0 break-words">
        {shown.map(({ selector, name, title, tab }, index) => (
          <Fragment key={selector}>
            {index > 0 && <span className="text-muted">, </span>}
            <Link
              to="/{-$network}/contract/$address/$subtab"
              params={{ network: segment, address: diamond.address, subtab: tab }}
              search={{ expand: selector }}
              title={title}
              className="mono link"
            >
              {name}
            </Link>
          </Fragment>
        ))}
        {shown.length < functions.length && (
          <Button size="s" variant="quiet" onClick={() => setWhole(true)}>
            Show all {formatInteger(functions.length)}
          </Button>
        )}
      </p>
    </li>
  );
}

/** Lists the functions that an ABI describes by their names, then the others by their selectors. */
function functionsOf(facet: KnownFacet): readonly Listed[] {
  const described = facetFunctions([facet]).map(
    ({ entry, selector, signature, reads }): Listed => ({
      selector,
      name: harmlessText(entry.name, 60),
      title: `${harmlessText(signature, 200)}, ${selector}`,
      tab: reads ? 'read-proxy' : 'write-proxy',
    }),
  );
  const others = facet.undescribed.map(
    (selector): Listed => ({ selector, name: selector, title: 'no ABI describes it', tab: 'unverified-proxy' }),
  );
  return [...described, ...others];
}
