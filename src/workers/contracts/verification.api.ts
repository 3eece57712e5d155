/**
 * The contract of verification: a reader's sources are compiled, compared with
 * the code on chain, and kept when they match. Publishing hands them to
 * Sourcify, and only ever happens when the reader asks for it.
 */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { CodeFacts } from '../../core/contract/verification/code-facts';
import type { DraftSettings, SourceTexts, VerificationDraft } from '../../core/contract/verification/draft';
import type { ReadFiles, ReadJson, UploadedFile } from '../../core/contract/verification/read-upload';
import type { SourceReview } from '../../core/contract/verification/review-sources';
import type { Verdict } from '../../core/contract/verification/verdict';
import type { CarriedAbi, CarriedRun } from '../../core/projects/project-items';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { CompileProgress } from '../compiler/compiler.api';
import type { JobId } from '../ids';

/** What is compiled: a draft with its settings, and other settings to try after them until one matches. */
export type VerificationRequest = {
  draft: VerificationDraft;
  tries: readonly { label: string; settings: DraftSettings }[];
  /** Whether a match is kept here, so that every page uses it. */
  keep: boolean;
};

/** One compilation and its result. */
export type TriedSettings = {
  label: string;
  settings: DraftSettings;
  /** Undefined where the sources did not compile so. */
  verdict: Verdict | undefined;
  /** The compiler's errors, at most 20. */
  errors: readonly string[];
};

/**
 * The settings that match or come nearest, and all that were tried, in their order. `kept` names what is kept of a match,
 * absent where nothing is.
 */
export type VerificationOutcome = { best: TriedSettings; tried: readonly TriedSettings[]; kept?: string };

/** The compilation that runs, its place among several, and its progress. */
export type VerificationProgress = { at: number; of: number; label: string; compiling: CompileProgress };

/** An ABI that is used for code. `id` names what is kept of it. */
export type GivenAbi = { entries: number; warnings: readonly string[]; id: string };

export type PublishProgress = 'sending' | 'waiting';
/** The result of Sourcify's verification. */
export type Published = {
  /** `already`: it had the contract before, verified as well as this. */
  state: 'verified' | 'already';
  match: 'exact' | 'partial' | undefined;
  /** Page of the contract there. */
  url: string;
};

/**
 * A contract that is published: where it is, and which one of the sources it is, `path:Name`. `settings` are those that it
 * was compiled with, where they are not those of the draft.
 */
export type PublishTarget = { networkId: NetworkId; address: Address; root: string; settings?: DraftSettings };

/** Result of publishing one contract. */
export type Publication = { target: PublishTarget } & (
  | { published: Published; failure?: never }
  | { published?: never; failure: Failure }
);

/** What is at an address. match: code of one of the compiled contracts · other: other code · unread: it could not be asked for. */
export type MatchedAddress = { address: Address } & (
  | { state: 'match'; path: string; name: string; match: 'exact' | 'partial' }
  | { state: 'other' | 'none' | 'unread' }
);

/** How the code at an address of another chain compares with the one here. */
export type CodeElsewhere = 'same' | 'other' | 'none';

/** A source that is imported or named and not there. */
export type MissingSource = {
  name: string;
  /** The import as it is written in the source. */
  specifier: string;
  hash?: string;
  /** IPFS content id. */
  contentId?: string;
};

export type ImportRequest = {
  missing: readonly MissingSource[];
  /** Names of the sources that the draft has. */
  known: readonly string[];
  /** Versions by package; of a package without one, the newest is taken. */
  versions: Readonly<Record<string, string>>;
  remappings: string;
};

/** Texts by name, those of imports of imports too, and what could not be had. */
export type FetchedImports = { found: SourceTexts; problems: readonly { name: string; reason: string }[] };

export interface VerificationApi {
  /** Reads what the deployed code tells about its compiler. */
  codeFacts(job: JobId, networkId: NetworkId, address: Address): Promise<Result<CodeFacts, Failure>>;
  /** Source files among what was picked, at most 30 MB. */
  readSourceFiles(files: readonly UploadedFile[]): Promise<ReadFiles>;
  /** Standard JSON input or metadata; the error is one sentence. */
  readJsonUpload(text: string): Promise<Result<ReadJson, string>>;
  /** Reads contracts, imports and what is missing of a draft; contracts whose functions the code at the address has go first. */
  reviewSources(
    job: JobId,
    networkId: NetworkId,
    address: Address,
    draft: VerificationDraft,
  ): Promise<Result<SourceReview, Failure>>;
  /** Finds the missing units among `files`, by their names. */
  fillMissing(missing: readonly { name: string; hash?: string }[], files: SourceTexts): Promise<SourceTexts>;
  /** Loads missing sources from npm and IPFS, where the reader allows it. */
  fetchImports(job: JobId, request: ImportRequest): Promise<Result<FetchedImports, Failure>>;
  /** Compiles and compares. A draft that cannot be compiled as it is, is a failure. */
  verifyContract(
    job: JobId,
    networkId: NetworkId,
    address: Address,
    request: VerificationRequest,
    onProgress: (progress: VerificationProgress) => void,
  ): Promise<Result<VerificationOutcome, Failure>>;
  /** Keeps what somebody compiled, as build output, where its digest is its id; what it is of is found by the code of the chain. */
  importRun(run: CarriedRun): Promise<Result<number, Failure>>;
  /** Keeps an ABI that somebody gave for code, where the digest of the code is its id. Answers how many entries are usable. */
  importAbi(abi: CarriedAbi): Promise<Result<number, Failure>>;
  /**
   * Keeps an ABI for the code at an address; nothing says that it is the code's. Answers how many entries are usable, what
   * was left out, and by what it is known from now on.
   */
  keepAbi(
    job: JobId,
    networkId: NetworkId,
    address: Address,
    abi: { name: string; text: string },
  ): Promise<Result<GivenAbi, Failure>>;
  /**
   * Compiles all contracts that a draft has, and says which of them are at these addresses, at most 100, in their order.
   * With `keep`, every page uses the sources for all of them from then on.
   */
  matchAddresses(
    job: JobId,
    networkId: NetworkId,
    request: { draft: VerificationDraft; addresses: readonly Address[]; keep: boolean },
  ): Promise<Result<readonly MatchedAddress[], Failure>>;
  /** Whether two chains have the same code at an address, byte for byte. */
  compareElsewhere(
    job: JobId,
    networkId: NetworkId,
    address: Address,
    elsewhere: NetworkId,
  ): Promise<Result<CodeElsewhere, Failure>>;
  /** Sends a draft with these settings to Sourcify and waits for its verdict. */
  publishContract(
    job: JobId,
    networkId: NetworkId,
    address: Address,
    draft: VerificationDraft,
    onProgress: (progress: PublishProgress) => void,
  ): Promise<Result<Published, Failure>>;
}
