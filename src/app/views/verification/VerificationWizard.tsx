/** The wizard that verifies a contract: its steps at the left, the open one beside them. */
import { useRouter } from '@tanstack/react-router';
import { emptyDraft, hasAnySource } from '../../../core/contract/verification/draft';
import { formatBytes } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';
import { ProgressBar } from '../../ui/ProgressBar';
import { Stepper } from '../../ui/Stepper';
import { toast } from '../../ui/toast';
import { useTitle } from '../../use-title';
import { ResultStep } from './ResultStep';
import { ReviewStep } from './ReviewStep';
import { SettingsStep } from './SettingsStep';
import { StepFrame } from './StepFrame';
import { stepsOf } from './steps';
import { UploadStep } from './UploadStep';
import { useVerification, type Verification } from './use-verification';
import { VerifiedStep } from './VerifiedStep';
import { VisibilityStep } from './VisibilityStep';

export function VerificationWizard() {
  const { address } = useAccount();
  const { network } = useNetwork();
  const router = useRouter();
  useTitle(`Verify ${shorten(address)}`);
  const verification = useVerification(network.id, address, () => {
    toast({ text: 'Contract successfully verified', tone: 'success' });
    void router.invalidate();
  });
  const { snapshot, send, saved } = verification;
  const { steps, current } = stepsOf(snapshot);
  const { draft } = snapshot.context;
  const startOver = () => {
    send({ type: 'user.changed', change: { ...emptyDraft, visibility: draft.visibility } });
    send({ type: 'user.step', step: 'upload' });
  };
  return (
    <Panel title="Verify contract" aside="compiled in this browser, compared with the code on chain">
      <div className="grid md:grid-cols-[264px_minmax(0,1fr)]">
        <div className="border-line bg-raised max-md:border-b md:py-2 md:border-r">
          <Stepper
            label="Steps of the verification"
            steps={steps}
            current={current}
            onStep={(id) => send({ type: 'user.step', step: stepOf(id) })}
          >
            {/* Room for two lines: the words change on their own, and the button beside them must not move under the pointer. */}
            <span role="status" className="block min-h-[2lh]">
              {savedText(saved)}
            </span>
            {hasAnySource(draft) && !snapshot.matches('compiling') && !snapshot.matches('publishing') && (
              <Button size="s" variant="quiet" onClick={startOver}>
                Start over
              </Button>
            )}
          </Stepper>
        </div>
        <div className="flex min-w-0 flex-col">
          <OpenStep verification={verification} />
          {snapshot.context.failure && <ErrorState compact failure={snapshot.context.failure} />}
        </div>
      </div>
    </Panel>
  );
}

function OpenStep({ verification }: { verification: Verification }) {
  const { snapshot } = verification;
  if (snapshot.matches('upload') || snapshot.matches('keepingAbi')) return <UploadStep verification={verification} />;
  if (snapshot.matches('review')) return <ReviewStep verification={verification} />;
  if (snapshot.matches('settings')) return <SettingsStep verification={verification} />;
  if (snapshot.matches('compiling')) return <CompilingStep verification={verification} />;
  if (snapshot.matches('result')) return <ResultStep verification={verification} />;
  if (snapshot.matches('verified') || snapshot.matches('publishing') || snapshot.matches('published'))
    return <VerifiedStep verification={verification} />;
  return <VisibilityStep verification={verification} />;
}

const STEPS = ['visibility', 'upload', 'review', 'settings', 'result'] as const;

function stepOf(id: string): (typeof STEPS)[number] {
  return STEPS.find((step) => step === id) ?? 'upload';
}

function savedText(saved: Verification['saved']): string {
  if (saved === undefined) return 'Your input here is kept on this device.';
  if (saved === 'saving') return 'Saving the draft';
  if (saved === 'refused') return 'This browser allows no storage, so the draft is lost when the page closes.';
  return 'Draft saved on this device. Close the page and go on later.';
}

/** Shows which compiler is loaded or runs; a compiler reports no progress itself. */
function CompilingStep({ verification: { snapshot, send } }: { verification: Verification }) {
  const { progress } = snapshot.context;
  const compiling = progress?.compiling;
  const note =
    compiling?.phase === 'loading'
      ? `loading compiler ${harmlessText(compiling.version, 60)}, ${formatBytes(compiling.done)}${compiling.total === undefined ? '' : ` of ${formatBytes(compiling.total)}`}`
      : compiling && `compiling with ${harmlessText(compiling.version, 60)}`;
  return (
    <StepFrame title="Compiling and comparing" note="The code is compiled in this browser. Nothing is sent anywhere.">
      <ProgressBar
        label={progress && progress.of > 1 ? `Trying ${progress.label}` : 'Your settings'}
        done={progress === undefined ? 0 : progress.at - 1}
        total={progress?.of ?? 1}
        unit="compiled"
        note={note}
        onCancel={() => send({ type: 'user.cancel' })}
      />
    </StepFrame>
  );
}
