/** The codes differ, or the sources do not compile: where, and what can be tried. */
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import type { CodePart } from '../../../core/contract/matching/compare-code';
import type { NamedFunction } from '../../../core/contract/verification/likely-roots';
import { likelySettings } from '../../../core/contract/verification/likely-settings';
import type { Verdict } from '../../../core/contract/verification/verdict';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { TriedSettings, VerificationOutcome } from '../../../workers/contracts/verification.api';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { useCopy } from '../../ui/CopyButton';
import { ByteMap, PartMark } from './ByteMap';
import { StepFrame } from './StepFrame';
import { settingsText } from './steps';
import { useCompilerVersions } from './use-compiler-versions';
import type { Verification } from './use-verification';

/** Settings with a button of their own; the others are tried together with them. */
const MAX_BUTTONS = 8;
const NO_PRAGMAS: readonly string[] = [];

export function ResultStep({ verification }: { verification: Verification }) {
  const { snapshot, send, networkId, address } = verification;
  const { outcome, draft, review, wasSent } = snapshot.context;
  const { facts, choices } = useCompilerVersions(networkId, address, review?.pragmas ?? NO_PRAGMAS);
  const tries = useMemo(() => {
    if (facts === undefined) return [];
    // A compiler that does not fit the files has a note of it, and one between two releases a hyphen.
    const fitting = choices.filter(({ value, note = '' }) => !note.includes('fit') && !value.includes('-'));
    const tried = outcome?.tried.map(({ settings }) => settings) ?? [];
    const versions = fitting.map(({ value }) => value);
    return likelySettings(draft.settings, facts, versions, tried);
  }, [draft.settings, facts, choices, outcome]);
  const { copy } = useCopy();
  if (outcome === undefined) return null;
  const { verdict, errors } = outcome.best;
  // They can be tried all the same; what is proposed is to look at the sources.
  const likeliest = verdict !== undefined && hasRightSettings(verdict) ? undefined : tries[0];
  return (
    <StepFrame
      title={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="failure" glyph="✕">
            Not verified
          </Badge>
          {verdict === undefined ? 'The sources do not compile' : sentenceOf(verdict)}
        </span>
      }
      note={settingsText(outcome.best.settings)}
      footer={
        <>
          <Button onClick={() => send({ type: 'user.step', step: 'settings' })}>Compiler settings</Button>
          <Button onClick={() => void copy(reportOf(address, outcome))}>Copy report</Button>
          <span className="ml-auto text-muted text-s">{!wasSent && 'Nothing was published'}</span>
          {verdict !== undefined && likeliest !== undefined && (
            <Button variant="primary" onClick={() => send({ type: 'user.useSettings', settings: likeliest.settings })}>
              Try {likeliest.label}
            </Button>
          )}
        </>
      }
    >
      {verdict === undefined ? (
        <ul className="flex flex-col gap-2">
          {errors.map((error) => (
            <li key={error}>
              <pre className="mono overflow-x-auto whitespace-pre rounded-m border border-line bg-ground px-3 py-2 text-s">
                {error
                  .split('\n')
                  .map((line) => harmlessText(line, 300))
                  .join('\n')}
              </pre>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <ByteMap verdict={verdict} />
          <Causes verdict={verdict}>
            {tries.length > 0 && (
              <fieldset className="mt-1.5 flex flex-wrap gap-2">
                <legend className="sr-only">Other settings</legend>
                {tries.slice(0, MAX_BUTTONS).map(({ label, settings }) => (
                  <Button key={label} size="s" onClick={() => send({ type: 'user.useSettings', settings })}>
                    Try {label}
                  </Button>
                ))}
                {tries.length > 1 && (
                  <Button size="s" onClick={() => send({ type: 'user.try', tries })}>
                    Try the {formatInteger(tries.length)} likely settings
                  </Button>
                )}
              </fieldset>
            )}
          </Causes>
        </>
      )}
      {outcome.tried.length > 1 && <Tried outcome={outcome} />}
    </StepFrame>
  );
}

function sentenceOf({ deployedLength, compiledLength, differing, problem }: Verdict): string {
  if (differing === 0 && problem !== undefined) return problem;
  if (deployedLength === compiledLength) return `${countOf(differing, 'byte')} of code differ, at the same length`;
  const more = compiledLength - deployedLength;
  return `The compiled code is ${countOf(Math.abs(more), 'byte')} ${more > 0 ? 'longer' : 'shorter'} than the deployed code`;
}

/** Tells whether most of the code is the same. */
function isNear({ differing, deployedLength }: Verdict): boolean {
  return differing < deployedLength / 10;
}

/** Tells whether the sources differ rather than the settings, which change the code in more places than a few, and its length. */
function hasRightSettings(verdict: Verdict): boolean {
  return verdict.differing > 0 && verdict.deployedLength === verdict.compiledLength && isNear(verdict);
}

/** What stops the match, and what only looks otherwise. `children` is what can be done about the first. */
function Causes({ verdict, children }: { verdict: Verdict; children: ReactNode }) {
  const { differences, deployedLength, compiledLength, differing, parts, lacking, name } = verdict;
  const partsOf = (kind: CodePart['kind']) => parts.filter((part) => part.kind === kind);
  const immutables = new Set(partsOf('immutable').map(({ id }) => id)).size;
  const libraries = new Map(partsOf('library').map(({ id, value }) => [id, value]));
  const isSmall = isNear(verdict);
  return (
    <ul className="divide-y divide-line rounded-m border border-line">
      {differences.length > 0 && (
        <Cause
          kind="differs"
          title={`Code differs in ${countOf(differences.length, 'place')}, from 0x${differences[0]?.start.toString(16)} on`}
          effect="stops the match"
          isStopping
        >
          {isSmall
            ? deployedLength === compiledLength
              ? 'The codes have the same length and differ little: the settings are very likely right, and the sources another version, with another value or statement.'
              : `${countOf(differing, 'byte')} differ, the rest is equal: the sources are probably another version of the right ones.`
            : deployedLength === compiledLength
              ? 'Most of the code differs: other settings of the optimizer, or other sources.'
              : 'A different code length points to another compiler, other settings or other sources.'}
          {children}
        </Cause>
      )}
      {differences.length === 0 && children && <li className="px-3 py-2">{children}</li>}
      {lacking.length > 0 && (
        <Cause
          kind="differs"
          title={`${countOf(lacking.length, 'function')} of the deployed code ${lacking.length === 1 ? 'is' : 'are'} not in ${harmlessText(name, 100)}`}
          effect="another contract or version"
          isStopping
        >
          {lacking.map(functionText).join(', ')}
        </Cause>
      )}
      {[...libraries].slice(0, 20).map(([id, value]) => (
        <Cause kind="library" key={id} title={`Library ${harmlessText(id, 100)}`} effect="expected">
          Linked to <code className="break-all">{value}</code>
        </Cause>
      ))}
      {immutables > 0 && (
        <Cause
          kind="immutable"
          title={`${countOf(immutables, 'immutable')} with values of the constructor`}
          effect="expected"
        >
          Values set by the constructor may differ.
        </Cause>
      )}
      {partsOf('metadata').length > 0 && (
        <Cause
          kind="metadata"
          title="Metadata: another hash"
          effect={differing > 0 ? 'follows from the above' : 'expected'}
        >
          If it still differs when the code is equal, a comment, a path or a setting differs: that is a partial match.
        </Cause>
      )}
    </ul>
  );
}

function functionText({ selector, signature, contract }: NamedFunction): string {
  return signature === undefined ? selector : harmlessText(`${signature} of ${contract}`, 200);
}

function Cause({
  kind,
  title,
  effect,
  isStopping = false,
  children,
}: {
  kind: ComponentProps<typeof PartMark>['kind'];
  title: string;
  effect: string;
  isStopping?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-3 py-2">
      <PartMark kind={kind} />
      <span className="min-w-0 font-[550]">{title}</span>
      <span className={isStopping ? 'ml-auto font-semibold text-failure text-s' : 'ml-auto text-muted text-s'}>
        {effect}
      </span>
      <div className="w-full pl-7 text-muted">{children}</div>
    </li>
  );
}

function Tried({ outcome: { tried, best } }: { outcome: VerificationOutcome }) {
  return (
    <section aria-label="Tried settings" className="flex flex-col gap-1">
      <h4 className="font-semibold">Tried so far</h4>
      <ul className="divide-y divide-line rounded-m border border-line">
        {tried.map((one) => (
          <li key={one.label} className="flex flex-wrap gap-x-3 px-3 py-1.5">
            <span className="font-[550]">{one.label}</span>
            <span className="text-muted">{triedText(one)}</span>
            {one === best && <span className="ml-auto text-muted text-s">nearest</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function triedText({ verdict, errors }: TriedSettings): string {
  if (verdict === undefined) return harmlessText(errors[0]?.split('\n')[0] ?? 'does not compile', 160);
  return verdict.match === undefined ? sentenceOf(verdict) : `${verdict.match} match`;
}

/** Writes the settings that were tried as text for an issue. */
function reportOf(address: string, { tried }: VerificationOutcome): string {
  const lines = tried.map((one) => `${one.label}: ${settingsText(one.settings)}: ${triedText(one)}`);
  return [`Verification of ${address}`, ...lines].join('\n');
}
