/** A step that is a transaction: who calls whom with what, what it pays, and what is expected of it. */
import type { Network } from '../../../core/chain/network';
import type { StepDraft } from '../../../core/simulation/draft';
import type { Problems } from '../../../core/simulation/read-draft';
import { FormField } from '../../ui/form/FormField';
import { AddressField, type AddressSuggestion } from '../../ui/identity/AddressField';
import { NativeSelect } from '../../ui/NativeSelect';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { AccountFields } from './AccountFields';
import { CallInput } from './CallInput';
import { TokenFields } from './TokenFields';

/** Of the fields of a step, whatever kind it is. */
export type StepProps = {
  number: number;
  network: Network;
  step: StepDraft;
  /** Of problems. */
  path: string;
  problems: Problems;
  suggestions: readonly AddressSuggestion[];
  onStep: (change: Partial<StepDraft>) => void;
};

const MANNERS = [
  { value: 'paid', label: 'Real prices; ether that is missing is lent' },
  { value: 'checked', label: 'As a signed transaction: nonce, balance and sender are checked' },
  { value: 'free', label: 'No fee at all, as eth_call' },
] as const;
const STATUSES = [
  { value: '', label: 'nothing' },
  { value: 'success', label: 'it succeeds' },
  { value: 'failed', label: 'it fails' },
] as const;

type TextName = 'value' | 'gas' | 'nonce' | 'gasPrice' | 'maxFee' | 'tip';

export function TransactionFields({ number, network, step, path, problems, suggestions, onStep }: StepProps) {
  const text = (field: TextName, label: string, help: string) => (
    <TextField
      mono
      label={label}
      help={help}
      value={step[field]}
      error={problems[path + field]}
      onChange={(event) => onStep({ [field]: event.target.value })}
    />
  );
  const json = (field: 'accessList' | 'authorizations', label: string, help: string) => (
    <TextArea
      mono
      rows={1}
      label={label}
      help={help}
      value={step[field]}
      error={problems[path + field]}
      onChange={(event) => onStep({ [field]: event.target.value })}
    />
  );
  const expectText = (field: 'output' | 'error' | 'gas', label: string, help: string) => (
    <TextField
      mono={field !== 'error'}
      label={label}
      help={help}
      value={step.expect[field]}
      error={problems[`${path}expect.${field}`]}
      onChange={(event) => onStep({ expect: { ...step.expect, [field]: event.target.value } })}
    />
  );
  const isPriced = ['gasPrice', 'maxFee', 'tip', 'gas', 'nonce', 'accessList', 'authorizations'].some(
    (field) => step[field as TextName] !== '',
  );
  return (
    <>
      <div className="grid items-start gap-2 sm:grid-cols-2 lg:grid-cols-3">
        <AddressField
          required
          label="From"
          value={step.from}
          error={problems[`${path}from`]}
          suggestions={suggestions}
          help="Anybody, a contract too: nothing is signed"
          onChange={(from) => onStep({ from })}
        />
        <AddressField
          label="To"
          value={step.to}
          error={problems[`${path}to`]}
          suggestions={suggestions}
          help="Nobody makes a contract of the calldata"
          onChange={(to) => onStep({ to })}
        />
        {text('value', 'Value', 'In wei, or with a unit: 1.5 ether')}
      </div>
      {step.to.trim() === '' && problems[`${path}to`] !== undefined && step.from !== '' && (
        <p className="text-muted text-s">{problems[`${path}to`]}</p>
      )}
      <CallInput
        network={network}
        step={step}
        problem={problems[`${path}input`]}
        suggestions={suggestions}
        onStep={onStep}
      />
      <details open={isPriced}>
        <summary className="cursor-pointer py-1 font-medium">Gas, fees, nonce and lists</summary>
        <div className="grid items-start gap-2 pt-1 sm:grid-cols-2 lg:grid-cols-3">
          <FormField label="Fees" empty={false} help="At price 0 a run says little about the real transaction">
            {(control) => (
              <NativeSelect
                {...control}
                value={step.manner}
                options={MANNERS}
                onChange={(manner) => onStep({ manner })}
              />
            )}
          </FormField>
          {text('gas', 'Gas limit', 'What the block has left when empty')}
          {text('nonce', 'Nonce', 'That of the sender when empty')}
          {text('maxFee', 'Most per gas', 'Base fee and a tip of 1 gwei when empty')}
          {text('tip', 'Tip per gas', 'In wei, or with a unit: 2 gwei')}
          {text('gasPrice', 'Gas price', 'Of an older transaction, in place of the two')}
          {json('accessList', 'Access list', 'JSON, as transactions have it')}
          {json('authorizations', 'Authorisations', 'JSON of EIP-7702, signed')}
        </div>
      </details>
      <details open={step.expect.status !== '' || step.label !== '' || step.goesOn}>
        <summary className="cursor-pointer py-1 font-medium">Label, expectations, and what if it fails</summary>
        <div className="grid items-start gap-2 pt-1 sm:grid-cols-2 lg:grid-cols-3">
          <TextField label="Label" value={step.label} onChange={(event) => onStep({ label: event.target.value })} />
          <FormField label="Expect that" empty={false}>
            {(control) => (
              <NativeSelect
                {...control}
                value={step.expect.status}
                options={STATUSES}
                onChange={(status) => onStep({ expect: { ...step.expect, status } })}
              />
            )}
          </FormField>
          {expectText('output', 'Expected output', 'Exactly these bytes, 0x…')}
          {expectText('error', 'Expected error', 'A part of what it says')}
          {expectText('gas', 'Gas used at most', 'A whole number')}
          <label className="inline-flex items-center gap-2 self-center">
            <input
              type="checkbox"
              checked={step.goesOn}
              onChange={(event) => onStep({ goesOn: event.target.checked })}
            />
            Go on with the next step if it fails
          </label>
        </div>
      </details>
      {(step.accounts.length > 0 || number > 1) && (
        <AccountFields
          title={`State Overrides before step ${number}`}
          accounts={step.accounts}
          path={`${path}accounts.`}
          problems={problems}
          suggestions={suggestions}
          onAccounts={(accounts) => onStep({ accounts })}
        />
      )}
      {(step.tokens.length > 0 || number > 1) && (
        <TokenFields
          title={`Token amounts before step ${number}`}
          tokens={step.tokens}
          path={`${path}tokens.`}
          problems={problems}
          suggestions={suggestions}
          onTokens={(tokens) => onStep({ tokens })}
        />
      )}
    </>
  );
}
