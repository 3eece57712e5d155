/** Publishing for several chains: one after the other, and what one refuses the others may still take. */
import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { verificationActors } from '../../../src/app/views/verification/verification-actors';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { emptyDraft } from '../../../src/core/contract/verification/draft';
import { type Failure, failure } from '../../../src/core/failure';
import { fail, ok, type Result } from '../../../src/core/result';
import { verificationMachine } from '../../../src/machines/verification.machine';
import type { ContractsService } from '../../../src/workers/client';
import type { Published, VerificationOutcome } from '../../../src/workers/contracts/verification.api';

const [ONE, TWO, THREE] = [1 as NetworkId, 10 as NetworkId, 100 as NetworkId];
const ADDRESS = `0x${'c'.repeat(40)}` as Address;
const TAKEN: Published = { state: 'verified', match: 'exact', url: '' };
const REFUSED = failure('unsupported', 'Sourcify does not verify contracts of this chain.');
const MATCH = { best: { settings: emptyDraft.settings, verdict: { match: 'exact' } }, tried: [] };

/** A contract that is verified and published for all three chains; `answers` is what Sourcify says of each. */
async function publish(answers: readonly [NetworkId, Result<Published, Failure>][]) {
  const asked: NetworkId[] = [];
  const api = {
    cancel: async () => {},
    reviewSources: async () => ({ root: { id: 'A.sol:A' }, missing: [] }),
    verifyContract: async () => ok(MATCH as unknown as VerificationOutcome),
    publishContract: async (_job: unknown, networkId: NetworkId) => {
      asked.push(networkId);
      return new Map(answers).get(networkId) ?? fail(REFUSED);
    },
  } as unknown as ContractsService;
  const machine = verificationMachine.provide({
    actors: verificationActors(api, { networkId: ONE, address: ADDRESS }, true),
    actions: { keepDraft: () => {}, announceVerified: () => {} },
  });
  const actor = createActor(machine, { input: { hasPrivate: true } }).start();
  actor.send({ type: 'user.step', step: 'settings' });
  actor.send({ type: 'user.compile' });
  await waitFor(actor, (snapshot) => snapshot.matches('verified'));
  actor.send({ type: 'user.publish', networks: [ONE, TWO, THREE] });
  const { value, context } = await waitFor(actor, (snapshot) => !snapshot.matches('publishing'));
  return { asked, state: value, published: context.published, failure: context.failure };
}

test('every chain is published for, and a refusal stands beside what was taken', async () => {
  const { asked, state, published } = await publish([
    [ONE, ok(TAKEN)],
    [THREE, ok(TAKEN)],
  ]);
  expect(asked).toEqual([ONE, TWO, THREE]);
  expect(state).toBe('published');
  expect(published).toEqual([
    { networkId: ONE, published: TAKEN },
    { networkId: TWO, failure: REFUSED },
    { networkId: THREE, published: TAKEN },
  ]);
});

test('where no chain is taken nothing is published, and the reader hears why', async () => {
  expect(await publish([])).toMatchObject({ state: 'verified', published: undefined, failure: REFUSED });
});

test('a cancelled chain is the last that is asked for', async () => {
  const { asked } = await publish([
    [ONE, ok(TAKEN)],
    [TWO, fail(failure('cancelled', 'Cancelled.'))],
    [THREE, ok(TAKEN)],
  ]);
  expect(asked).toEqual([ONE, TWO]);
});
