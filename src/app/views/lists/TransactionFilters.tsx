/** The filters of lists of transactions. They stand in the address. Above the rows each is a select; a chosen function is a chip. */
import type { Selector } from '../../../core/chain/primitives';
import type { AddressFilter } from '../../../db/chain/transaction-summaries';
import { FilterChip } from '../../ui/Chip';
import { NativeSelect } from '../../ui/NativeSelect';
import { useUrlValue } from '../../use-url-value';
import { FilterSelect, useFilter } from './FilterSelect';

const STATUSES = [
  { value: '', label: 'Any status' },
  { value: '1', label: 'Success' },
  { value: '2', label: 'Failed' },
];
export const DIRECTIONS = [
  { value: '', label: 'Any direction' },
  { value: 'out', label: 'OUT' },
  { value: 'in', label: 'IN' },
  { value: 'self', label: 'SELF' },
];
const HOUR = 3_600;
export const TIMES = [
  { value: '', label: 'Any time' },
  { value: '1h', label: 'Last hour', seconds: HOUR },
  { value: '24h', label: 'Last 24 hours', seconds: 24 * HOUR },
  { value: '7d', label: 'Last 7 days', seconds: 7 * 24 * HOUR },
  { value: '30d', label: 'Last 30 days', seconds: 30 * 24 * HOUR },
];

/** Returns the filter that the address says, and a key that changes with it. Times count back from when it was chosen. */
export function useTransactionFilter(): { filter: AddressFilter; key: string } {
  const [status] = useUrlValue<string | number | undefined>('status');
  const [direction] = useUrlValue<string | undefined>('direction');
  const [selector] = useUrlValue<string | undefined>('function');
  const [time] = useUrlValue<string | undefined>('time');
  const filter: AddressFilter = {
    ...(String(status) === '1' ? { status: 'success' } : String(status) === '2' ? { status: 'failed' } : {}),
    ...(direction === 'in' || direction === 'out' || direction === 'self' ? { direction } : {}),
    ...(isSelector(selector) ? { selector } : {}),
    ...sinceOf(time),
  };
  return { filter, key: `${status ?? ''} ${direction ?? ''} ${selector ?? ''} ${time ?? ''}` };
}

/** Returns the second from which on a chosen time shows rows; nothing where any time was chosen. */
export function sinceOf(time: string | undefined): { since?: number } {
  const seconds = TIMES.find(({ value }) => value === time)?.seconds;
  return seconds === undefined ? {} : { since: Math.floor(Date.now() / 1_000) - seconds };
}

export function TransactionFilters({
  functions,
  withDirection = false,
}: {
  /** Functions of the rows that are shown, to choose from. */
  functions: readonly { selector: Selector; name: string }[];
  withDirection?: boolean;
}) {
  const [selector, chooseFunction] = useFilter('function');
  const known = functions.find((each) => each.selector === selector);
  return (
    <>
      <FilterSelect name="status" label="Status" options={STATUSES} />
      {withDirection && <FilterSelect name="direction" label="Direction" options={DIRECTIONS} />}
      <FilterSelect name="time" label="Time" options={TIMES} />
      {selector === '' ? (
        <NativeSelect
          label="Function"
          look="small"
          value=""
          // Which functions there are, and what they are called, comes after the rows: nothing moves then.
          className="w-[106px]"
          options={[
            { value: '', label: 'Any function' },
            ...functions.map((each) => ({ value: each.selector as string, label: each.name })),
          ]}
          onChange={chooseFunction}
        />
      ) : (
        <FilterChip name="function" onRemove={() => chooseFunction('')}>
          Function is {known?.name ?? selector}
        </FilterChip>
      )}
    </>
  );
}

function isSelector(text: string | undefined): text is Selector {
  return text !== undefined && /^0x[0-9a-f]{8}$/.test(String(text));
}
