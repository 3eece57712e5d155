/** An open function of a diamond: the facet that has it, and the call with what its author wrote there. */
import type { ComponentProps } from 'react';
import { verificationLevel } from '../../../core/contract/call-tabs';
import type { KnownFacet } from '../../../core/contract/facet-functions';
import { AddressView } from '../../ui/identity/AddressView';
import { FunctionCall } from './FunctionCall';
import { useContractDocs } from './function-help';

export function FacetFunction({
  facet,
  ...call
}: { facet: KnownFacet } & Omit<ComponentProps<typeof FunctionCall>, 'docs'>) {
  const { address, knowledge } = facet;
  const docs = useContractDocs(address, verificationLevel(knowledge) === 'verified');
  const { signature } = call.listed;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-1.5 text-muted text-s">
        Facet <AddressView address={address} name={knowledge?.name} kind="contract" />
      </p>
      <FunctionCall {...call} docs={Object.hasOwn(docs, signature) ? docs[signature] : undefined} />
    </div>
  );
}
