/** Publishing several contracts: one after the other, and what of one is refused, of others may still be taken. */
import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { verificationActors } from '../../../src/app/views/verification/verification-actors';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { emptyDraft, type VerificationDraft } from '../../../src/core/contract/verification/draft';
import { type Failure, failure } from '../../../src/core/values/failure';
import { fail, ok, type Result } from '../../../src/core/values/result';
import { targetKey, verificationMachine } from '../../../src/machines/verification.machine';
import type { ContractsService } from '../../../src/workers/client';
import type {
  Published,
  PublishProgress,
  PublishTarget,
  VerificationOutcome,
} from '../../../src/workers/contracts/verification.api';

const ADDRESS = `0x${'c'.repeat(40)}` as Address;
const ONE: PublishTarget = { networkId: 1 as NetworkId, address: ADDRESS, root: 'A.sol:A' };
/** On another chain, and another contract of the same sources, which was compiled otherwise. */
const TWO: PublishTarget = { ...ONE, networkId: 10 as NetworkId };
const THREE: PublishTarget = {
  ...ONE,
  address: `0x${'d'.repeat(40)}` as Address,
  root: 'B.sol:B',
  settings: { ...emptyDraft.settings, optimizer: true },
};
const TAKEN: Published = { state: 'verified', match: 'exact', url: '' };
const REFUSED = failure('unsupported', 'Sourcify does not verify contracts of this chain.');
const MATCH = { best: { settings: emptyDraft.settings, verdict: { match: 'exact' } }, tried: [] };

/** What is said of a contract by the worker. */
type Publishing = (
  target: PublishTarget,
  onProgress: (progress: PublishProgress) => void,
) => Promise<Result<Published, Failure>>;

/** Verifies all three and begins to publish them; `asked` are those that the worker was asked to publish. */
async function begin(publishOne: Publishing) {
  const asked: PublishTarget[] = [];
  const api = {
    cancel: async () => {},
    reviewSources: async () => ok({ root: { id: 'A.sol:A' }, missing: [] }),
    verifyContract: async () => ok(MATCH as unknown as VerificationOutcome),
    publishContract: async (
      _job: unknown,
      networkId: NetworkId,
      address: Address,
      draft: VerificationDraft,
      onProgress: (progress: PublishProgress) => void,
    ) => {
      const { root = '', settings } = draft;
      const target = { networkId, address, root, ...(settings !== MATCH.best.settings && { settings }) };
      asked.push(target);
      return publishOne(target, onProgress);
    },
  } as unknown as ContractsService;
  const machine = verificationMachine.provide({
    actors: verificationActors(api, { networkId: ONE.networkId, address: ADDRESS }, true),
    actions: { keepDraft: () => {}, announceVerified: () => {} },
  });
  const actor = createActor(machine, { input: { hasPrivate: true } }).start();
  actor.send({ type: 'user.step', step: 'settings' });
  actor.send({ type: 'user.compile' });
  await waitFor(actor, (snapshot) => snapshot.matches('verified'));
  actor.send({ type: 'user.publish', targets: [ONE, TWO, THREE] });
  const end = async () => {
    const { value, context } = await waitFor(actor, (snapshot) => !snapshot.matches('publishing'));
    return { asked, state: value, published: context.published, failure: context.failure };
  };
  return { actor, asked, end };
}

/** Publishes all three; `answers` is what Sourcify says of each, a refusal where it says nothing. */
async function publish(answers: readonly [PublishTarget, Result<Published, Failure>][]) {
  const said = new Map(answers.map(([target, answer]) => [targetKey(target), answer]));
  return (await begin(async (target) => said.get(targetKey(target)) ?? fail(REFUSED))).end();
}

test('every contract is published, and a refusal stands beside what was taken', async () => {
  const { asked, state, published } = await publish([
    [ONE, ok(TAKEN)],
    [THREE, ok(TAKEN)],
  ]);
  expect(asked).toEqual([ONE, TWO, THREE]);
  expect(state).toBe('published');
  expect(published).toEqual([
    { target: ONE, published: TAKEN },
    { target: TWO, failure: REFUSED },
    { target: THREE, published: TAKEN },
  ]);
});

test('where no contract is taken nothing is published, and the reader hears why', async () => {
  const published = [ONE, TWO, THREE].map((target) => ({ target, failure: REFUSED }));
  expect(await publish([])).toMatchObject({ state: 'verified', published });
});

test('a cancelled contract is the last that is asked for', async () => {
  const { asked } = await publish([
    [ONE, ok(TAKEN)],
    [TWO, fail(failure('cancelled', 'Cancelled.'))],
    [THREE, ok(TAKEN)],
  ]);
  expect(asked).toEqual([ONE, TWO]);
});

test('a worker that stops midway takes nothing back, and it is said what Sourcify has', async () => {
  const { end } = await begin(async (target, onProgress) => {
    if (target.networkId === ONE.networkId) return ok(TAKEN);
    onProgress('waiting');
    throw new Error('the worker is gone');
  });
  const { asked, state, published } = await end();
  expect(asked).toEqual([ONE, TWO]);
  expect(state).toBe('published');
  expect(published).toMatchObject([
    { target: ONE, published: TAKEN },
    { target: TWO, failure: { message: expect.stringMatching(/stopped.*Sourcify goes on with what it was sent\.$/) } },
  ]);
});

test('an answer that comes as the reader cancels is the last, too', async () => {
  let answer: (published: Result<Published, Failure>) => void = () => {};
  const answered = new Promise<Result<Published, Failure>>((resolve) => {
    answer = resolve;
  });
  const { actor, asked, end } = await begin(() => answered);
  await waitFor(actor, ({ context }) => context.publishing !== undefined);
  actor.send({ type: 'user.cancel' });
  answer(ok(TAKEN));
  // Whatever follows from the answer has run once a task has.
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual([ONE]);
  expect(await end()).toMatchObject({
    state: 'verified',
    published: [{ target: ONE, failure: { code: 'cancelled' } }],
  });
});
