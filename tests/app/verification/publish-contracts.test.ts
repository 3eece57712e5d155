/** Publishing several contracts: one after the other, and what of one is refused, of others may still be taken. */
import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { verificationActors } from '../../../src/app/views/verification/verification-actors';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { emptyDraft, type VerificationDraft } from '../../../src/core/contract/verification/draft';
import { type Failure, failure } from '../../../src/core/failure';
import { fail, ok, type Result } from '../../../src/core/result';
import { targetKey, verificationMachine } from '../../../src/machines/verification.machine';
import type { ContractsService } from '../../../src/workers/client';
import type { Published, PublishTarget, VerificationOutcome } from '../../../src/workers/contracts/verification.api';

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

/** Verifies and publishes all three; `answers` is what Sourcify says of each, a refusal where it says nothing. */
async function publish(answers: readonly [PublishTarget, Result<Published, Failure>][]) {
  const asked: PublishTarget[] = [];
  const said = new Map(answers.map(([target, answer]) => [targetKey(target), answer]));
  const api = {
    cancel: async () => {},
    reviewSources: async () => ({ root: { id: 'A.sol:A' }, missing: [] }),
    verifyContract: async () => ok(MATCH as unknown as VerificationOutcome),
    publishContract: async (_job: unknown, networkId: NetworkId, address: Address, draft: VerificationDraft) => {
      const { root = '', settings } = draft;
      const target = { networkId, address, root, ...(settings !== MATCH.best.settings && { settings }) };
      asked.push(target);
      return said.get(targetKey(target)) ?? fail(REFUSED);
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
  const { value, context } = await waitFor(actor, (snapshot) => !snapshot.matches('publishing'));
  return { asked, state: value, published: context.published, failure: context.failure };
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
  expect(await publish([])).toMatchObject({ state: 'verified', published: undefined, failure: REFUSED });
});

test('a cancelled contract is the last that is asked for', async () => {
  const { asked } = await publish([
    [ONE, ok(TAKEN)],
    [TWO, fail(failure('cancelled', 'Cancelled.'))],
    [THREE, ok(TAKEN)],
  ]);
  expect(asked).toEqual([ONE, TWO]);
});
