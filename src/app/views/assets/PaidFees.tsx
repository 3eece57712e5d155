/** What the transaction paid, and whom, below what it moved: together they are the change of its sender's balance. */
import type { Network } from '../../../core/chain/network';
import { burnsBaseFees } from '../../../core/evm/families/find-family';
import { formatUnits } from '../../../core/format/amounts';
import type { PaidFees as Paid } from '../../../core/replay/paid-fees';
import { AddressView } from '../../ui/identity/AddressView';
import { useNames } from '../../use-names';
import { FEE_TEXT } from '../open-trace/fee-text';

export function PaidFees({ paid, network }: { paid: Paid; network: Network }) {
  const { parts, minted, mintedFrom, moved, change } = paid;
  const { symbol, decimals } = network.nativeCurrency;
  const names = useNames(network.id, [mintedFrom, ...parts.map(({ to }) => to)]);
  const signed = (wei: bigint) => `${wei < 0n ? '−' : wei > 0n ? '+' : ''}${formatUnits(abs(wei), decimals)} ${symbol}`;
  const otherwise = change - moved - minted + paid.total;
  return (
    <section aria-label="Fees" className="border-line border-t px-3 py-1.5">
      <ul>
        {parts.map(({ kind, wei, to }) => (
          <li key={`${kind} ${to}`} className="flex flex-wrap items-baseline gap-x-1.5">
            <span className="text-muted first-letter:uppercase">{FEE_TEXT[kind]}</span>
            {to === undefined ? (
              <span className="text-muted">
                {kind === 'blob' || burnsBaseFees(network) ? 'burnt' : 'not known to whom'}
              </span>
            ) : (
              <AddressView address={to} name={names[to]} />
            )}
            <span className="mono ml-auto">{signed(-wei)}</span>
          </li>
        ))}
        {parts.length === 0 && <li className="text-muted">No fee was taken: the chain itself made it.</li>}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted">Balance of the sender</span>
        <span className="mono ml-auto">{signed(change)}</span>
      </p>
      {minted > 0n && (
        <p className="text-muted text-s">
          Of it {signed(minted)}{' '}
          {mintedFrom ? (
            <>
              came from <AddressView address={mintedFrom} name={names[mintedFrom]} />, by the protocol.
            </>
          ) : (
            'were made for the sender.'
          )}
        </p>
      )}
      {otherwise !== 0n && (
        <p className="text-muted text-s">Of it {signed(otherwise)} moved by a precompile of the chain.</p>
      )}
    </section>
  );
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
