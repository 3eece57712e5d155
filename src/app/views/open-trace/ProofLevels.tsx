/** How far a verified replay is proven: each level with what it says, why the next one does not hold, and what stays open. */
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { type Checked, levelsOf, proofLevel } from '../../../core/proof/proof-level';
import { levelText, NEVER_PROVEN, PROOF_LEVEL_TEXT } from '../../../core/proof/proof-level-text';
import { basisText } from '../../../core/proof/rules-text';

export function ProofLevels({ checked }: { checked: Checked }) {
  const level = proofLevel(checked);
  const { contradiction, unchecked, agreeing = [], disagreeing = [], linked, calls = 0 } = checked;
  if (level === 'contradicted') {
    return <p className="text-pending">Later checks contradict it: {contradiction}</p>;
  }
  const isTried = level === 'compared';
  const levels = levelsOf(checked);
  const reached = levels.indexOf(level);
  const basis = checked.rules && basisText(checked.rules);
  return (
    <section aria-label="Proof level" className="flex flex-col gap-1">
      <p className="font-medium">Proof level</p>
      <ol className="flex flex-col gap-1">
        {levels.map((each, index) => {
          const isReached = index <= reached;
          return (
            <li key={each} className="grid grid-cols-[1.25rem_minmax(0,1fr)]">
              <span aria-hidden="true" className={isReached ? 'text-success' : 'text-muted'}>
                {isReached ? '✓' : '–'}
              </span>
              <span className={isReached ? undefined : 'text-muted'}>
                <b className="font-semibold">{PROOF_LEVEL_TEXT[each].name}</b> {levelText(each, checked)}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="text-muted">{PROOF_LEVEL_TEXT[level].open}</p>
      {basis && !isTried && <p className="text-muted">{basis}</p>}
      <p className="text-muted">{NEVER_PROVEN}</p>
      {agreeing.length > 0 && <p>The same block is known to {agreeing.join(', ')}.</p>}
      {disagreeing.length > 0 && (
        <p className="text-pending">Another block has its height at {disagreeing.join(', ')}.</p>
      )}
      {linked && (
        <p>
          Blocks {formatInteger(linked.first)} to {formatInteger(linked.last)} seen here are linked to it by their
          parent hashes.
        </p>
      )}
      {unchecked.length > 0 && (
        <div>
          <p className="font-medium">Not checked</p>
          <ul className="list-disc pl-4 text-muted">
            {unchecked.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {calls > 0 && <p className="text-muted">These checks took {countOf(calls, 'call')} more.</p>}
    </section>
  );
}
