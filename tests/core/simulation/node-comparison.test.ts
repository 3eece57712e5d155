import { expect, test } from 'vitest';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { emptyDraft, emptyStep } from '../../../src/core/simulation/draft';
import { simulateV1Payload } from '../../../src/core/simulation/node-comparison';
import type { AccountOverride } from '../../../src/core/simulation/overlay';
import type { PlannedStep, SimulationPlan } from '../../../src/core/simulation/plan';
import { readDraft } from '../../../src/core/simulation/read-draft';

const A = `0x${'a1'.repeat(20)}` as Address;
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as Hash;

/** The overrides of A that a node is sent for a block with its own and those of a step. */
function sent(block: AccountOverride, step: AccountOverride): unknown {
  const read = readDraft(emptyDraft('1', [emptyStep({ from: A, to: A })]));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const [planned] = read.value.blocks;
  const only = planned?.steps[0] as PlannedStep;
  const plan: SimulationPlan = {
    ...read.value,
    blocks: [{ fields: {}, accounts: { [A]: block }, steps: [{ ...only, accounts: { [A]: step } }] }],
  };
  const [payload] = simulateV1Payload(plan, [], [{ state: 'notRun' }], 7) as [
    { blockStateCalls: { stateOverrides: Record<Address, unknown> }[] },
  ];
  return payload.blockStateCalls[0]?.stateOverrides[A];
}

test('a node is sent the slots of a block and of its step together', () => {
  const [one, two] = [{ [word(1)]: word(10) }, { [word(2)]: word(20) }];
  expect(sent({ balance: 5n, stateDiff: one }, { nonce: 3, stateDiff: two })).toEqual({
    balance: '0x5',
    nonce: '0x3',
    stateDiff: { ...one, ...two },
  });
  expect(sent({ state: one }, { stateDiff: two })).toEqual({ state: { ...one, ...two } });
  expect(sent({ stateDiff: one }, { state: two })).toEqual({ state: two });
  expect(sent({ balance: 5n }, { code: '0x00' })).toEqual({ balance: '0x5', code: '0x00' });
});
