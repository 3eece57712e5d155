/** Tokens are asked what an account had before and after: the truth is the sum that the contracts below work out. */
import 'fake-indexeddb/auto';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hex } from '../../../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

const SOURCE = `pragma solidity ^0.8.0;
/** Of each transfer 1 % is kept back, of which no event says anything, where \`fee\` is set; each share is worth \`rate\` thousandths. */
contract Coin {
  string public constant symbol = "COIN";
  uint8 public constant decimals = 6;
  uint256 public fee;
  uint256 public rate = 1000;
  mapping(address => uint256) public shares;
  event Transfer(address indexed from, address indexed to, uint256 value);
  constructor() { shares[msg.sender] = 1e12; }
  function set(uint256 fee_, uint256 rate_) external { fee = fee_; rate = rate_; }
  function totalSupply() external view returns (uint256) { return 1e12 * rate / 1000; }
  function balanceOf(address account) public view returns (uint256) { return shares[account] * rate / 1000; }
  function transfer(address to, uint256 value) external returns (bool) {
    uint256 taken = value * 1000 / rate;
    shares[msg.sender] -= taken;
    shares[to] += taken - taken * fee / 100;
    emit Transfer(msg.sender, to, value);
    return true;
  }
}
`;
const [OWNER, OTHER] = ANVIL_ACCOUNTS as unknown as [Address, Address];
const ABI = parseAbi(['function set(uint256 fee, uint256 rate)', 'function transfer(address to, uint256 value)']);

let node: TestNode;
let coin: Address;

beforeAll(async () => {
  node = await startNode();
  const { output } = buildInfo(newestSolc(), 'Coin.sol', SOURCE);
  const data = `0x${output.contracts['Coin.sol'].Coin.evm.bytecode.object}`;
  coin = (await sendMined(node, { from: OWNER, data, gas: '0x2dc6c0' })).contractAddress;
});
afterEach(forgetAll);
afterAll(() => node?.stop());

const send = (data: Hex) => sendMined(node, { from: OWNER, to: coin, data, gas: '0x30d40' });

/** The verdicts of a transfer of so much with such a fee and rate. */
async function told(fee: bigint, rate: bigint, value: bigint) {
  await send(encodeFunctionData({ abi: ABI, functionName: 'set', args: [fee, rate] }));
  const { transactionHash } = await send(
    encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [OTHER, value] }),
  );
  const { engine, open } = await startEngine([node.url]);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await engine.settled();
  const report = await engine.trace.checkSafety(newJob(), handle);
  if (!report.ok) throw new Error(report.error.message);
  expect(report.value.checked).toContain('told-amounts');
  return report.value.verdicts.flatMap(({ rule, severity, evidence, rows }) =>
    rule === 'told-amounts' ? [{ severity, rows, values: evidence.map(({ value, amount }) => amount ?? value) }] : [],
  );
}

test('a token whose events are true is not spoken of', async () => {
  expect(await told(0n, 1000n, 5_000_000n)).toEqual([]);
});

test('a fee of which the events say nothing shows in the balances', async () => {
  const values = [coin, OTHER, '5 COIN', '4.95 COIN'];
  expect(await told(1n, 1000n, 5_000_000n)).toEqual([{ severity: 'warning', rows: ['0.e0'], values }]);
});

test('what is lost in shares by rounding is no more than a notice', async () => {
  // 5,000,001 at a rate of 1.5 are 3,333,334 shares, which are worth 5,000,001; at 0.7 they are 7,142,858, worth 5,000,000.
  const found = await told(0n, 700n, 5_000_001n);
  expect(found.map(({ severity }) => severity)).toEqual(found.map(() => 'notice'));
  expect(found.length).toBeGreaterThan(0);
});
