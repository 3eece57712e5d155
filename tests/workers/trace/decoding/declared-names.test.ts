/** Names that a value has from the contract that it is of, where others declare the same selector, and those of functions. */
import 'fake-indexeddb/auto';
import { type Abi, encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutValue } from '../../../../src/core/abi/value-text';
import type { Address } from '../../../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

/** Alpha is imported first, so that whatever is decoded without a contract has its names. */
const ALPHA = `pragma solidity ^0.8.20;
contract Alpha {
  error Refused(uint256 first, address a);
  function order(uint256 first, address a) external {}
  function fail() external { revert Refused(7, msg.sender); }
}`;
const BETA = `pragma solidity ^0.8.20;
enum Side { Buy, Sell }
contract Beta {
  error Refused(uint256 amount, address buyer);
  event Hooked(function(uint256) external hook, address by);
  function order(uint256 amount, address buyer) external {}
  function fail() external { revert Refused(8, msg.sender); }
  function hook(uint256) external {}
  function announce() external { emit Hooked(this.hook, address(this)); }
}
contract Relay {
  event Failed(bytes why);
  function relay(address[] calldata targets, bytes[] calldata data) external {
    for (uint i; i < targets.length; i++) {
      (bool ok, bytes memory why) = targets[i].call(data[i]);
      if (!ok) emit Failed(why);
    }
  }
  function planned(address target, bytes calldata data) external {}
}`;
const solc = newestSolc();
const builds = [buildInfo(solc, 'Alpha.sol', ALPHA), buildInfo(solc, 'Beta.sol', BETA)];
const made: Record<string, { abi: Abi; evm: { bytecode: { object: string } } }> = {
  ...builds[0]?.output.contracts['Alpha.sol'],
  ...builds[1]?.output.contracts['Beta.sol'],
};
const [OWNER] = ANVIL_ACCOUNTS as unknown as [Address];

let node: Anvil;
const at: Record<string, Address> = {};

beforeAll(async () => {
  node = await startAnvil();
  for (const name of ['Alpha', 'Beta', 'Relay']) {
    const data = `0x${made[name]?.evm.bytecode.object}`;
    at[name] = (await sendMined(node, { from: OWNER, data, gas: '0x989680' })).contractAddress;
  }
});
afterAll(async () => {
  await forgetAll();
  await node.stop();
});

const call = (name: string, functionName: string, args: readonly unknown[] = []) =>
  encodeFunctionData({ abi: made[name]?.abi ?? [], functionName, args });

async function openCall(name: string, data: string) {
  const { transactionHash } = await sendMined(node, { from: OWNER, to: at[name], data, gas: '0x989680' });
  const { engine, open, settledRows } = await startEngine([node.url]);
  for (const [number, build] of builds.entries())
    await engine.contracts.importBuildOutput(`${number}.json`, new TextEncoder().encode(JSON.stringify(build)));
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  return settledRows(handle);
}

const namesOf = (items: readonly { name: string }[] | undefined) => items?.map(({ name }) => name);

test('a call inside bytes takes the names of its arguments from the contract that is called', async () => {
  const data = [call('Alpha', 'order', [1n, OWNER]), call('Beta', 'order', [2n, OWNER])];
  const rows = await openCall('Relay', call('Relay', 'relay', [[at.Alpha, at.Beta], data]));
  const held = rows[0]?.inputs?.[1]?.items?.map(({ nested }) => namesOf(nested?.[0]?.items));
  expect(held).toEqual([
    ['first', 'a'],
    ['amount', 'buyer'],
  ]);
  expect(rows.slice(1).map(({ inputs }) => namesOf(inputs))).toEqual(held);
});

test('also where nothing is called, by the address before it', async () => {
  const planned = call('Relay', 'planned', [at.Beta, call('Beta', 'order', [2n, OWNER])]);
  const [row] = await openCall('Relay', planned);
  expect(namesOf(row?.inputs?.[1]?.nested?.[0]?.items)).toEqual(['amount', 'buyer']);
});

test('an error inside bytes has the names of the contract that failed with it', async () => {
  const data = [call('Alpha', 'fail'), call('Beta', 'fail')];
  const rows = await openCall('Relay', call('Relay', 'relay', [[at.Alpha, at.Beta], data]));
  const events = rows.filter(({ functionName }) => functionName?.text === 'Failed');
  expect(events.map(({ inputs }) => namesOf(inputs?.[0]?.nested?.[0]?.items))).toEqual([
    ['first', 'a'],
    ['amount', 'buyer'],
  ]);
});

// poanetwork/ex_abi#183
test('a function of a contract is told by the name of the contract, as its address is', async () => {
  const rows = await openCall('Beta', call('Beta', 'announce'));
  const event = rows.find(({ functionName }) => functionName?.text === 'Hooked');
  expect(event?.inputs?.map((value) => cutValue(value).text)).toEqual(['Beta.hook', 'Beta']);
  expect(event?.inputs?.[0]?.text).toBe(`${at.Beta}.hook`);
});
