/** Transfers of a page that are likely address poisoning: one line says what and why. Opened, nothing in it can be copied or followed. */
import type { Address } from '../../../core/chain/primitives';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { markedSymbol } from '../../../core/text/look-alike';
import { endsOf, type Suspicion } from '../../../core/tokens/poisoning';
import type { ListedTransfer } from '../../../db/chain-index/token-transfers';
import type { Names } from '../../use-names';

type Folded = { row: ListedTransfer; suspicion: Suspicion };

type Props = {
  /** The account whose list it is; undefined for a list of everybody's transfers. */
  owner: Address | undefined;
  folded: readonly Folded[];
  names: Names;
};

export function FoldedTransfers({ owner, folded, names }: Props) {
  const imitated = [
    ...new Set(folded.flatMap(({ suspicion }) => (suspicion.kind === 'look-alike' ? [suspicion.of] : []))),
  ];
  const whom = imitated.map((address) => {
    const name = names[address];
    return name ? harmlessText(name.text, 30) : shorten(address);
  });
  return (
    <details className="border-line border-t bg-raised px-3 py-2">
      <summary className="cursor-pointer">
        <b className="font-semibold">{countOf(folded.length, 'look-alike transfer')} folded</b>
        <span className="text-muted">
          {' '}
          ·{' '}
          {whom.length === 0
            ? 'transfers of amount 0 by unknown senders'
            : `by unknown senders whose addresses resemble ${whom.join(', ')}`}
          ; likely address poisoning
        </span>
      </summary>
      <ul className="mt-2 flex select-none flex-col gap-1">
        {folded.map(({ row: { transfer, token }, suspicion }) => {
          const like = suspicion.kind === 'look-alike' ? suspicion.of : undefined;
          return (
            <li key={`${transfer.blockNumber}.${transfer.position}`} className="flex flex-wrap items-baseline gap-x-2">
              <span className="rounded-s bg-failure-soft px-1 font-semibold text-failure text-s">FAKE</span>
              {transfer.from !== owner && <Marked address={transfer.from} like={like} />}
              {owner === undefined && <span className="text-muted">→</span>}
              {(owner === undefined || transfer.from === owner) && <Marked address={transfer.to} like={like} />}
              <span className="text-muted">
                {transfer.amount === 0n ? 'nothing' : 'an amount'} of{' '}
                {token?.symbol === undefined ? 'an unknown token' : harmlessText(markedSymbol(token.symbol), 12)} in
                block {transfer.blockNumber.toLocaleString('en-US')}, by a stranger
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** The whole address, those digits marked in which it differs from the one that it imitates, as both ends of it do. */
function Marked({ address, like }: { address: Address; like: Address | undefined }) {
  const imitated = like !== undefined && endsOf(address) === endsOf(like) ? like : undefined;
  return (
    <span className="mono break-all">
      {[...address].map((digit, at) =>
        imitated !== undefined && imitated[at] !== digit ? (
          // The digits of an address stay in their places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <mark key={at} className="bg-failure-soft text-failure">
            {digit}
          </mark>
        ) : (
          digit
        ),
      )}
    </span>
  );
}
