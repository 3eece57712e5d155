/** One step: a transaction, or a signature that later ones hand in. */
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Panel';
import { Segmented } from '../../ui/Segmented';
import { BLANK, SignatureFields } from './SignatureFields';
import { type StepProps, TransactionFields } from './TransactionFields';

type Props = StepProps & {
  /** Undefined where it is the only one. */
  onRemove: (() => void) | undefined;
};

const KINDS = [
  { value: 'transaction', label: 'Transaction' },
  { value: 'signature', label: 'Signature' },
] as const;

export function StepFields({ onRemove, ...props }: Props) {
  const { number, step, onStep } = props;
  const isSignature = step.typedData !== '';
  /** Fields as they were typed before the reader looked at the other kind. */
  const [typedBefore, setTypedBefore] = useState(BLANK);
  return (
    <Panel
      title={`Step ${number}`}
      aside={step.label}
      actions={
        <>
          <Segmented
            label={`Kind of step ${number}`}
            size="s"
            value={isSignature ? 'signature' : 'transaction'}
            segments={KINDS}
            onChange={(kind) => {
              if (isSignature) setTypedBefore(step.typedData);
              onStep({ typedData: kind === 'signature' ? typedBefore : '' });
            }}
          />
          {onRemove && (
            <Button size="s" onClick={onRemove}>
              Remove<span className="sr-only"> step {number}</span>
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 p-3">
        {isSignature ? <SignatureFields {...props} /> : <TransactionFields {...props} />}
      </div>
    </Panel>
  );
}
