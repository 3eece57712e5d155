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

/** What is compiled. */
export type Compilation = { draft: VerificationDraft; tries: Tries };

/** What is published of the draft, one after the other. */
export type Publishing = { draft: VerificationDraft; targets: readonly PublishTarget[] };

/** Which of the contracts is published, and how far that is. */
export type PublishingProgress = { target: PublishTarget; at: number; of: number; state: PublishProgress };

/** What reviewing says. */
export type ReviewEvent =
  | { type: 'sources.reviewed'; review: SourceReview }
  | { type: 'review.failed'; failure: Failure };
/** What compiling says. */
export type CompileEvent =
  | { type: 'compilation.progressed'; progress: VerificationProgress }
  | { type: 'compilation.judged'; outcome: VerificationOutcome }
  | { type: 'compilation.failed'; failure: Failure };
/** What keeping an ABI says. */
export type AbiEvent = { type: 'abi.kept'; kept: GivenAbi } | { type: 'abi.failed'; failure: Failure };
/** What publishing says: what came of each contract as soon as it is known, then that all are through or that it was cut short. */
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
