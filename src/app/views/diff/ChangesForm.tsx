/** What is to be otherwise when the transaction is executed again: its own fields, the block's, and accounts. */
import { useState } from 'react';
import { parseAddress } from '../../../core/chain/address';
import type { NetworkId } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { AddressField, type AddressSuggestion } from '../../ui/identity/AddressField';
import { Panel } from '../../ui/Panel';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { useAddressSuggestions } from '../../use-address-suggestions';
import { type AccountDraft, type ChangesDraft, changesOf, type Field, type Problems } from './changes';

type Props = {
  draft: ChangesDraft;
  networkId: NetworkId;
  /** The transaction as it was mined, undefined while it is on its way. */
  record: TransactionRecord | undefined;
  onRun: (draft: ChangesDraft) => void;
  onClose: () => void;
};

/** Shown of data that is left as it is. */
const SHOWN_DATA = 42;

export function ChangesForm({ draft, networkId, record, onRun, onClose }: Props) {
  const suggestions = useAddressSuggestions(networkId);
  const [fields, setFields] = useState<ChangesDraft>(draft);
  const [accounts, setAccounts] = useState<readonly Numbered[]>(() => (draft.accounts ?? []).map(number));
  const next = { ...fields, accounts: accounts.map(({ id: _, ...account }) => account) };
  const changes = changesOf(next);
  const problems: Problems = changes.ok ? {} : changes.error;
  const field = (name: Field, label: string, was: string | undefined, hint?: string) => (
    <TextField
      label={label}
      mono
      value={fields[name] ?? ''}
      placeholder={was ?? ''}
      error={problems[name]}
      help={hint}
      onChange={(text) => setFields({ ...fields, [name]: text })}
    />
  );
  const address = (name: 'from' | 'to', label: string, was: string | undefined) => (
    <AddressField
      label={label}
      value={fields[name] ?? ''}
      placeholder={was ?? ''}
      error={problems[name]}
      suggestions={suggestions}
      onChange={(text) => setFields({ ...fields, [name]: text })}
    />
  );
  const { transaction, block } = record ?? {};
  return (
    <Panel title="Execute the first again with changes" aside="Empty fields stay unchanged">
      <Form onSubmit={async () => onRun(next)} className="flex flex-col gap-3 p-3">
        <div className="grid items-start gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {address('from', 'From', transaction && shorten(transaction.from))}
          {address('to', 'To', transaction && (transaction.to ? shorten(transaction.to) : 'creates a contract'))}
          {field('value', 'Value', transaction && `${transaction.value}`, 'In wei, or with a unit: 1.5 ether')}
          {field('gas', 'Gas limit', transaction && formatInteger(transaction.gas))}
          {field('nonce', 'Nonce', transaction && formatInteger(transaction.nonce))}
          {field('input', 'Input data', transaction?.input.slice(0, SHOWN_DATA))}
          {field('number', 'Block number', block?.number === undefined ? undefined : formatInteger(block.number))}
          {field('timestamp', 'Block time', block && `${block.timestamp}`, 'Seconds since 1970')}
          {field('baseFee', 'Base fee', block?.baseFeePerGas === undefined ? undefined : `${block.baseFeePerGas}`)}
        </div>
        {accounts.map((account, at) => (
          <AccountFields
            key={account.id}
            account={account}
            problems={problems}
            at={at}
            suggestions={suggestions}
            onChange={(changed) => setAccounts(accounts.map((each) => (each === account ? changed : each)))}
            onRemove={() => setAccounts(accounts.filter((each) => each !== account))}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          <SubmitButton>Execute and compare</SubmitButton>
          <Button onClick={() => setAccounts([...accounts, number({ address: '' })])} disabled={accounts.length >= 20}>
            Change an account
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

/** An account with a number of its own, so that removing one leaves what is written in the others. */
type Numbered = AccountDraft & { id: number };
let numbers = 0;
function number(account: AccountDraft): Numbered {
  numbers++;
  return { ...account, id: numbers };
}

type AccountProps = {
  account: Numbered;
  at: number;
  problems: Problems;
  suggestions: readonly AddressSuggestion[];
  onChange: (account: Numbered) => void;
  onRemove: () => void;
};

function AccountFields({ account, at, problems, suggestions, onChange, onRemove }: AccountProps) {
  const parsed = parseAddress(account.address);
  const name = parsed.ok ? shorten(parsed.value) : `Account ${at + 1}`;
  const field = (part: 'balance' | 'nonce', label: string, hint?: string) => (
    <TextField
      label={label}
      mono
      value={account[part] ?? ''}
      error={problems[`${at}.${part}`]}
      help={hint}
      onChange={(text) => onChange({ ...account, [part]: text })}
    />
  );
  const text = (part: 'code' | 'slots', label: string, hint: string) => (
    <TextArea
      label={label}
      mono
      value={account[part] ?? ''}
      error={problems[`${at}.${part}`]}
      help={hint}
      onChange={(text) => onChange({ ...account, [part]: text })}
    />
  );
  return (
    <fieldset className="grid items-start gap-2 rounded-m border border-line p-2 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="px-1 font-medium">{name}</legend>
      <AddressField
        label="Address"
        value={account.address}
        error={problems[`${at}.address`]}
        suggestions={suggestions}
        onChange={(text) => onChange({ ...account, address: text })}
      />
      {field('balance', 'Balance', 'In wei, or with a unit: 1.5 ether')}
      {field('nonce', 'Account nonce')}
      <div className="grid gap-2 sm:col-span-2 sm:grid-cols-2 lg:col-span-3">
        {text('slots', 'Storage', 'A line for each slot: 0x0 = 0x2a')}
        {text('code', 'Code', 'Runtime bytecode, 0x…')}
      </div>
      <div>
        <Button size="s" onClick={onRemove} aria-label={`Remove ${name} from the changes`}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
