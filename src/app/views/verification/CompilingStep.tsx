import { formatBytes } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { ProgressBar } from '../../ui/ProgressBar';
import { StepFrame } from './StepFrame';
import type { Verification } from './use-verification';

/** Shows which compiler is loaded or runs; a compiler reports no progress itself. */
export function CompilingStep({ verification: { snapshot, send } }: { verification: Verification }) {
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
