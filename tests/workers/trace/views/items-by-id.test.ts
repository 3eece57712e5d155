/** Items of ERC-6909 in rows and files: an id is no amount, and an amount has no decimals but those of its id. */
import 'fake-indexeddb/auto';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetText, isUnknown } from '../../../../src/app/views/assets/asset-text';
import { cutValue } from '../../../../src/core/abi/value-text';
import type { Address, Hash } from '../../../../src/core/chain/primitives';
import { RowKind } from '../../../../src/core/trace/rows';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil-accounts';
import { forgetAll, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { packageSources } from '../../../helpers/package-sources';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { newestSolc } from '../../../helpers/solc';

const [OWNER, OTHER] = ANVIL_ACCOUNTS;

let node: TestNode;
let token: Address;
let moved: Hash;
let movedInUnits: Hash;

beforeAll(async () => {
  const metadata = '@openzeppelin/contracts/token/ERC6909/extensions/draft-ERC6909Metadata.sol';
  const base = '@openzeppelin/contracts/token/ERC6909/draft-ERC6909.sol';
  const content = `pragma solidity ^0.8.20; import "${base}";
    import "${metadata}";
    contract Six is ERC6909 { constructor() { _mint(msg.sender, 7, 5_000_000); } }
    contract Stated is ERC6909Metadata {
      constructor() { _setSymbol(7, "CS"); _setDecimals(7, 6); _mint(msg.sender, 7, 5_000_000); _mint(msg.sender, 8, 12); }
      function both(address to) external { _transfer(msg.sender, to, 7, 1_250_000); _transfer(msg.sender, to, 8, 2); }
    }`;
  const settings = { outputSelection: { '*': { '*': ['abi', 'evm.bytecode'] } } };
  const input = {
    language: 'Solidity',
    sources: { ...packageSources(base), ...packageSources(metadata), 'Six.sol': { content } },
    settings,
  };
  const { Six, Stated } = JSON.parse(newestSolc().compile(JSON.stringify(input))).contracts['Six.sol'];
  const { abi, evm } = Six;
  node = await startNode();
  const send = (transaction: object) => sendMined(node, { from: OWNER, gas: '0x989680', ...transaction });
  token = (await send({ data: `0x${evm.bytecode.object}` })).contractAddress;
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [OTHER, 7n, 1_250_000n] });
  moved = (await send({ to: token, data })).transactionHash;
  const stated = (await send({ data: `0x${Stated.evm.bytecode.object}` })).contractAddress;
  const pay = encodeFunctionData({ abi: Stated.abi, functionName: 'both', args: [OTHER] });
  movedInUnits = (await send({ to: stated, data: pay })).transactionHash;
});
afterAll(async () => {
  await forgetAll();
  await node?.stop();
});

test('a transfer by id reads the same in the tree, the events and both files, with nothing known of the contract', async () => {
  const { engine, open } = await startEngine([node.url]);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: moved });
  await engine.settled();
  const { rows } = await engine.trace.rows(handle, 0 as VisibleIndex, 10);
  const words = (kind: number) =>
    rows.find((row) => row.kind === kind)?.inputs?.map((value) => `${value.name} ${cutValue(value, 80).text}`);
  expect(rows[0]?.functionName?.text).toBe('transfer');
  expect(words(RowKind.call)?.slice(1)).toEqual(['id 7', 'amount 1,250,000']);
  expect(words(RowKind.log)?.slice(3)).toEqual(['id 7', 'amount 1,250,000']);
  const columns = (csv: string) =>
    csv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
  const [head = [], line = []] = columns(await engine.trace.transfersCsv(handle));
  const told = Object.fromEntries(head.map((name, at) => [name, line[at]]));
  expect(told).toMatchObject({
    standard: 'ERC-6909',
    token,
    tokenId: '7',
    from: OWNER,
    to: OTHER,
    rawAmount: '1250000',
  });
  // In units of no token: nobody told the decimals of the id.
  expect(told.amount).toBe('');
  expect(await engine.trace.eventsCsv(handle, {})).toContain('1250000');
});

test('asset changes are in the units that the contract states of an id, as in lists', async () => {
  const { engine, open } = await startEngine([node.url]);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: movedInUnits });
  const { transfers, tokens } = await engine.trace.settledTransfers(handle);
  const known = new Map(tokens.map((each) => [each.address, each]));
  const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const texts = transfers.map((transfer) => assetText(transfer, known, currency).text);
  expect(texts).toEqual(['1.25 CS #7', expect.stringMatching(/^2 × .* #8$/)]);
  // Nothing is said of item 8.
  expect(tokens.some(isUnknown)).toBe(true);
  expect(isUnknown({ address: token, standard: 'ERC-6909', items: [{ tokenId: 7n, symbol: 'CS' }] })).toBe(false);
});
