/** Simulations that a node executes: eth_simulateV1, and eth_call with overrides of state and block. */
import { array, nullish, object, pipe, transform } from 'valibot';
import { type NodeCall, overridesJson } from '../core/simulation/node-comparison';
import type { AccountOverrides } from '../core/simulation/overlay';
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import { type CallAnswer, type CallRequest, callAnswer, callParam, revertOf } from './account-reader';
import { type BlockRef, blockParam, type ReadOptions } from './chain-reader';
import { address, bytes, quantity, word } from './rpc/fields';
import type { Answered, Rpc } from './rpc/rpc';

const call = pipe(
  object({
    status: quantity,
    gasUsed: quantity,
    returnData: bytes,
    logs: nullish(array(object({ address, topics: array(word), data: bytes }))),
    error: nullish(object({ data: nullish(bytes) })),
  }),
  transform(
    ({ status, gasUsed, returnData, logs, error }): NodeCall => ({
      success: status === 1,
      gasUsed,
      // Some put revert data with the error and leave the rest empty.
      output: returnData === '0x' ? (error?.data ?? '0x') : returnData,
      logs: logs ?? [],
    }),
  ),
);

/** Runs the calls of all blocks in their order by eth_simulateV1. */
export function askSimulateV1(
  rpc: Rpc,
  parameters: readonly unknown[],
  options: ReadOptions = {},
): Promise<Result<readonly NodeCall[], Failure>> {
  const schema = pipe(
    array(object({ calls: array(call) })),
    transform((blocks) => blocks.flatMap(({ calls }) => calls)),
  );
  return rpc.request('eth_simulateV1', [...parameters], schema, options);
}

/** Calls eth_call with overrides. A revert is an answer, no failure. */
export function askCall(
  rpc: Rpc,
  parameters: readonly unknown[],
  options: ReadOptions = {},
): Promise<Result<NodeCall, Failure>> {
  const schema = pipe(
    bytes,
    transform((output): NodeCall => ({ success: true, output })),
  );
  return rpc.request('eth_call', [...parameters], schema, {
    ...options,
    answerOfError: (error) => {
      const reverted = revertOf(error);
      return reverted && { success: false, output: reverted.data };
    },
  });
}

/** Calls eth_call on state that is changed, and returns the endpoint that answered: not every one heeds the third parameter. */
export function callOnChangedState(
  rpc: Rpc,
  call: CallRequest,
  block: BlockRef,
  accounts: AccountOverrides,
  options: ReadOptions = {},
): Promise<Result<Answered<CallAnswer>, Failure>> {
  return rpc.ask('eth_call', [callParam(call), blockParam(block), overridesJson(accounts)], callAnswer, {
    ...options,
    answerOfError: revertOf,
  });
}
