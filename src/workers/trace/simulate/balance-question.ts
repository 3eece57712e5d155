/** Questions for balances of tokens, put between the steps of a run. */
import { hexToBytes } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { ZERO_ADDRESS } from '../../../core/chain/zero-address';
import type { BlockEnvironment } from '../../../core/evm/environment';
import { madeUpCall } from '../../../core/evm/transaction/transaction-input';
import { type RunBlock, runOfOne, type StepOutcome } from '../../../core/simulation/run';
import { callData, decodeAmount, TOKEN_CALLS } from '../../../core/tokens/token-calls';

/** Gas of one question: the balance of a rebased token behind a proxy takes some 50,000. */
const GAS = 500_000n;

/** Returns what asks a token for a balance. */
export function balanceQuestion(environment: BlockEnvironment, token: Address, account: Address): readonly RunBlock[] {
  const call = madeUpCall({
    from: hexToBytes(ZERO_ADDRESS),
    to: hexToBytes(token),
    data: hexToBytes(callData(TOKEN_CALLS.balanceOf, account)),
    gasLimit: GAS,
  });
  const { nonce: _, ...transaction } = call;
  return runOfOne(environment, transaction, 'free');
}

/** Returns blocks whose steps go on after one that failed. */
export function goingOn(blocks: readonly RunBlock[]): RunBlock[] {
  return blocks.map((each) => ({ ...each, steps: each.steps.map((step) => ({ ...step, goesOn: true })) }));
}

/** Returns the balance that a question was answered with. */
export function balanceIn(outcome: StepOutcome | undefined): bigint | undefined {
  return outcome?.state === 'executed' && outcome.success ? decodeAmount(outcome.output) : undefined;
}
