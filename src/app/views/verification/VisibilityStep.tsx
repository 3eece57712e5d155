import type { Visibility } from '../../../core/contract/verification/draft';
import { Button } from '../../ui/Button';
import { RadioGroup, type RadioOption } from '../../ui/RadioGroup';
import { StepFrame } from './StepFrame';
import type { Verification } from './use-verification';

const OPTIONS: readonly RadioOption<Visibility>[] = [
  {
    value: 'private',
    label: 'Private',
    note: 'Stays on this device. Read, write, traces and the debugger use it here.',
  },
  {
    value: 'public',
    label: 'Public',
    note: 'Checked here first, then published to Sourcify when you confirm. Everybody sees source and ABI.',
  },
];

export function VisibilityStep({ verification: { snapshot, send } }: { verification: Verification }) {
  const { visibility } = snapshot.context.draft;
  return (
    <StepFrame
      title="Who may see the source?"
      footer={
        <Button
          variant="primary"
          className="ml-auto"
          disabled={visibility === undefined}
          onClick={() => send({ type: 'user.next' })}
        >
          Go on to upload
        </Button>
      }
    >
      <RadioGroup
        label="Visibility"
        look="cards"
        value={visibility}
        options={OPTIONS}
        onChange={(chosen) => send({ type: 'user.changed', change: { visibility: chosen } })}
      />
    </StepFrame>
  );
}
