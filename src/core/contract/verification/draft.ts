/**
 * What a reader has put together to verify one contract: sources, where they
 * came from, and compiler settings. Everything is kept as typed, so that a
 * draft can be left and taken up again. The keys of records are names of
 * sources, never paths that are opened.
 */

export type Visibility = 'public' | 'private';
export type UploadMethod = 'directory' | 'files' | 'paste' | 'json' | 'abi';

/** Path to text. */
export type SourceTexts = Readonly<Record<string, string>>;

export type DraftLibrary = {
  /** `Name`, or `path:Name` where several files declare one of that name. */
  name: string;
  address: string;
};

/** What may differ between the files of a project. */
export type AlternativeSettings = Partial<Omit<DraftSettings, 'alternatives' | 'libraries' | 'remappings'>>;

/** Settings of solc as the form has them. */
export type DraftSettings = {
  /** `0.8.30+commit.73712a01` or `0.8.30`; '' while none is chosen. */
  compilerVersion: string;
  /** `default` leaves it to the compiler. */
  evmVersion: string;
  optimizer: boolean;
  /** Optimizer runs as typed. */
  runs: string;
  viaIR: boolean;
  /** `prefix=target`, one a line. */
  remappings: string;
  libraries: readonly DraftLibrary[];
  /** Further settings as JSON text, which the other fields override; '' for none. */
  further: string;
  /** What the project states for some of its files; which of them is not known. */
  alternatives?: AlternativeSettings[];
};

export type VerificationDraft = {
  visibility: Visibility | undefined;
  method: UploadMethod | undefined;
  /** Files of an upload, or the sources of a JSON upload. */
  uploaded: SourceTexts;
  pasted: { path: string; text: string };
  /** Sources added for missing imports; they stay when another root contract is chosen. */
  added: SourceTexts;
  /** keccak256 by path that metadata states for its sources; empty without metadata. */
  hashes: Readonly<Record<string, string>>;
  /** Content ids of IPFS by path that metadata states for its sources. */
  contentIds: Readonly<Record<string, string>>;
  /** Whether the sources are exactly the compiler's input, and not a project to pick from. */
  isWhole: boolean;
  abi: { name: string; text: string };
  /** `path:Name`; undefined while none is chosen. */
  root: string | undefined;
  settings: DraftSettings;
  /** Whether the sources were reviewed, and the draft is at its compiler settings. */
  isReviewed?: boolean;
};

/** Optimizer runs when nothing else is said (Solidity docs, Optimizer Options). */
const DEFAULT_RUNS = '200';

export const emptySettings: DraftSettings = {
  compilerVersion: '',
  evmVersion: 'default',
  optimizer: false,
  runs: DEFAULT_RUNS,
  viaIR: false,
  remappings: '',
  libraries: [],
  further: '',
};

export const emptyDraft: VerificationDraft = {
  visibility: undefined,
  method: undefined,
  uploaded: {},
  pasted: { path: 'Contract.sol', text: '' },
  added: {},
  hashes: {},
  contentIds: {},
  isWhole: false,
  abi: { name: '', text: '' },
  root: undefined,
  settings: emptySettings,
};

/** Returns whether there is something to review: sources, or names of sources in metadata, whose texts are asked for then. */
export function hasAnySource(draft: VerificationDraft): boolean {
  if (Object.keys(sourcesOfDraft(draft)).length > 0) return true;
  return draft.method === 'json' && Object.keys(draft.hashes).length > 0;
}

/** Returns the sources that a draft has now, by path; those added for a missing import go last. */
export function sourcesOfDraft({ method, uploaded, pasted, added }: VerificationDraft): SourceTexts {
  switch (method) {
    case undefined:
    case 'abi':
      return {};
    case 'paste':
      return pasted.text.trim() === '' ? {} : { ...added, [pasted.path.trim() || 'Contract.sol']: pasted.text };
    case 'directory':
    case 'files':
    case 'json':
      return { ...added, ...uploaded };
  }
}
