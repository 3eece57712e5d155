/** Contracts that have no code after their creation are known by their init code, wherever they are named. */
import 'fake-indexeddb/auto';
import { type Abi, encodeFunctionData, getContractAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hash } from '../../../../src/core/chain/primitives';
import { RowKind } from '../../../../src/core/trace/rows';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

/** The contracts of blockscout#1949. */
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Boom { uint256 public z; constructor(uint256 a) payable { require(a < 10, "a too large"); z = a; selfdestruct(payable(msg.sender)); } }
contract Plain { constructor() payable { selfdestruct(payable(msg.sender)); } }
contract Needy { constructor(Maker maker) { maker.make(20); } }
contract Maker {
  event Made(address b);
  function make(uint256 a) external payable { Boom b = new Boom{value: msg.value}(a); emit Made(address(b)); new Plain(); }
  receive() external payable {}
}`;
const build = buildInfo(newestSolc(), 'B.sol', SOURCE);
const { abi, evm } = build.output.contracts['B.sol'].Maker as { abi: Abi; evm: { bytecode: { object: string } } };

let node: TestNode;
let maker: Address;
beforeAll(async () => {
  node = await startNode();
  const deployed = await sendMined(node, {
    from: ANVIL_ACCOUNTS[0],
    data: `0x${evm.bytecode.object}`,
    gas: '0x989680',
  });
  maker = deployed.contractAddress as Address;
});
afterAll(async () => {
  await forgetAll();
  await node.stop();
});

async function openCall(functionName: string, args: readonly unknown[], value: string) {
  const data = encodeFunctionData({ abi, functionName, args });
  const { transactionHash } = await sendMined(node, {
    from: ANVIL_ACCOUNTS[0],
    to: maker,
    data,
    value,
    gas: '0xf4240',
  });
  return openHash(transactionHash);
}

async function openHash(hash: Hash) {
  const { engine, open, settledRows } = await startEngine([node.url]);
  const bytes = new TextEncoder().encode(JSON.stringify(build));
  await engine.contracts.importBuildOutput('b.json', bytes);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash });
  await settledRows(handle, 1);
  await engine.trace.sourceTrace(newJob(), handle);
  await engine.settled();
  const { rows } = await engine.trace.rows(handle, 0 as VisibleIndex, 100);
  return { engine, handle, rows };
}

test('a contract that ends in its constructor has its name in every row and in the list of contracts', async () => {
  const { engine, handle, rows } = await openCall('make', [4n], '0x3');
  const named = (name: string) => rows.filter(({ fromName, toName }) => [fromName?.text, toName?.text].includes(name));
  const made = rows.find(({ functionName }) => functionName?.text === 'Made');
  expect(made?.inputs?.map(({ known }) => known)).toEqual([{ text: 'Boom', origin: 'buildOutput' }]);
  for (const name of ['Boom', 'Plain']) {
    const kinds = new Set(named(name).map(({ kind }) => kind));
    for (const kind of [RowKind.create, RowKind.selfdestruct, RowKind.internal])
      expect([name, kind, kinds.has(kind)]).toEqual([name, kind, true]);
  }
  const contracts = await engine.trace.contracts(handle);
  expect(contracts.map(({ name, verification, created }) => [name?.text, verification, created])).toEqual([
    ['Maker', 'exact', false],
    ['Boom', 'exact', true],
    ['Plain', 'exact', true],
  ]);
});

test('what a constructor does before it fails is done by the contract that it was to make', async () => {
  const nonce = BigInt(await node.call<string>('eth_getTransactionCount', [maker, 'latest']));
  const boom = getContractAddress({ from: maker, nonce }).toLowerCase();
  const { rows } = await openCall('make', [20n], '0x0');
  const inside = rows.filter(
    ({ kind, functionName }) => kind === RowKind.internal && functionName?.text === 'constructor',
  );
  expect(inside.map(({ from, to }) => [from, to])).toEqual([[boom, boom]]);
  expect(inside.map(({ fromName, toName }) => [fromName?.text, toName?.text])).toEqual([['Boom', 'Boom']]);
});

test('a creation that fails in what it calls has its name there, too', async () => {
  const nonce = await node.call<string>('eth_getTransactionCount', [ANVIL_ACCOUNTS[0], 'latest']);
  const made = getContractAddress({ from: ANVIL_ACCOUNTS[0] as Address, nonce: BigInt(nonce) }).toLowerCase();
  const data = `0x${build.output.contracts['B.sol'].Needy.evm.bytecode.object}${maker.slice(2).padStart(64, '0')}`;
  const { transactionHash } = await sendMined(node, { from: ANVIL_ACCOUNTS[0], data, gas: '0xf4240' });
  const { rows } = await openHash(transactionHash);
  const [, called] = rows.filter(({ kind }) => kind === RowKind.create || kind === RowKind.call);
  expect([called?.from, called?.fromName?.text]).toEqual([made, 'Needy']);
});
