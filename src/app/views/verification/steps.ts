/** The rail of the wizard: what was chosen in each step, or is missing. */
import { hasAnySource, sourcesOfDraft, type VerificationDraft } from '../../../core/contract/verification/draft';
import { formatBytes } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import { isPublished } from '../../../machines/verification.machine';
import type { Step } from '../../ui/Stepper';
import type { Verification } from './use-verification';

type Snapshot = Verification['snapshot'];

export const METHOD_TEXT: Record<NonNullable<VerificationDraft['method']>, string> = {
  directory: 'Upload project directory',
  files: 'Upload file',
  paste: 'Paste source',
  json: 'JSON upload',
  abi: 'ABI upload',
};

/** Returns all steps and the open one; without private verification there is nothing to choose in the first. */
export function stepsOf(snapshot: Snapshot): { steps: readonly Step[]; current: string } {
  const { draft, review, hasPrivate } = snapshot.context;
  const { settings } = draft;
  const isAbi = draft.method === 'abi';
  const missing = review?.missing.length ?? 0;
  const compiled: readonly Step[] = [
    {
      id: 'review',
      title: 'Review',
      state: review?.root === undefined ? 'ahead' : missing > 0 ? 'missing' : 'done',
      note:
        review === undefined
          ? undefined
          : review.root === undefined
            ? 'no contract in the sources'
            : `${harmlessText(review.root.name, 60)} · ${missing > 0 ? `${countOf(missing, 'import')} missing` : countOf(review.units.length, 'file')}`,
    },
    {
      id: 'settings',
      title: 'Compiler settings',
      state: settings.compilerVersion === '' ? 'ahead' : 'done',
      note: settings.compilerVersion === '' ? undefined : settingsText(settings),
    },
  ];
  const steps: readonly Step[] = [
    ...(hasPrivate
      ? [
          {
            id: 'visibility',
            title: 'Visibility',
            state: draft.visibility === undefined ? ('ahead' as const) : ('done' as const),
            note: draft.visibility === 'public' ? 'Public, on Sourcify' : draft.visibility && 'Private, on this device',
          },
        ]
      : []),
    { id: 'upload', title: 'Upload', ...uploadStep(draft) },
    ...(isAbi ? [] : compiled),
    { id: 'result', title: 'Result', ...resultStep(snapshot) },
  ];
  return { steps, current: currentOf(snapshot) };
}

function currentOf(snapshot: Snapshot): string {
  const { value } = snapshot;
  const state = typeof value === 'string' ? value : 'review';
  if (state === 'keepingAbi') return 'upload';
  return ['compiling', 'verified', 'publishing', 'published'].includes(state) ? 'result' : state;
}

export function settingsText({ compilerVersion, optimizer, runs, evmVersion, viaIR }: VerificationDraft['settings']) {
  const optimizations = optimizer ? `Yes, runs ${runs}` : 'No';
  return `solc ${harmlessText(compilerVersion, 40)} · Optimizations ${optimizations} · ${evmVersion}${viaIR ? ' · viaIR' : ''}`;
}

function uploadStep(draft: VerificationDraft): Pick<Step, 'state' | 'note'> {
  const { method, abi } = draft;
  if (method === undefined) return { state: 'ahead' };
  if (method === 'abi')
    return abi.text.trim() === '' ? { state: 'missing', note: 'ABI missing' } : { state: 'done', note: 'ABI' };
  const sources = Object.values(sourcesOfDraft(draft));
  if (sources.length === 0 && hasAnySource(draft))
    return { state: 'done', note: `${countOf(Object.keys(draft.hashes).length, 'source')} named` };
  if (sources.length === 0) return { state: 'missing', note: `${METHOD_TEXT[method]}: nothing yet` };
  const characters = sources.reduce((sum, text) => sum + text.length, 0);
  return { state: 'done', note: `${countOf(sources.length, 'file')}, ${formatBytes(characters)}` };
}

function resultStep({ context }: Snapshot): Pick<Step, 'state' | 'note'> {
  const { outcome, keptAbi } = context;
  if (isPublished(context)) return { state: 'done', note: 'Verified and published' };
  if (keptAbi !== undefined) return { state: 'done', note: 'ABI verified' };
  const verdict = outcome?.best.verdict;
  if (outcome === undefined) return { state: 'ahead' };
  if (verdict?.match !== undefined)
    return { state: 'done', note: verdict.match === 'exact' ? 'Exact match' : 'Partial match' };
  return {
    state: 'failed',
    note: verdict === undefined ? 'It does not compile' : `${countOf(verdict.differing, 'byte')} of code differ`,
  };
}
