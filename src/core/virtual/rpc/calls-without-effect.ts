/** Answers eth_call and its like, which change nothing. */

import { bytesToHex, quantityHex } from '../../chain/hex';
import { Halt, haltText } from '../../evm/frames/halt';
import type { TransactionResult } from '../../evm/transaction/transaction-result';
import { suggestAccessLists } from '../../replay/access-lists';
import { estimateGas, outputOf, prepareCall, recordCall, runCall, sceneAt } from './call';
import { callRequestOf, fieldsOf, isAbsent, listOf } from './parameters';
import type { Method } from './reads';
import { revertReason } from './revert-reason';
import { simulate } from './simulate';

/** Runs of eth_createAccessList at most, each with the list of the run before: a listed item changes what a run pays. */
const ROUNDS = 4;

export const EXECUTION: Readonly<Record<string, Method>> = {
  eth_call: async (node, params) => {
    const request = callRequestOf(params[0]);
    const number = await node.knownNumberOf(params[1]);
    if (node.isParents(number, false)) return node.readParent('eth_call', params);
    const scene = await sceneAt(node, node.positionOf(params[1]), params[2], params[3]);
    return outputOf(await runCall(node, scene, await prepareCall(node, scene, request)));
  },

  eth_estimateGas: async (node, params) =>
    quantityHex(
      await estimateGas(
        node,
        isAbsent(params[1]) ? node.next() : node.positionOf(params[1]),
        callRequestOf(params[0]),
        params[2],
        params[3],
      ),
    ),

  eth_createAccessList: async (node, params) => {
    let request = callRequestOf(params[0]);
    for (let round = 1; ; round++) {
      const scene = await sceneAt(node, isAbsent(params[1]) ? node.next() : node.positionOf(params[1]), params[2]);
      const replay = await recordCall(node, scene, await prepareCall(node, scene, request));
      // What is warm anyway is listed for its slots only, as go-ethereum lists.
      const accessList = suggestAccessLists(replay).used.filter(
        ({ address, storageKeys }) => storageKeys.length > 0 || address !== request.to,
      );
      const isStable = JSON.stringify(accessList) === JSON.stringify(request.accessList ?? []);
      if (isStable || round === ROUNDS) {
        const { result } = replay;
        const failed = result !== undefined && !result.success;
        return {
          accessList,
          ...(failed ? { error: failureText(result) } : {}),
          gasUsed: quantityHex(result?.gasUsed ?? 0),
        };
      }
      request = { ...request, accessList };
    }
  },

  eth_callMany: async (node, params) => {
    const scene = await sceneAt(node, node.positionOf(fieldsOf(params[1] ?? {}, 'context').blockNumber), params[2]);
    const bundles: unknown[] = [];
    for (const bundle of listOf(params[0], 'bundles')) {
      const answers: unknown[] = [];
      for (const call of listOf(fieldsOf(bundle, 'bundle').transactions, 'transactions')) {
        const result = await runCall(node, scene, await prepareCall(node, scene, callRequestOf(call)));
        answers.push(result.success ? { value: bytesToHex(result.output) } : { error: failureText(result) });
      }
      bundles.push(answers);
    }
    return bundles;
  },

  eth_simulateV1: simulate,
};

/** Returns why a call failed, with the reason it gave. */
export function failureText({ halt, haltDetail, output }: TransactionResult): string {
  const reason = halt === Halt.revert ? revertReason(bytesToHex(output)) : undefined;
  return reason === undefined ? haltText(halt, haltDetail) : `execution reverted: ${reason}`;
}
