/** The source of a row, beside its details; or why there is none to show. */
import type { Address } from '../../../core/chain/primitives';
import { harmlessText } from '../../../core/text/harmless';
import type { RowDetail, Siteless } from '../../../workers/trace/rows.api';
import { AddressView } from '../../ui/identity/AddressView';
import { lazyPart } from '../../ui/lazy-part';
import { Spinner } from '../../ui/Spinner';

const SourcePreview = lazyPart(async () => (await import('../source/SourcePreview')).SourcePreview);

type Props = {
  detail: Pick<RowDetail, 'site' | 'siteless' | 'limitation'>;
  /** The sources are on their way. */
  reading: boolean;
};

const BESIDE =
  'min-h-0 flex-none border-line border-t @min-[760px]:h-auto @min-[760px]:min-w-0 @min-[760px]:flex-[1_1_58%] @min-[760px]:border-r';

export function RowSource({ detail: { site, siteless, limitation }, reading }: Props) {
  if (site?.address !== undefined) {
    return (
      <div className={`${BESIDE} h-[232px]`}>
        <SourcePreview
          fallback={<Spinner label="Loading source" />}
          address={site.address}
          place={site}
          height="100%"
        />
      </div>
    );
  }
  if (reading) {
    return (
      <div className={`${BESIDE} px-3 py-2`} role="status">
        <p className="font-medium">Loading contract</p>
        <p className="text-muted">We are fetching the contract source as we speak, we just need a few more seconds!</p>
      </div>
    );
  }
  if (siteless === undefined) return null;
  return (
    <div className={`${BESIDE} px-3 py-2`}>
      <Why siteless={siteless} />
      {limitation !== undefined && <p className="mt-1 text-muted">{limitation}</p>}
    </div>
  );
}
function Why({ siteless: { kind, address, reason } }: { siteless: Siteless }) {
  switch (kind) {
    case 'unverified':
      return (
        <>
          <p className="font-medium">No source for this contract</p>
          <p className="text-muted">
            Unfortunately we do not have the source code for this contract to display the exact line of code.
          </p>
          <Contract address={address} />
        </>
      );
    case 'abi':
      return (
        <>
          <p className="font-medium">This is ABI verified contract</p>
          <p className="text-muted">If you want to see the source code please verify it.</p>
          <Contract address={address} />
        </>
      );
    case 'failed':
      return (
        <>
          <p className="font-medium">Whoops, seems that something has gone wrong</p>
          <p className="text-muted">We are aware this issue can sometimes happen and are working on resolving it.</p>
          <p className="text-muted">Please contact our support with more details</p>
          {reason !== undefined && (
            <p>
              <span className="text-muted">Error Message:</span> {harmlessText(reason, 400)}
            </p>
          )}
          <Contract address={address} />
        </>
      );
    case 'generated':
      return (
        <>
          <p className="font-medium">No place in the source</p>
          <p className="text-muted">The compiler generated this code, or does not state its place in the source.</p>
        </>
      );
  }
}

function Contract({ address }: { address: Address | undefined }) {
  return address === undefined ? null : <AddressView address={address} form="full" />;
}
