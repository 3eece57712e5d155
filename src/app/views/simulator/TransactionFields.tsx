/** A step that is a transaction: who calls whom with what, what it pays, and what is expected of it. */
import type { Network } from '../../../core/chain/network';
import type { StepDraft } from '../../../core/simulation/draft';
import type { Problems } from '../../../core/simulation/read-draft';
import { draftFields } from '../../ui/form/draft-fields';
import { FormField } from '../../ui/form/FormField';
import { AddressField, type AddressSuggestion } from '../../ui/identity/AddressField';
import { NativeSelect } from '../../ui/NativeSelect';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { AccountFields } from '../state/AccountFields';
import { CallInput } from './CallInput';
import { TokenFields } from './TokenFields';

/** Props of the fields of a step, whatever its kind. */
export type StepProps = {
  number: number;
  network: Network;
  step: StepDraft;
  /** Prefix of the keys of these fields in `problems`, with a dot at its end. */
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

/** Fields that are folded away, because most steps leave them empty. */
const PRICED = ['gas', 'nonce', 'gasPrice', 'maxFee', 'tip', 'accessList', 'authorizations'] as const;
type TextName = (typeof PRICED)[number] | 'from' | 'to' | 'value' | 'label';

export function TransactionFields({ number, network, step, path, problems, suggestions, onStep }: StepProps) {
  const field = draftFields<TextName>(step, onStep, problems, path);
  const expected = draftFields<'output' | 'error' | 'gas'>(
    step.expect,
    (change) => onStep({ expect: { ...step.expect, ...change } }),
    problems,
    `${path}expect.`,
  );
  const isPriced = PRICED.some((name) => step[name] !== '');
  return (
    <>
      <div className="grid items-start gap-2 sm:grid-cols-2 lg:grid-cols-3">
        <AddressField
          required
          label="From"
          {...field('from')}
          suggestions={suggestions}
          help="Any account, also a contract: nothing is signed"
        />
        <AddressField
          label="To"
          {...field('to')}
          suggestions={suggestions}
          help="Leave empty to create a contract from the calldata"
        />
        <TextField mono label="Value" help="In wei, or with a unit: 1.5 ether" {...field('value')} />
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
          <TextField mono label="Gas limit" help="The gas left in the block when empty" {...field('gas')} />
          <TextField mono label="Nonce" help="The sender’s next nonce when empty" {...field('nonce')} />
          <TextField mono label="Most per gas" help="Base fee and a tip of 1 gwei when empty" {...field('maxFee')} />
          <TextField mono label="Tip per gas" help="In wei, or with a unit: 2 gwei" {...field('tip')} />
          <TextField
            mono
            label="Gas price"
            help="For older transactions, in place of the two above"
            {...field('gasPrice')}
          />
          <TextArea mono rows={1} label="Access list" help="JSON, as transactions have it" {...field('accessList')} />
          <TextArea mono rows={1} label="Authorisations" help="JSON of EIP-7702, signed" {...field('authorizations')} />
        </div>
      </details>
      <details open={step.expect.status !== '' || step.label !== '' || step.goesOn}>
        <summary className="cursor-pointer py-1 font-medium">Label, expectations, and what if it fails</summary>
        <div className="grid items-start gap-2 pt-1 sm:grid-cols-2 lg:grid-cols-3">
          <TextField label="Label" {...field('label')} />
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
          <TextField mono label="Expected output" help="Exactly these bytes, 0x…" {...expected('output')} />
          <TextField label="Expected error" help="A part of its text" {...expected('error')} />
          <TextField mono label="Gas used at most" help="A whole number" {...expected('gas')} />
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
