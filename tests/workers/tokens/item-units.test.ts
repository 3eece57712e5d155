/** What contracts of ERC-6909 say of their ids, on a node of the test. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../helpers/demo-engine';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';
import { newestSolc } from '../../helpers/solc';

/** The metadata extension of EIP-6909; of id 9 it knows nothing. */
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Claims {
  function name(uint256 id) external pure returns (string memory) { require(id != 9); return id == 1 ? "Silver claim" : ""; }
  function symbol(uint256 id) external pure returns (string memory) { require(id != 9); return "SLV"; }
  function decimals(uint256 id) external pure returns (uint8) { require(id != 9); return id == 1 ? 6 : 18; }
}
contract Bare {}`;

let node: TestNode;

beforeAll(async () => {
  node = await startNode({ chainId: ANVIL_NETWORK });
});
afterEach(forgetAll);
afterAll(() => node.stop());

async function deploy(name: string): Promise<Address> {
  const settings = { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } };
  const input = { language: 'Solidity', sources: { 'C.sol': { content: SOURCE } }, settings };
  const { contracts } = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  const data = `0x${contracts['C.sol'][name].evm.bytecode.object}`;
  return (await sendMined(node, { from: ANVIL_ACCOUNTS[0], data })).contractAddress.toLowerCase() as Address;
}

test('each id has words of its own, and none where the contract says nothing of it', async () => {
  const [claims, bare] = [await deploy('Claims'), await deploy('Bare')];
  const { engine } = await startEngine([node.url]);
  const asked = [
    { token: claims, tokenId: 1n },
    { token: claims, tokenId: 2n },
    { token: claims, tokenId: 9n },
    { token: bare, tokenId: 1n },
  ];
  const units = await engine.tokens.itemUnits(newJob(), ANVIL_NETWORK, asked);
  expect(units).toEqual({
    ok: true,
    value: [{ name: 'Silver claim', symbol: 'SLV', decimals: 6 }, { symbol: 'SLV', decimals: 18 }, {}, {}],
  });
});
