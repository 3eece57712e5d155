/** Kept simulations run again under the rules of their chain, not under Ethereum's. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../../src/core/config/runtime-config';
import { emptyBlock, emptyDraft, emptyStep } from '../../../../src/core/simulation/draft';
import type { Engine } from '../../../../src/workers/engine';
import { answered } from '../../../../tools/conformance/chains/answered';
import { CONTRACT as MADE_UP_CONTRACT, makeUp, SENDER } from '../../../../tools/conformance/chains/made-up-block';
import { MADE_UP, type MadeUpFamily } from '../../../../tools/conformance/chains/made-up-families';
import { startRecordedNode } from '../../../../tools/conformance/chains/recorded-node';
import { setL1Block } from '../../../../tools/l1-block';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';

const OP = 10 as NetworkId;
const [ALICE = ''] = ANVIL_ACCOUNTS;
const CONTRACT = '0x00000000000000000000000000000000000c0de1';
const ETHER = 10n ** 18n;

let anvil: Anvil;
beforeAll(async () => {
  anvil = await startAnvil({ chainId: OP, args: ['--network', 'optimism', '--hardfork', 'isthmus'] });
  await setL1Block(anvil);
  // Returns the balance of the caller, of which all fees at the limit are taken then.
  await anvil.call('anvil_setCode', [CONTRACT, '0x33315f5260205ff3']);
  await sendMined(anvil, { from: ALICE, to: ALICE });
});
afterAll(() => anvil.stop());
afterEach(forgetAll);

test('what an OP chain takes for layer 1 is taken again', async () => {
  const balance = '0xde0b6b3a7640000';
  const step = { from: ALICE, to: CONTRACT, gas: '100000', maxFee: '10 gwei', tip: '0 wei' };
  await anvil.call('anvil_setBalance', [ALICE, balance]);
  const draft = { ...emptyDraft(String(OP)), blocks: [emptyBlock([emptyStep(step)])] };
  const ran = answered(await (await engineOf(OP, anvil.url)).trace.runSimulation(newJob(), draft));
  const [first] = ran.steps;
  if (first?.outcome.state !== 'executed') throw new Error('it did not run');
  // Beside gas: what one that short pays for data (tools/l1-block.ts, tests of the OP Stack), and the operator's 100,000 / 1000 + 5000.
  const beside = (ETHER - BigInt(first.outcome.output)) % first.outcome.gasPrice;
  expect(ran.basis).toBeUndefined();
  expect(beside).toBe((9_377_413_000n % first.outcome.gasPrice) + 5_100n);
  const again = await engineOf(OP, anvil.url);
  expect(answered(await again.trace.simulationResult(newJob(), ran.id))).toEqual(ran);
});

test('senders of Arbitrum pay no tip again', async () => {
  const chain = await makeUp(MADE_UP.arbitrum as MadeUpFamily);
  const node = await startRecordedNode(chain);
  try {
    const { networkId, number } = chain.block;
    const step = { from: SENDER, to: MADE_UP_CONTRACT, input: '0x12345678', maxFee: '100 gwei', tip: '2 gwei' };
    const at = { block: String(number), place: 'before' as const, index: '1' };
    const draft = { ...emptyDraft(String(networkId)), ...at, blocks: [emptyBlock([emptyStep(step)])] };
    const ran = answered(await (await engineOf(networkId, node.url)).trace.runSimulation(newJob(), draft));
    // What it costs for layer 1 is in receipts alone, which the page says.
    expect(ran.basis).toBe('receipt');
    // The base fee of the made-up header.
    expect(ran.steps[0]?.outcome).toMatchObject({ gasPrice: 10_000_000n });
    const again = await engineOf(networkId, node.url);
    expect(answered(await again.trace.simulationResult(newJob(), ran.id))).toEqual(ran);
  } finally {
    await node.stop();
  }
});

async function engineOf(id: NetworkId, url: string): Promise<Engine> {
  const config = parseRuntimeConfig({ networks: [{ id, rpcUrls: [url] }] });
  if (!config.ok) throw new Error(config.error);
  return (await startEngine([url], config.value)).engine;
}
