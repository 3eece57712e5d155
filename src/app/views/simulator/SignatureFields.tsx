/** A step that signs typed data: who signs what, and the signature that later steps may hand in. */
import { parseAddress } from '../../../core/chain/address';
import { madeUpSignature, readTypedData } from '../../../core/simulation/typed-data';
import { draftFields } from '../../ui/form/draft-fields';
import { AddressField } from '../../ui/identity/AddressField';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { SignatureParts } from './SignatureParts';
import type { StepProps } from './TransactionFields';

/** Typed data of which nothing is typed yet: without any text the step would be a transaction. */
export const BLANK = ' ';

export function SignatureFields({ step, path, problems, suggestions, onStep }: StepProps) {
  const signer = parseAddress(step.from.trim());
  const digest = readTypedData(step.typedData);
  const field = draftFields<'from' | 'label'>(step, onStep, problems, path);
  return (
    <>
      <div className="grid items-start gap-2 sm:grid-cols-2">
        <AddressField
          required
          label="Signer"
          {...field('from')}
          suggestions={suggestions}
          help="Any address: the signature is made up"
        />
        <TextField label="Label" {...field('label')} />
      </div>
      <TextArea
        mono
        required
        rows={6}
        label="Typed data"
        help="JSON of EIP-712, as wallets are handed it: types, primaryType, domain, message"
        value={step.typedData === BLANK ? '' : step.typedData}
        error={problems[`${path}typedData`]}
        onChange={(text) => onStep({ typedData: text || BLANK })}
      />
      {signer.ok && digest.ok && <SignatureParts signature={madeUpSignature(signer.value, digest.value)} />}
      <p className="text-muted text-s">
        Later steps accept it as the signer's: in this run ecrecover returns the signer for this hash and this signature
        alone. A contract as signer checks signatures itself, and does not know this one.
      </p>
    </>
  );
}
