/** How far a verified replay is proven: each level with what it says, why the next one does not hold, and what stays open. */
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { type Checked, PROOF_LEVELS, type ProofLevel, proofLevel } from '../../../core/proof/proof-level';
import { NEVER_PROVEN, PROOF_LEVEL_WORDS } from '../../../core/proof/proof-level-words';
import { basisWords } from '../../../core/proof/rules-words';

export function ProofLevels({ checked }: { checked: Checked }) {
  const level = proofLevel(checked);
  const { contradiction, unchecked, agreeing = [], disagreeing = [], linked, calls = 0 } = checked;
  if (level === 'contradicted') {
    return <p className="text-pending">Later checks contradict it: {contradiction}</p>;
  }
  const isTried = level === 'compared';
  // On a chain of known rules the comparison is the execution itself.
  const levels = PROOF_LEVELS.filter((each) => each !== 'compared' || isTried);
  const reached = levels.indexOf(level);
  const basis = checked.rules && basisWords(checked.rules);
  return (
    <section aria-label="Proof level" className="flex flex-col gap-1">
      <p className="font-medium">Proof level</p>
      <ol className="flex flex-col gap-1">
        {levels.map((each, index) => {
          const { name, holds } = PROOF_LEVEL_WORDS[each];
          const isReached = index <= reached;
          return (
            <li key={each} className="grid grid-cols-[1.25rem_minmax(0,1fr)]">
              <span aria-hidden="true" className={isReached ? 'text-success' : 'text-muted'}>
                {isReached ? '✓' : '–'}
              </span>
              <span className={isReached ? undefined : 'text-muted'}>
                <b className="font-semibold">{name}</b> {isReached ? holds : reasonAgainst(each, checked)}
                {isReached && each === 'proven' && amountProven(checked)}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="text-muted">{PROOF_LEVEL_WORDS[level].open}</p>
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

function reasonAgainst(level: ProofLevel, { isIncluded, notIncluded, state, rules }: Checked): string {
  if (rules?.basis === 'tried') {
    if (level === 'executed') return `does not hold: ${basisWords(rules)}`;
    const holds = level === 'included' ? isIncluded : state?.isProven;
    if (holds) return `does not hold without it, though: ${PROOF_LEVEL_WORDS[level].holds}`;
  }
  if (level === 'included') return `does not hold: ${notIncluded ?? 'the whole block was not asked for.'}`;
  if (state?.isProven === false) return `does not hold: ${state.reason}`;
  if (state === undefined) return 'is not known: the state was not asked to be proven.';
  return isIncluded ? '' : 'does not hold: the state is proven, but not that the block includes the receipt.';
}

function amountProven({ state }: Checked): string {
  if (state?.isProven !== true) return '';
  const { accounts, slots } = state;
  return ` ${countOf(accounts, 'account')}, ${countOf(slots, 'slot')}.`;
}
