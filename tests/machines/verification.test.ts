/** Every way through a verification, with actors the test answers for. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Address, NetworkId } from '../../src/core/chain/primitives';
import { emptyDraft, type VerificationDraft } from '../../src/core/contract/verification/draft';
import type { SourceReview } from '../../src/core/contract/verification/review-sources';
import { failure } from '../../src/core/values/failure';
import { isPublished, verificationMachine } from '../../src/machines/verification.machine';
import type { AbiEvent, CompileEvent, PublishEvent, ReviewEvent } from '../../src/machines/verification-events';
import type { Publication, PublishTarget, VerificationOutcome } from '../../src/workers/contracts/verification.api';

const ADDRESS = `0x${'c'.repeat(40)}` as Address;
const HERE: PublishTarget = { networkId: 1 as NetworkId, address: ADDRESS, root: 'A.sol:A' };
const THERE: PublishTarget = { ...HERE, networkId: 10 as NetworkId };
const PUBLISHED: Publication = { target: HERE, published: { state: 'verified', match: 'exact', url: '' } };
const FAILED = failure('timeout', 'It took too long.');
const READY = { root: { id: 'A.sol:A' }, missing: [] } as unknown as SourceReview;
const LACKING = { root: { id: 'A.sol:A' }, missing: [{ name: 'B.sol' }] } as unknown as SourceReview;

/** What the actors and actions did, in order, and how to speak for the actor that runs. */
let events: string[];
let say: (event: ReviewEvent | CompileEvent | AbiEvent | PublishEvent) => void;

beforeEach(() => {
  events = [];
});

function outcomeOf(match: 'exact' | undefined, runs = '200'): VerificationOutcome {
  const settings = { ...emptyDraft.settings, runs };
  const best = { label: '', settings, errors: [], verdict: { match } } as unknown as VerificationOutcome['best'];
  return { best, tried: [best] };
}

