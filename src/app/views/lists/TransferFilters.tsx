/** The filters of lists of token transfers. They stand in the address, as those of transactions do. */
import { parseAddress } from '../../../core/chain/address';
import type { Address } from '../../../core/chain/primitives';
import { shorten } from '../../../core/format/shorten';
import type { TransferFilter } from '../../../db/chain-index/token-transfers';
import { FilterChip } from '../../ui/Chip';
import { NativeSelect } from '../../ui/NativeSelect';
import { useUrlValue } from '../../use-url-value';
import { FilterSelect, useFilter } from './FilterSelect';
import { DIRECTIONS, sinceOf, TIMES } from './TransactionFilters';

const AMOUNTS = [
  { value: '', label: 'Any amount' },
  { value: 'some', label: 'Not 0' },
];

/** Returns the filter that the address says, and a key that changes with it; empty where nothing is left out. Times count back from when it was chosen. */
export function useTransferFilter(): { filter: TransferFilter; key: string } {
  const [amount] = useUrlValue<string | undefined>('amount');
  const [direction] = useUrlValue<string | undefined>('direction');
  const [token] = useUrlValue<string | undefined>('token');
  const [time] = useUrlValue<string | undefined>('time');
  const filter: TransferFilter = {
    ...(amount === 'some' && { amount }),
    ...((direction === 'in' || direction === 'out' || direction === 'self') && { direction }),
    ...(isAddress(token) && { token: token.toLowerCase() as Address }),
    ...sinceOf(time),
  };
  return { filter, key: Object.keys(filter).length === 0 ? '' : JSON.stringify([amount, direction, token, time]) };
}

type Props = {
  /** Tokens of the rows that are shown, to choose from; none where the list is of one token. */
  tokens: readonly { address: Address; name: string }[];
  withDirection: boolean;
};

export function TransferFilters({ tokens, withDirection }: Props) {
  const [token, chooseToken] = useFilter('token');
  const chosen = isAddress(token) ? token : undefined;
  return (
    <>
      <FilterSelect name="amount" label="Amount" options={AMOUNTS} />
      {withDirection && <FilterSelect name="direction" label="Direction" options={DIRECTIONS} />}
      <FilterSelect name="time" label="Time" options={TIMES} />
      {chosen !== undefined && (
        <FilterChip name="token" onRemove={() => chooseToken('')}>
          Token is {tokens.find(({ address }) => address === chosen)?.name ?? shorten(chosen)}
        </FilterChip>
      )}
      {chosen === undefined && tokens.length > 1 && (
        <NativeSelect
          label="Token"
          look="small"
          value=""
          className="w-[92px]" // as with the functions of transactions
          options={[
            { value: '', label: 'Any token' },
            ...tokens.map(({ address, name }) => ({ value: address as string, label: name })),
          ]}
          onChange={chooseToken}
        />
      )}
    </>
  );
}

function isAddress(text: string | undefined): text is Address {
  return text !== undefined && parseAddress(String(text).toLowerCase()).ok;
}
