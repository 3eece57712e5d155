/** Facts of an account that runs code of others: its implementation, or the facets of a diamond. */
import { type ReactNode, useState } from 'react';
import { isClone } from '../../../core/contract/contract-kind';
import { firstBehind } from '../../../core/contract/proxies/code-behind';
import { countOf } from '../../../core/format/plural';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { Button } from '../../ui/Button';
import { Fact } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { lazyPart } from '../../ui/lazy-part';

const ImplementationHistory = lazyPart(async () => (await import('./ImplementationHistory')).ImplementationHistory);
const DiamondFacets = lazyPart(async () => (await import('./DiamondFacets')).DiamondFacets);

export function CodeBehind({ account }: { account: AccountSummary }) {
  const { diamond, proxy } = account.knowledge;
  const isDelegated = proxy?.kind === 'EIP-7702';
  return (
    <>
      {diamond && (
        <Fact label="Facets">
          {diamond.facets === undefined ? 'not known' : countOf(diamond.facets.length, 'facet')}
          <Listed>{(close) => <DiamondFacets account={account} onClose={close} />}</Listed>
        </Fact>
      )}
      {proxy && isDelegated && (
        <Fact label="Delegates to">
          <AddressView
            address={firstBehind(proxy)}
            name={proxy.through ? undefined : account.implementation?.name}
            kind="contract"
          />
        </Fact>
      )}
      {proxy && (diamond?.facets === undefined || diamond.isBehind) && (!isDelegated || proxy.through) && (
        <Fact label="Implementation">
          <AddressView address={proxy.implementation} name={account.implementation?.name} kind="contract" />
          {/* The code of a clone tells of no change; a proxy behind it may. */}
          {(!isClone(proxy) || proxy.through) && (
            <Listed>{(close) => <ImplementationHistory account={account} proxy={proxy} onClose={close} />}</Listed>
          )}
        </Fact>
      )}
    </>
  );
}

function Listed({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="s" variant="quiet" onClick={() => setOpen(true)}>
        List
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
