/** Compiles a reader's sources with one setting after the other, and says how the code compares with the chain's. */
import { parseAbi } from '../../../core/abi/parse-abi';
import { selectorOf, signatureOf } from '../../../core/abi/signature';
import { hexToBytes } from '../../../core/chain/hex';
import type { Hex } from '../../../core/chain/primitives';
import { compilerErrors } from '../../../core/contract/matching/match-output';
import { readCodeFacts } from '../../../core/contract/verification/code-facts';
import { type DraftSettings, sourcesOfDraft } from '../../../core/contract/verification/draft';
import { dispatchedSelectors, functionsBeside } from '../../../core/contract/verification/likely-roots';
import { inputOfDraft } from '../../../core/contract/verification/review-sources';
import { distanceOf, verdictOf } from '../../../core/contract/verification/verdict';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { CompileProgress } from '../../compiler/compiler.api';
import { contractIn } from '../compiling/compiler-output';
import type { Run } from '../compiling/compiler-runs';
import type { SourceCheck } from '../sources/check-sources';
import type {
  TriedSettings,
  VerificationOutcome,
  VerificationProgress,
  VerificationRequest,
} from '../verification.api';

/** A match, as it is kept: the run that made the code. */
export type VerifiedRun = { run: Run; path: string; name: string };

type Question = { code: Hex; signal: AbortSignal; onProgress: (progress: VerificationProgress) => void };

/**
 * Compares compilations with the code on chain, and stops at the first exact match. After a partial one only those are
 * tried that differ from it in the compiler, the EVM version or the runs alone: they often make the same code, and the hash of the metadata
 * tells which were meant. The run is that of the match.
 */
export async function verifyContract(
  checker: SourceCheck,
  { draft, tries }: VerificationRequest,
  { code, signal, onProgress }: Question,
): Promise<Result<VerificationOutcome & { verified?: VerifiedRun }, Failure>> {
  const all = [{ label: 'your settings', settings: draft.settings }, ...tries];
  const tried: TriedSettings[] = [];
  const deployed = hexToBytes(code);
  const facts = readCodeFacts(deployed);
  const selectors = dispatchedSelectors(deployed);
  let partial: { settings: DraftSettings; best: TriedSettings; verified: VerifiedRun } | undefined;
  for (const [index, { label, settings }] of all.entries()) {
    if (partial !== undefined && !isNear(partial.settings, settings)) continue;
    const stated = inputOfDraft({ ...draft, settings });
    if (!stated.ok) return fail(failure('badAnswer', stated.error));
    const { input, path, name } = stated.value;
    const version = settings.compilerVersion.replace(/^v/, '');
    const compiling = (progress: CompileProgress) =>
      onProgress({ at: index + 1, of: all.length, label, compiling: progress });
    compiling({ phase: 'compiling', version });
    const judged = await checker.judge(
      { code, signal, onProgress: compiling },
      { input, compilerVersion: version, name, path },
    );
    if (!judged.ok) {
      // A compiler that cannot be had says nothing of the other settings.
      if (index === 0 || signal.aborted) return judged;
      tried.push({ label, settings, verdict: undefined, errors: [judged.error.message] });
      continue;
    }
    const { output, found, match } = judged.value;
    if (found === undefined) {
      const errors = compilerErrors(output);
      const none = `${name} has no code of its own: it is abstract, an interface, or not in ${path}.`;
      tried.push({ label, settings, verdict: undefined, errors: errors.length > 0 ? errors : [none] });
      // Other settings do not mend errors in the sources.
      if (index === 0) break;
      continue;
    }
    const compilerVersion = statedVersion(output, found.path, found.name) ?? version;
    const verdict = verdictOf(
      { path: found.path, name: found.name, compilerVersion },
      {
        deployedLength: deployed.length,
        compiledLength: found.compiledLength,
        hasHash: { deployed: facts.metadata !== undefined, compiled: found.hasHash },
        lacking:
          match === undefined ? functionsBeside(sourcesOfDraft(draft), selectors, selectorsIn(output, found)) : [],
      },
      found.comparison,
      match,
    );
    tried.push({ label, settings: { ...settings, compilerVersion }, verdict, errors: [] });
    if (match === undefined) continue;
    const best = tried[tried.length - 1];
    const run: Run = { version: compilerVersion, input, output };
    const matched = { best, verified: { run, path: found.path, name: found.name } };
    const mayBeExact = verdict.hasHash.deployed && verdict.hasHash.compiled;
    if (match === 'exact' || !mayBeExact) return ok({ ...matched, tried });
    partial ??= { ...matched, settings };
  }
  if (partial === undefined) return ok({ best: nearest(tried), tried });
  return ok({ best: partial.best, tried, verified: partial.verified });
}

/** Settings that often change the metadata alone. */
const MAKE_SAME_CODE: ReadonlySet<keyof DraftSettings> = new Set(['compilerVersion', 'evmVersion', 'runs']);

function isNear(one: DraftSettings, other: DraftSettings): boolean {
  const fields = Object.keys(one) as (keyof DraftSettings)[];
  const changed = fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
  return changed.length === 1 && MAKE_SAME_CODE.has(changed[0]);
}

function nearest(tried: readonly TriedSettings[]): TriedSettings {
  const distance = ({ verdict }: TriedSettings) =>
    verdict === undefined ? Number.POSITIVE_INFINITY : distanceOf(verdict);
  return tried.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/** Selectors of the functions that a compiled contract has. */
function selectorsIn(output: unknown, { path, name }: { path: string; name: string }): ReadonlySet<string> {
  const { abi } = contractIn(output, path, name);
  const parsed = parseAbi(JSON.stringify(abi ?? []));
  const functions = parsed.ok ? parsed.value.abi : [];
  return new Set(functions.flatMap((entry) => (entry.type === 'function' ? [selectorOf(signatureOf(entry))] : [])));
}

/** The version with its commit, as the compiler states it in the metadata. */
function statedVersion(output: unknown, path: string, name: string): string | undefined {
  const { metadata } = contractIn(output, path, name);
  if (typeof metadata !== 'string') return undefined;
  try {
    const version: unknown = JSON.parse(metadata)?.compiler?.version;
    return typeof version === 'string' ? version.slice(0, 100) : undefined;
  } catch {
    return undefined; // the compiler's own text is no JSON
  }
}
