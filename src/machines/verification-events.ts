/** The events of the machine of verifications, and what they carry. */
import type { DraftSettings, SourceTexts, VerificationDraft } from '../core/contract/verification/draft';
import type { SourceReview } from '../core/contract/verification/review-sources';
import type { Failure } from '../core/values/failure';
import type {
  GivenAbi,
  Publication,
  PublishProgress,
  PublishTarget,
  VerificationOutcome,
  VerificationProgress,
} from '../workers/contracts/verification.api';

export type VerificationStep = 'visibility' | 'upload' | 'review' | 'settings' | 'result';

/** Settings to try after those of the draft. */
export type Tries = readonly { label: string; settings: DraftSettings }[];

/** A draft to compile, and the settings to try. */
export type Compilation = { draft: VerificationDraft; tries: Tries };

/** A draft, and the contracts to publish it for, one after the other. */
export type Publishing = { draft: VerificationDraft; targets: readonly PublishTarget[] };

/** The contract that is being published, its place among all of them, and its progress. */
export type PublishingProgress = { target: PublishTarget; at: number; of: number; state: PublishProgress };

/** Events of reviewing the sources. */
export type ReviewEvent =
  | { type: 'sources.reviewed'; review: SourceReview }
  | { type: 'review.failed'; failure: Failure };
/** Events of compiling. */
export type CompileEvent =
  | { type: 'compilation.progressed'; progress: VerificationProgress }
  | { type: 'compilation.judged'; outcome: VerificationOutcome }
  | { type: 'compilation.failed'; failure: Failure };
/** Events of keeping an ABI. */
export type AbiEvent = { type: 'abi.kept'; kept: GivenAbi } | { type: 'abi.failed'; failure: Failure };
/**
 * Events of publishing: a result for each contract as soon as it is known, then that all are done or that publishing
 * was cut short.
 */
export type PublishEvent =
  | { type: 'publishing.progressed'; progress: PublishingProgress }
  | { type: 'contract.settled'; publication: Publication }
  | { type: 'publishing.ended' }
  | { type: 'publishing.failed'; failure: Failure };

export type VerificationEvent =
  | ReviewEvent
  | CompileEvent
  | AbiEvent
  | PublishEvent
  | { type: 'draft.restored'; draft: VerificationDraft }
  | { type: 'user.changed'; change: Partial<VerificationDraft> }
  /** Changes the sources added for missing imports; `change` is given those that exist by then. */
  | { type: 'user.changedAdded'; change: (added: SourceTexts) => SourceTexts }
  | { type: 'user.changedSettings'; change: Partial<DraftSettings> }
  | { type: 'user.step'; step: VerificationStep }
  | { type: 'user.next' }
  | { type: 'user.compile' }
  | { type: 'user.try'; tries: Tries }
  | { type: 'user.useSettings'; settings: DraftSettings }
  | { type: 'user.keepAbi' }
  | { type: 'user.publish'; targets: readonly PublishTarget[] }
  | { type: 'user.cancel' };
