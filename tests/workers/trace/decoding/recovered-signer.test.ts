/** Who signed, where a contract asks the precompile for it; the signature is viem's. */
import 'fake-indexeddb/auto';
import { encodeFunctionData, hashMessage, parseAbi, parseSignature } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RowKind } from '../../../../src/core/trace/rows';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { ANVIL_ACCOUNTS, ANVIL_KEYS } from '../../../helpers/anvil';
import { forgetAll, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

const SOURCE = `pragma solidity ^0.8.0;
contract Check {
  address public last;
  function check(bytes32 hash, uint8 v, bytes32 r, bytes32 s) external { last = ecrecover(hash, v, r, s); }
}`;
let node: TestNode;

beforeAll(async () => {
  node = await startNode();
});
afterAll(async () => {
  await forgetAll();
  await node?.stop();
});

test('a call of the precompile reads as the signature and its signer (foundry#1057)', async () => {
  const [from] = ANVIL_ACCOUNTS;
  const { Check } = buildInfo(newestSolc(), 'Check.sol', SOURCE).output.contracts['Check.sol'];
  const send = (fields: object) => sendMined(node, { from, gas: '0x989680', ...fields });
  const { contractAddress: to } = await send({ data: `0x${Check.evm.bytecode.object}` });
  const signer = privateKeyToAccount(ANVIL_KEYS[1] as `0x${string}`);
  const { r, s, yParity } = parseSignature(await signer.signMessage({ message: 'paid' }));
  const abi = parseAbi(['function check(bytes32 hash, uint8 v, bytes32 r, bytes32 s)']);
  const signed = hashMessage('paid');
  const data = encodeFunctionData({ abi, args: [signed, 27 + yParity, r, s] });
  for (const [given, answer] of [
    [data, [signer.address.toLowerCase()]],
    // Nobody signed with this, so that the answer is empty.
    [encodeFunctionData({ abi, args: [signed, 9, r, s] }), undefined],
  ] as const) {
    const { transactionHash } = await send({ to, data: given });
    const { engine, open, settledRows } = await startEngine([node.url]);
    const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
    await settledRows(handle, 1);
    const { rows } = await engine.trace.rows(handle, 0 as VisibleIndex, 10);
    const asked = rows.find((row) => row.kind === RowKind.staticcall);
    expect(asked?.functionName).toBeUndefined();
    expect(asked?.inputs?.map(({ name, text }) => [name, text])).toEqual([
      ['hash', signed],
      ['v', given === data ? String(27 + yParity) : '9'],
      ['r', r],
      ['s', s],
    ]);
    expect(asked && 'outputs' in asked ? asked.outputs?.map(({ text }) => text) : undefined).toEqual(answer);
  }
});
