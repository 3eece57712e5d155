/** What accounts hold otherwise while functions are read and simulated; nothing of it is sent to the chain. */
import { useEffect, useMemo } from 'react';
import { type AccountDraft, emptyAccount } from '../../../core/simulation/draft';
import type { AccountOverrides } from '../../../core/simulation/overlay';
import { readOverrides } from '../../../core/simulation/read-draft';
import { Button } from '../../ui/Button';
import type { AddressSuggestion } from '../../ui/identity/AddressField';
import { lazyPart } from '../../ui/lazy-part';
import { Spinner } from '../../ui/Spinner';
import type { CallStore } from './call-store';

const AccountFields = lazyPart(async () => (await import('../state/AccountFields')).AccountFields);

/** Milliseconds after the last key press: half a number is another balance. */
const PAUSE = 350;

type Props = {
  accounts: readonly AccountDraft[];
  suggestions: readonly AddressSuggestion[];
  onAccounts: (accounts: readonly AccountDraft[]) => void;
};

/** Shows the button that opens the form, with the contract itself in it. */
export function ChangeState({ contract, onAccounts }: Pick<Props, 'onAccounts'> & { contract: string }) {
  return (
    <Button
      size="s"
      title="Call on another balance, code or storage than the chain has"
      onClick={() => onAccounts([{ ...emptyAccount(), address: contract }])}
    >
      Change state
    </Button>
  );
}

export function ChangedState({ accounts, suggestions, onAccounts }: Props) {
  const problems = useMemo(() => problemsOf(accounts), [accounts]);
  return (
    <section
      aria-label="Changed state"
      className="flex min-w-0 flex-col gap-2 border-line border-b bg-raised px-3 py-2"
    >
      <p>
        Reads and simulations use the values below in place of the chain’s. The chain is not changed, and transactions
        that you send run on its real state.
        {problems !== NO_PROBLEMS && ' Until all fields are valid, the last valid values are used.'}
      </p>
      <AccountFields
        fallback={<Spinner label="Loading fields" />}
        title="Changed accounts"
        withVariables={false}
        accounts={accounts}
        path=""
        problems={problems}
        suggestions={suggestions}
        onAccounts={onAccounts}
      />
    </section>
  );
}

/** Has everything that is open called again on the state that is meant, once the reader has typed it. */
export function useChangedState(
  accounts: readonly AccountDraft[],
  now: { current: AccountOverrides | undefined },
  store: CallStore,
): void {
  const read = useMemo(() => readOverrides(accounts), [accounts]);
  useEffect(() => {
    if (!read.ok) return;
    const isChanged = Object.values(read.value).some((override) => Object.keys(override).length > 0);
    const next = isChanged ? read.value : undefined;
    if (next === now.current) return;
    const timer = setTimeout(() => {
      now.current = next;
      store.tell({ type: 'terms.changed' });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [read, now, store]);
}

const NO_PROBLEMS = {};

function problemsOf(accounts: readonly AccountDraft[]): Readonly<Record<string, string>> {
  const read = readOverrides(accounts);
  return read.ok ? NO_PROBLEMS : read.error;
}
