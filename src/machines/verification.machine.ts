/**
 * The verification of one contract: from the choice who may see it to the
 * verdict, and on to publishing.
 *
 * Every step can be gone to at any time, and a change in one leaves the others
 * as they are: the draft is one value that is kept as it changes. The page
 * reviews, compiles, publishes and keeps; this says what happens next. The
 * picture is in docs/machines.md.
 */
import { assign, enqueueActions, fromCallback, setup } from 'xstate';
import { emptyDraft, hasAnySource, type VerificationDraft } from '../core/contract/verification/draft';
import type { SourceReview } from '../core/contract/verification/review-sources';
import { type Failure, failure } from '../core/values/failure';
import type {
  GivenAbi,
  Publication,
  PublishProgress,
  PublishTarget,
  VerificationOutcome,
  VerificationProgress,
} from '../workers/contracts/verification.api';
import type { Compilation, Publishing, PublishingProgress, Tries, VerificationEvent } from './verification-events';

type Context = {
  hasPrivate: boolean;
  draft: VerificationDraft;
  /** Review of the draft's sources; undefined until they were reviewed. */
  review: SourceReview | undefined;
  /** Whether the draft is one of an earlier visit, which goes on where it was left. */
  isReturning: boolean;
  tries: Tries;
  progress: VerificationProgress | undefined;
  outcome: VerificationOutcome | undefined;
  keptAbi: GivenAbi | undefined;
  /** Contracts to publish. */
  targets: readonly PublishTarget[];
  publishing: PublishingProgress | undefined;
  /** What came of each contract that was handed to Sourcify; undefined while there is none. */
  published: readonly Publication[] | undefined;
  /** Whether anything of this contract may have been sent to Sourcify, whatever came of it and whatever changed since. */
  wasSent: boolean;
  failure: Failure | undefined;
};

export type VerificationInput = {
  /** False where everything is public: the choice is skipped. */
  hasPrivate: boolean;
};

const isSourceChange = (change: Partial<VerificationDraft>) =>
  ['method', 'uploaded', 'pasted', 'added', 'root', 'hashes', 'contentIds', 'isWhole'].some((field) =>
    Object.hasOwn(change, field),
  );

/** Returns the change that an event makes to the draft. */
function changeOf({ added, settings }: VerificationDraft, event: VerificationEvent): Partial<VerificationDraft> {
  switch (event.type) {
    case 'user.changed':
      return event.change;
    case 'user.changedAdded':
      return { added: event.change(added) };
    case 'user.changedSettings':
      return { settings: { ...settings, ...event.change } };
    case 'user.useSettings':
      return { settings: event.settings };
    default:
      return {};
  }
}

function isMatch(outcome: VerificationOutcome | undefined): boolean {
  return outcome?.best.verdict?.match !== undefined;
}

/** Keeps the draft as it is after the change. */
const keepDraft = {
  type: 'keepDraft' as const,
  params: ({ context }: { context: Context }) => context.draft,
};

