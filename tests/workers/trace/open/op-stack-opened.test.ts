/** Transactions of an OP chain, opened as the page opens them: every view answers, and agrees with the receipt. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import { fetchReceipt, fetchTransaction } from '../../../../src/net/chain-reader';
import { answered } from '../../../../tools/conformance/chains/answered';
import { checkOpened } from '../../../../tools/conformance/chains/opened-views';
import { judge } from '../../../../tools/conformance/check';
import { setL1Block } from '../../../../tools/l1-block';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { sendMined } from '../../../helpers/mined';
import { rpcOf } from '../../../helpers/rpc';

const OP = 10 as NetworkId;
const [ALICE, BOB] = ANVIL_ACCOUNTS;
let anvil: Anvil;
const TOKEN = '0x00000000000000000000000000000000000c0de1';

beforeAll(async () => {
  anvil = await startAnvil({ chainId: OP, args: ['--network', 'optimism', '--hardfork', 'isthmus'] });
  await setL1Block(anvil);
  const to = String(BOB).slice(2);
  // MSTORE 7, then LOG3 of Transfer(address,address,uint256): from the caller to BOB.
  const code = `0x600760005273${to}337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300`;
  await anvil.call('anvil_setCode', [TOKEN, code]);
});
afterAll(() => anvil.stop());

const deposit = { type: '0x7e', mint: '0x64', value: '0x0', sourceHash: `0x${'01'.repeat(32)}`, isSystemTx: false };
test.each([
  ['a call that emits', () => ({ to: TOKEN })],
  ['a creation that reverts', () => ({ data: '0x60006000fd' })],
  ['a deposit', () => ({ ...deposit, to: TOKEN })],
])('%s', async (_, sent) => {
  const { transactionHash } = await sendMined(anvil, { from: ALICE, gas: '0x30d40', ...sent() });
  const rpc = rpcOf([anvil.url], { networkId: OP });
  const receipt = answered(await fetchReceipt(rpc, transactionHash));
  const transaction = answered(await fetchTransaction(rpc, transactionHash));
  const judged = await judge('opened', (check) =>
    checkOpened(check, anvil.url, { transaction, receipt, least: 'executed' }),
  );
  expect(judged).toEqual({ name: 'opened', outcome: 'passed' });
});