function start(hasPrivate = true) {
  const actorOf = <Input>(name: string) =>
    fromCallback<{ type: string }, Input>(({ sendBack }) => {
      events.push(name);
      say = sendBack;
      return () => events.push(`end ${name}`);
    });
  const machine = verificationMachine.provide({
    actors: {
      review: actorOf('review'),
      compile: actorOf('compile'),
      keepAbi: actorOf('keepAbi'),
      publish: actorOf('publish'),
    },
    actions: {
      keepDraft: (_, draft: VerificationDraft) => void events.push(`keep ${draft.settings.runs}`),
      announceVerified: () => void events.push('announce'),
    },
  });
  const actor = createActor(machine, { input: { hasPrivate } }).start();
  return {
    actor,
    send: actor.send,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

/** At the settings step, reviewed. */
function atSettings(hasPrivate = true) {
  const verification = start(hasPrivate);
  verification.send({ type: 'user.step', step: 'review' });
  say({ type: 'sources.reviewed', review: READY });
  verification.send({ type: 'user.next' });
  events = [];
  return verification;
}

test('where everything is public, the choice of visibility is skipped', () => {
  expect(start(false).state()).toBe('upload');
  expect(start(false).context().draft.visibility).toBe('public');
  expect(start(true).state()).toBe('visibility');
});

test('the steps follow one another, and each change is kept, that of the step to the settings too', () => {
  const { send, state, context } = start();
  send({ type: 'user.changed', change: { visibility: 'private' } });
  send({ type: 'user.next' });
  expect(state()).toBe('upload');
  send({ type: 'user.changed', change: { method: 'paste', pasted: { path: 'A.sol', text: 'contract A {}' } } });
  send({ type: 'user.next' });
  expect(state()).toEqual({ review: 'reading' });
  say({ type: 'sources.reviewed', review: READY });
  send({ type: 'user.next' });
  expect(state()).toBe('settings');
  send({ type: 'user.changedSettings', change: { runs: '7' } });
  expect(context().draft).toMatchObject({ visibility: 'private', pasted: { path: 'A.sol' }, settings: { runs: '7' } });
  expect(events.filter((event) => event.startsWith('keep'))).toEqual(['keep 200', 'keep 200', 'keep 200', 'keep 7']);
});

test('a failure stays at its step', () => {
  const { send, context } = atSettings();
  send({ type: 'user.compile' });
  say({ type: 'compilation.failed', failure: FAILED });
  expect(context().failure).toBe(FAILED);
  send({ type: 'user.step', step: 'review' });
  expect(context().failure).toBeUndefined();
  say({ type: 'review.failed', failure: FAILED });
  expect(context().failure).toBe(FAILED);
  send({ type: 'user.step', step: 'review' });
  say({ type: 'sources.reviewed', review: READY });
  expect(context().failure).toBeUndefined();
});

describe('review', () => {
  test('another root or an added source is reviewed anew; a missing import holds the step', () => {
    const { send, state } = start();
    send({ type: 'user.step', step: 'review' });
    say({ type: 'sources.reviewed', review: LACKING });
    send({ type: 'user.next' });
    expect(state()).toEqual({ review: 'shown' });
    send({ type: 'user.changed', change: { added: { 'B.sol': '' } } });
    expect(state()).toEqual({ review: 'reading' });
    say({ type: 'sources.reviewed', review: READY });
    send({ type: 'user.changed', change: { root: 'A.sol:B' } });
    expect(state()).toEqual({ review: 'reading' });
    send({ type: 'user.step', step: 'settings' });
    expect(events.at(-1)).toBe('end review');
  });

  test('the contract that it proposes is compiled where no other is chosen', () => {
    expect(atSettings().context().draft.root).toBe('A.sol:A');
  });

  test('what is added changes the sources that there are by then, and is reviewed anew', () => {
    const { send, state, context } = start();
    send({ type: 'user.step', step: 'review' });
    say({ type: 'sources.reviewed', review: LACKING });
    send({ type: 'user.changed', change: { added: { 'B.sol': 'b' } } });
    send({ type: 'user.changedAdded', change: (added) => ({ 'B.sol': 'loaded', 'C.sol': 'c', ...added }) });
    expect(context().draft.added).toEqual({ 'B.sol': 'b', 'C.sol': 'c' });
    expect(state()).toEqual({ review: 'reading' });
    expect(context().review).toBe(LACKING);
    say({ type: 'sources.reviewed', review: READY });
    send({ type: 'user.changedAdded', change: ({ 'B.sol': _, ...others }) => others });
    expect(context().draft.added).toEqual({ 'C.sol': 'c' });
    expect(state()).toEqual({ review: 'reading' });
    expect(events.filter((event) => event.startsWith('keep'))).toHaveLength(3);
    send({ type: 'user.step', step: 'upload' });
    send({ type: 'user.changedAdded', change: () => ({}) });
    expect(context()).toMatchObject({ draft: { added: {} }, review: undefined });
  });

  test('what changes no source keeps what is shown, and a failure is shown', () => {
    const { send, state, context } = start();
    send({ type: 'user.step', step: 'review' });
    say({ type: 'review.failed', failure: FAILED });
    expect(context().failure).toBe(FAILED);
    send({ type: 'user.changed', change: { visibility: 'public' } });
    expect(state()).toEqual({ review: 'shown' });
  });

  test('a draft that was left goes on there', () => {
    const { send, state, context } = start();
    send({ type: 'draft.restored', draft: { ...emptyDraft, method: 'files', uploaded: { 'A.sol': '' } } });
    expect(state()).toEqual({ review: 'reading' });
    expect(context().draft.method).toBe('files');
  });

  test('a draft that was left at its settings goes on there, and leads back to the review', () => {
    const left = atSettings().context().draft;
    const { send, state } = start();
    send({ type: 'draft.restored', draft: { ...left, method: 'files', uploaded: { 'A.sol': '' } } });
    say({ type: 'sources.reviewed', review: READY });
    expect(state()).toBe('settings');
    send({ type: 'user.step', step: 'review' });
    say({ type: 'sources.reviewed', review: READY });
    expect(state()).toEqual({ review: 'shown' });
    const lacking = start();
    lacking.send({ type: 'draft.restored', draft: { ...left, method: 'files', uploaded: { 'A.sol': '' } } });
    say({ type: 'sources.reviewed', review: LACKING });
    expect(lacking.state()).toEqual({ review: 'shown' });
  });

  test('a draft without sources goes on where they are handed in', () => {
    const ofAbi = start();
    ofAbi.send({ type: 'draft.restored', draft: { ...emptyDraft, method: 'abi' } });
    expect(ofAbi.state()).toBe('upload');
    const chosen = start();
    chosen.send({ type: 'draft.restored', draft: { ...emptyDraft, visibility: 'public' } });
    expect(chosen.state()).toBe('upload');
  });
});

describe('compiling', () => {
  test('a match is announced, with the settings that matched', () => {
    const { send, state, context } = atSettings();
    send({ type: 'user.compile' });
    say({
      type: 'compilation.progressed',
      progress: { at: 1, of: 1, label: '', compiling: { phase: 'compiling', version: '' } },
    });
    expect(context().progress?.at).toBe(1);
    say({ type: 'compilation.judged', outcome: outcomeOf('exact', '999') });
    expect(state()).toBe('verified');
    expect(context().draft.settings.runs).toBe('999');
    expect(events.filter((event) => event !== 'end compile')).toEqual(['compile', 'keep 999', 'announce']);
  });

  test('where everything is public, a match is announced once it is published', () => {
    const { send, state } = atSettings(false);
    send({ type: 'user.compile' });
    say({ type: 'compilation.judged', outcome: outcomeOf('exact') });
    expect(state()).toBe('verified');
    expect(events).not.toContain('announce');
    send({ type: 'user.publish', targets: [HERE] });
    say({ type: 'contract.settled', publication: PUBLISHED });
    expect(events).not.toContain('announce');
    say({ type: 'publishing.ended' });
    expect(state()).toBe('published');
    expect(events).toContain('announce');
  });

  test('a difference is shown, and other settings can be tried or taken', () => {
    const { send, state, context } = atSettings();
    send({ type: 'user.compile' });
    say({ type: 'compilation.judged', outcome: outcomeOf(undefined) });
    expect(state()).toBe('result');
    send({ type: 'user.try', tries: [{ label: 'x', settings: emptyDraft.settings }] });
    expect(context().tries).toHaveLength(1);
    say({ type: 'compilation.judged', outcome: outcomeOf(undefined) });
    send({ type: 'user.useSettings', settings: { ...emptyDraft.settings, runs: '1' } });
    expect(state()).toBe('compiling');
    expect(context().draft.settings.runs).toBe('1');
    expect(context().tries).toEqual([]);
  });

  test('a change of settings ends the result, and trying others does not', () => {
    const { send, state, context } = atSettings();
    send({ type: 'user.compile' });
    say({ type: 'compilation.judged', outcome: outcomeOf(undefined) });
    send({ type: 'user.try', tries: [{ label: 'x', settings: emptyDraft.settings }] });
    send({ type: 'user.cancel' });
    send({ type: 'user.step', step: 'result' });
    expect(state()).toBe('result');
    send({ type: 'user.useSettings', settings: { ...emptyDraft.settings, runs: '1' } });
    send({ type: 'user.cancel' });
    send({ type: 'user.step', step: 'result' });
    expect(state()).toBe('settings');
    send({ type: 'user.compile' });
    say({ type: 'compilation.judged', outcome: outcomeOf('exact', '1') });
    send({ type: 'user.step', step: 'settings' });
    send({ type: 'user.changedSettings', change: { runs: '2' } });
    expect(context().outcome).toBeUndefined();
    send({ type: 'user.step', step: 'result' });
    expect(state()).toBe('settings');
  });

  test.each([['exact'], [undefined]] as const)(
    'files that were still being read lead from the result %s to the review',
    (match) => {
      const { send, state } = atSettings();
      send({ type: 'user.compile' });
      say({ type: 'compilation.judged', outcome: outcomeOf(match) });
      send({ type: 'user.changed', change: { visibility: 'public' } });
      expect(state()).toBe(match === undefined ? 'result' : 'verified');
      send({ type: 'user.changed', change: { uploaded: {} } });
      expect(state()).toEqual({ review: 'reading' });
    },
  );

  test('can be cancelled, and fails back to the settings with everything typed', () => {
    const { send, state, context } = atSettings();
    send({ type: 'user.compile' });
    send({ type: 'user.cancel' });
    expect(state()).toBe('settings');
    expect(events.at(-1)).toBe('end compile');
    send({ type: 'user.compile' });
    send({ type: 'user.changedSettings', change: { runs: '5' } });
    send({ type: 'user.changedAdded', change: () => ({ 'B.sol': '' }) });
    expect(context().draft.added).toEqual({});
    say({ type: 'compilation.failed', failure: FAILED });
    expect(state()).toBe('settings');
    expect(context().failure).toBe(FAILED);
    expect(context().draft.settings.runs).toBe('200');
  });

  test('the result can be gone back to until the sources change', () => {
    const { send, state } = atSettings();
    send({ type: 'user.step', step: 'result' });
    expect(state()).toBe('settings');
    send({ type: 'user.compile' });
    say({ type: 'compilation.judged', outcome: outcomeOf('exact') });
    send({ type: 'user.step', step: 'upload' });
    send({ type: 'user.step', step: 'result' });
    expect(state()).toBe('verified');
    send({ type: 'user.step', step: 'upload' });
    send({ type: 'user.changed', change: { uploaded: {} } });
    send({ type: 'user.step', step: 'result' });
    expect(state()).toBe('upload');
  });
});

describe('an ABI', () => {
  test('is kept from the upload, which is where a failure leads back to', () => {
    const { send, state, context } = start();
    send({ type: 'user.step', step: 'upload' });
    send({ type: 'user.keepAbi' });
    expect(state()).toBe('upload');
    send({ type: 'user.changed', change: { method: 'abi' } });
    send({ type: 'user.next' });
    expect(state()).toBe('upload');
    send({ type: 'user.keepAbi' });
    say({ type: 'abi.failed', failure: FAILED });
    expect(state()).toBe('upload');
    send({ type: 'user.keepAbi' });
    send({ type: 'user.cancel' });
    expect(state()).toBe('upload');
    send({ type: 'user.keepAbi' });
    say({ type: 'abi.kept', kept: { entries: 3, warnings: [], id: 'ab' } });
    expect(state()).toBe('verified');
    expect(context().keptAbi?.entries).toBe(3);
    expect(events).toContain('announce');
    send({ type: 'user.publish', targets: [HERE] });
    expect(state()).toBe('verified');
  });
});

describe('publishing', () => {
  function publishing() {
    const verification = atSettings();
    verification.send({ type: 'user.compile' });
    say({ type: 'compilation.judged', outcome: outcomeOf('exact') });
    verification.send({ type: 'user.publish', targets: [HERE] });
    return verification;
  }

  const progressOf = (state: 'sending' | 'waiting', target = HERE) =>
    say({ type: 'publishing.progressed', progress: { target, at: 1, of: 1, state } });

  test('tells how far it is, and a refusal leaves the verified contract as it was', () => {
    const { state, context } = publishing();
    const progress = { target: HERE, at: 1, of: 1, state: 'waiting' } as const;
    say({ type: 'publishing.progressed', progress });
    expect(context().publishing).toBe(progress);
    const refused: Publication = { target: HERE, failure: FAILED };
    say({ type: 'contract.settled', publication: refused });
    say({ type: 'publishing.ended' });
    expect(state()).toBe('verified');
    expect(context().published).toEqual([refused]);
    expect(isPublished(context())).toBe(false);
    expect(events.filter((event) => event === 'announce')).toHaveLength(1);
  });

  test('can be cancelled, and is not left by another step', () => {
    const { send, state, context } = publishing();
    send({ type: 'user.step', step: 'upload' });
    send({ type: 'user.changed', change: { uploaded: {} } });
    send({ type: 'user.changedAdded', change: () => ({ 'B.sol': '' }) });
    expect(state()).toBe('publishing');
    expect(context().draft.added).toEqual({});
    send({ type: 'user.cancel' });
    expect(state()).toBe('verified');
    expect(events.at(-1)).toBe('end publish');
    expect(context().wasSent).toBe(false);
  });

  test.each([
    ['sending', 'It took too long. Sourcify may have taken what was being sent.'],
    ['waiting', 'It took too long. Sourcify goes on with what it was sent.'],
  ] as const)('cut short while it is %s, it says what Sourcify has', (progress, message) => {
    const { send, state, context } = publishing();
    progressOf(progress);
    say({ type: 'publishing.failed', failure: FAILED });
    expect(state()).toBe('verified');
    expect(context().published).toEqual([{ target: HERE, failure: { ...FAILED, message } }]);
    send({ type: 'user.publish', targets: [HERE] });
    progressOf(progress);
    send({ type: 'user.cancel' });
    expect(state()).toBe('verified');
    const [cancelled] = context().published ?? [];
    expect(cancelled?.failure?.message).toBe(message.replace('It took too long', 'Cancelled'));
    expect(context().wasSent).toBe(true);
  });

  test('what was taken before it is cut short stays published, and is announced', () => {
    const { send, state, context } = publishing();
    events = [];
    say({ type: 'contract.settled', publication: PUBLISHED });
    progressOf('waiting', THERE);
    send({ type: 'user.cancel' });
    expect(state()).toBe('published');
    expect(context().published).toMatchObject([PUBLISHED, { target: THERE, failure: { code: 'cancelled' } }]);
    expect(events).toContain('announce');
    events = [];
    send({ type: 'user.publish', targets: [THERE] });
    progressOf('waiting', THERE);
    say({ type: 'publishing.failed', failure: FAILED });
    expect(state()).toBe('published');
    expect(events).not.toContain('announce');
  });

  test('a contract that was refused can be published again, and the others stay published', () => {
    const { send, state, context } = publishing();
    const refused: Publication = { target: THERE, failure: FAILED };
    for (const publication of [PUBLISHED, refused]) say({ type: 'contract.settled', publication });
    say({ type: 'publishing.ended' });
    expect(context().published).toEqual([PUBLISHED, refused]);
    send({ type: 'user.publish', targets: [THERE] });
    say({ type: 'publishing.failed', failure: FAILED });
    expect(state()).toBe('published');
    expect(context().failure).toBe(FAILED);
    send({ type: 'user.publish', targets: [THERE] });
    const taken: Publication = { target: THERE, published: { state: 'already', match: undefined, url: '' } };
    say({ type: 'contract.settled', publication: taken });
    say({ type: 'publishing.ended' });
    expect(context().published).toEqual([PUBLISHED, taken]);
  });

  test.each([
    ['sources', { type: 'user.changed', change: { uploaded: {} } }],
    ['added sources', { type: 'user.changedAdded', change: () => ({}) }],
    ['settings', { type: 'user.changedSettings', change: { runs: '5' } }],
  ] as const)('of other %s nothing is published', (_, change) => {
    for (const step of ['upload', 'review', undefined] as const) {
      const { send, state, context } = publishing();
      progressOf('sending');
      say({ type: 'contract.settled', publication: PUBLISHED });
      say({ type: 'publishing.ended' });
      if (step !== undefined) send({ type: 'user.step', step });
      send({ type: 'user.changed', change: { visibility: 'public' } });
      expect(isPublished(context())).toBe(true);
      send(change);
      expect(isPublished(context())).toBe(false);
      expect(context().outcome).toBeUndefined();
      // That something was sent stays true.
      expect(context().wasSent).toBe(true);
      expect(state()).toEqual(step === 'upload' ? 'upload' : expect.objectContaining({ review: expect.anything() }));
    }
  });
});