export const verificationMachine = setup({
  types: { context: {} as Context, events: {} as VerificationEvent, input: {} as VerificationInput },
  actors: {
    /** Reviews the sources of a draft. */
    review: fromCallback<{ type: string }, VerificationDraft>(() => {
      throw new Error('the page provides review');
    }),
    /** Compiles and compares. When it is stopped it cancels the job. */
    compile: fromCallback<{ type: string }, Compilation>(() => {
      throw new Error('the page provides compile');
    }),
    /** Keeps the draft's ABI. When it is stopped it cancels the job. */
    keepAbi: fromCallback<{ type: string }, VerificationDraft>(() => {
      throw new Error('the page provides keepAbi');
    }),
    /** Publishes the draft. When it is stopped it cancels the job. */
    publish: fromCallback<{ type: string }, Publishing>(() => {
      throw new Error('the page provides publish');
    }),
  },
  actions: {
    /** A verdict, and what was published, are of the sources and the settings that they were made with. */
    takeChange: assign(({ context, event }) => {
      const change = changeOf(context.draft, event);
      const isOther = isSourceChange(change) || change.settings !== undefined;
      return {
        draft: { ...context.draft, ...change },
        ...(isOther ? { outcome: undefined, published: undefined } : {}),
        failure: undefined,
      };
    }),
    forgetReview: assign({ review: undefined }),
    takeReview: assign(({ event }) =>
      event.type === 'sources.reviewed' ? { review: event.review, isReturning: false } : {},
    ),
    /** The contract that the review proposes is that of the draft from now on: whoever compiles does not know why. */
    takeReviewed: assign(({ context: { draft, review } }) => ({
      draft: { ...draft, isReviewed: true, root: review?.root?.id ?? draft.root },
    })),
    /** A failure is of the step that is left. */
    forgetFailure: assign({ failure: undefined }),
    /** The settings that matched are those of the draft from now on. */
    takeMatch: assign(({ context, event }) =>
      event.type === 'compilation.judged'
        ? { outcome: event.outcome, draft: { ...context.draft, settings: event.outcome.best.settings } }
        : {},
    ),
    takeTargets: assign(({ event }) => (event.type === 'user.publish' ? { targets: event.targets } : {})),
    takePublication: assign(({ context, event }) =>
      event.type === 'contract.settled'
        ? { published: withPublication(context.published, event.publication), publishing: undefined }
        : {},
    ),
    /** Notes how far the contract came that was on its way when publishing was cut short. */
    takeCut: assign(({ context: { published, publishing }, event }) => {
      const cause = event.type === 'publishing.failed' ? event.failure : failure('cancelled', 'Cancelled.');
      if (publishing === undefined) return { failure: cause };
      const message = `${cause.message} ${CUT_TEXT[publishing.state]}`;
      return {
        published: withPublication(published, { target: publishing.target, failure: { ...cause, message } }),
      };
    }),
    /** Keeps the draft, so that a reload loses nothing. */
    keepDraft: (_, _draft: VerificationDraft) => {
      throw new Error('the page provides keepDraft');
    },
    /** Says that the contract is verified, and has the page read it again. */
    announceVerified: () => {
      throw new Error('the page provides announceVerified');
    },
  },
  guards: {
    isOfAbi: ({ context }) => context.draft.method === 'abi',
    isMatch: ({ event }) => event.type === 'compilation.judged' && isMatch(event.outcome),
    isKept: ({ context, event }) => event.type === 'compilation.judged' && isMatch(event.outcome) && context.hasPrivate,
    changesSources: ({ context, event }) => isSourceChange(changeOf(context.draft, event)),
    hasNoOutcome: ({ context }) => context.outcome === undefined,
    isPublished: ({ context }) => isPublished(context),
    isPublishable: ({ context }) => isMatch(context.outcome),
  },
}).createMachine({
  id: 'verification',
  context: ({ input }) => ({
    hasPrivate: input.hasPrivate,
    draft: input.hasPrivate ? emptyDraft : { ...emptyDraft, visibility: 'public' },
    review: undefined,
    isReturning: false,
    tries: [],
    progress: undefined,
    outcome: undefined,
    keptAbi: undefined,
    targets: [],
    publishing: undefined,
    published: undefined,
    wasSent: false,
    failure: undefined,
  }),
  initial: 'start',
  on: {
    // A draft that was left with sources goes on where they are looked at, or at its settings once they are read again.
    'draft.restored': [
      {
        guard: ({ event: { draft } }) => hasAnySource(draft),
        target: '.review',
        actions: assign(({ event }) => ({ draft: event.draft, review: undefined, isReturning: true })),
      },
      { target: '.upload', actions: assign(({ event }) => ({ draft: event.draft, review: undefined })) },
    ],
    'user.step': [
      { guard: ({ event }) => event.step === 'visibility', target: '.visibility' },
      { guard: ({ event }) => event.step === 'upload', target: '.upload' },
      { guard: ({ event }) => event.step === 'review', target: '.review' },
      { guard: ({ event }) => event.step === 'settings', target: '.settings', actions: ['takeReviewed', keepDraft] },
      {
        guard: ({ event, context }) => event.step === 'result' && isMatch(context.outcome),
        target: '.verified',
      },
      { guard: ({ event, context }) => event.step === 'result' && context.outcome !== undefined, target: '.result' },
    ],
    'user.changed': [
      { guard: 'changesSources', actions: ['takeChange', 'forgetReview', keepDraft] },
      { actions: ['takeChange', keepDraft] },
    ],
    'user.changedAdded': { actions: ['takeChange', 'forgetReview', keepDraft] },
    'user.changedSettings': { actions: ['takeChange', keepDraft] },
  },
  states: {
    start: {
      always: [{ guard: ({ context }) => context.hasPrivate, target: 'visibility' }, { target: 'upload' }],
    },
    visibility: {
      description: 'Who may see the sources is chosen.',
      on: { 'user.next': 'upload' },
    },
    upload: {
      description: 'Sources, or an ABI, are handed in.',
      exit: 'forgetFailure',
      on: {
        'user.next': { guard: ({ context }) => context.draft.method !== 'abi', target: 'review' },
        'user.keepAbi': { guard: 'isOfAbi', target: 'keepingAbi' },
      },
    },
    keepingAbi: {
      description: 'The ABI is kept for the code of the contract.',
      invoke: { src: 'keepAbi', input: ({ context }) => context.draft },
      on: {
        'abi.kept': {
          target: 'verified',
          actions: [assign(({ event }) => ({ keptAbi: event.kept })), 'announceVerified'],
        },
        'abi.failed': { target: 'upload', actions: assign(({ event }) => ({ failure: event.failure })) },
        'user.cancel': 'upload',
      },
    },
    review: {
      description: 'The root contract is chosen; its imports are found or missing.',
      exit: 'forgetFailure',
      initial: 'reading',
      states: {
        reading: {
          invoke: { src: 'review', input: ({ context }) => context.draft },
          on: {
            'sources.reviewed': [
              {
                guard: ({ context: { isReturning, draft }, event }) =>
                  isReturning && draft.isReviewed === true && isReady(event),
                target: '#verification.settings',
                actions: ['takeReview', 'takeReviewed'],
              },
              { target: 'shown', actions: 'takeReview' },
            ],
            'review.failed': { target: 'shown', actions: assign(({ event }) => ({ failure: event.failure })) },
          },
        },
        shown: {
          on: {
            'user.next': {
              guard: ({ context }) => isReady(context),
              target: '#verification.settings',
              actions: ['takeReviewed', keepDraft],
            },
          },
        },
      },
      on: {
        // What is shown stays until it is read anew.
        'user.changed': { guard: 'changesSources', target: '.reading', actions: ['takeChange', keepDraft] },
        'user.changedAdded': { target: '.reading', actions: ['takeChange', keepDraft] },
      },
    },
    settings: {
      description: 'Compiler settings are chosen.',
      exit: 'forgetFailure',
      on: {
        'user.compile': { target: 'compiling', actions: assign({ tries: [] }) },
      },
    },
    compiling: {
      description: 'The sources are compiled and compared, with one setting after the other.',
      entry: assign({ progress: undefined, failure: undefined }),
      invoke: { src: 'compile', input: ({ context: { draft, tries } }) => ({ draft, tries }) },
      on: {
        'compilation.progressed': { actions: assign(({ event }) => ({ progress: event.progress })) },
        'compilation.judged': [
          { guard: 'isKept', target: 'verified', actions: ['takeMatch', keepDraft, 'announceVerified'] },
          { guard: 'isMatch', target: 'verified', actions: ['takeMatch', keepDraft] },
          { target: 'result', actions: assign(({ event }) => ({ outcome: event.outcome })) },
        ],
        'compilation.failed': { target: 'settings', actions: assign(({ event }) => ({ failure: event.failure })) },
        'user.cancel': 'settings',
        // What is being compiled stays as it was begun.
        'user.changed': {},
        'user.changedAdded': {},
        'user.changedSettings': {},
      },
    },
    result: {
      description: 'The codes differ; other settings can be tried.',
      // Files that were being read when the reader went here are other sources than those of the result.
      always: { guard: 'hasNoOutcome', target: 'review' },
      on: {
        'user.try': { target: 'compiling', actions: assign(({ event }) => ({ tries: event.tries })) },
        'user.useSettings': {
          target: 'compiling',
          actions: ['takeChange', assign({ tries: [] }), keepDraft],
        },
      },
    },
    verified: {
      description: 'The codes match, or an ABI is kept.',
      exit: 'forgetFailure',
      always: {
        guard: ({ context }) => context.outcome === undefined && context.keptAbi === undefined,
        target: 'review',
      },
      on: { 'user.publish': { guard: 'isPublishable', target: 'publishing', actions: 'takeTargets' } },
    },
    publishing: {
      description: 'Sourcify has the sources and compiles them, one contract after the other.',
      entry: assign({ publishing: undefined, failure: undefined }),
      // However publishing ends, what was taken until then is taken.
      exit: enqueueActions(({ context: { published, targets }, enqueue }) => {
        const keys = new Set(targets.map(targetKey));
        const taken = published?.filter((one) => one.published !== undefined && keys.has(targetKey(one.target))) ?? [];
        if (taken.length > 0) enqueue('announceVerified');
      }),
      invoke: { src: 'publish', input: ({ context: { draft, targets } }) => ({ draft, targets }) },
      on: {
        'publishing.progressed': {
          actions: assign(({ event }) => ({ publishing: event.progress, wasSent: true })),
        },
        'contract.settled': { actions: 'takePublication' },
        'publishing.ended': [{ guard: 'isPublished', target: 'published' }, { target: 'verified' }],
        'publishing.failed': [
          { guard: 'isPublished', target: 'published', actions: 'takeCut' },
          { target: 'verified', actions: 'takeCut' },
        ],
        'user.cancel': [
          { guard: 'isPublished', target: 'published', actions: 'takeCut' },
          { target: 'verified', actions: 'takeCut' },
        ],
        'user.changed': {},
        'user.changedAdded': {},
        'user.changedSettings': {},
        'user.step': {},
      },
    },
    published: {
      description: 'Everybody can see the sources, of one contract at least.',
      exit: 'forgetFailure',
      always: { guard: 'hasNoOutcome', target: 'review' },
      on: { 'user.publish': { guard: 'isPublishable', target: 'publishing', actions: 'takeTargets' } },
    },
  },
});

/** Tells contracts that are published from each other. */
export function targetKey({ networkId, address }: PublishTarget): string {
  return `${networkId} ${address}`;
}

/** Returns whether Sourcify has taken a contract. */
export function isPublished({ published }: Pick<Context, 'published'>): boolean {
  return published?.some((one) => one.published !== undefined) === true;
}

/**
 * Returns the publications with the result of one contract. A later result of the same contract replaces the earlier
 * one.
 */
function withPublication(
  published: readonly Publication[] | undefined,
  publication: Publication,
): readonly Publication[] {
  const key = targetKey(publication.target);
  return [...(published ?? []).filter(({ target }) => targetKey(target) !== key), publication];
}

/** What Sourcify may have of a contract when publishing is cut short. */
const CUT_TEXT: Readonly<Record<PublishProgress, string>> = {
  sending: 'Sourcify may have taken what was being sent.',
  waiting: 'Sourcify goes on with what it was sent.',
};

/** Whether a draft can go on to its compiler settings: it has a root contract and nothing is missing. */
function isReady({ review }: Pick<Context, 'review'>): boolean {
  return review?.root !== undefined && review.missing.length === 0;
}
