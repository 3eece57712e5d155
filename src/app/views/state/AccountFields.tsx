/** What accounts are to hold instead of what the chain says. */
import { useState } from 'react';
import { type AccountDraft, emptyAccount } from '../../../core/simulation/draft';
import type { Problems } from '../../../core/simulation/read-draft';
import { Button } from '../../ui/Button';
import { draftFields } from '../../ui/form/draft-fields';
import { AddressField, type AddressSuggestion } from '../../ui/identity/AddressField';
import { Panel } from '../../ui/Panel';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';

type AccountText = Exclude<keyof AccountDraft, 'replaces'>;

type Props = {
  title: string;
  accounts: readonly AccountDraft[];
  /** Prefix of the keys of these fields in `problems`, with a dot at its end. */
  path: string;
  problems: Problems;
  suggestions: readonly AddressSuggestion[];
  /** Whether the form has fields for variables by name, which only some runs can place in storage. */
  withVariables?: boolean;
  onAccounts: (accounts: AccountDraft[]) => void;
};

export function AccountFields({
  title,
  accounts,
  path,
  problems,
  suggestions,
  withVariables = true,
  onAccounts,
}: Props) {
  const [order, setOrder] = useState(0);
  return (
    <Panel
      title={title}
      aside={accounts.length === 0 ? 'none' : undefined}
      actions={
        <Button size="s" onClick={() => onAccounts([...accounts, emptyAccount()])}>
          Change an account
        </Button>
      }
    >
      {accounts.map((account, at) => (
        <OneAccount
          // biome-ignore lint/suspicious/noArrayIndexKey: accounts have no identity but their place; `order` tells other places
          key={`${order} ${at}`}
          name={`Account ${at + 1}`}
          account={account}
          path={`${path}${at}.`}
          problems={problems}
          suggestions={suggestions}
          withVariables={withVariables}
          onAccount={(change) => onAccounts(accounts.map((each, i) => (i === at ? { ...each, ...change } : each)))}
          onRemove={() => {
            setOrder(order + 1);
            onAccounts(accounts.filter((_, i) => i !== at));
          }}
        />
      ))}
    </Panel>
  );
}

function OneAccount({
  name,
  account,
  path,
  problems,
  suggestions,
  withVariables,
  onAccount,
  onRemove,
}: Required<Pick<Props, 'path' | 'problems' | 'suggestions' | 'withVariables'>> & {
  name: string;
  account: AccountDraft;
  onAccount: (change: Partial<AccountDraft>) => void;
  onRemove: () => void;
}) {
  const field = draftFields<AccountText>(account, onAccount, problems, path);
  const lines = (name: 'slots' | 'variables' | 'code', label: string, help: string) => (
    <TextArea mono rows={2} label={label} help={help} {...field(name)} />
  );
  return (
    <fieldset className="grid items-start gap-2 border-line border-b p-3 last:border-0 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="sr-only">{name}</legend>
      <AddressField label="Address" {...field('address')} suggestions={suggestions} />
      <TextField mono label="Balance" help="In wei, or with a unit: 1.5 ether" {...field('balance')} />
      <TextField mono label="Nonce" help="Transactions sent, or contracts made" {...field('nonce')} />
      <div className="grid gap-2 sm:col-span-2 sm:grid-cols-2 lg:col-span-3">
        {withVariables &&
          lines('variables', 'Variables', 'A line for each, by the layout of its source: balances[0x…] = 5 ether')}
        {lines('slots', 'Storage', 'A line for each slot: 0x0 = 0x2a')}
        {lines('code', 'Code', 'Runtime bytecode, 0x…')}
      </div>
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2 lg:col-span-3">
        <label className="inline-flex items-center gap-2">
          <input
            type="checkbox"
            checked={account.replaces}
            onChange={(event) => onAccount({ replaces: event.target.checked })}
          />
          Every other slot is zero
        </label>
        <Button size="s" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
