/**
 * A development node sends for a contract whose key nobody has: EIP-3607 does not hold there. On a public chain no such
 * transaction is believed (tests/core/proof/identity.test.ts).
 */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Address, Hash } from '../../../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS, startAnvil } from '../../../helpers/anvil';
import { newJob, startEngine } from '../../../helpers/demo-engine';
import { type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { replayJobOf, verifiedReplay } from '../../../helpers/replays';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const [ALICE, BOB] = ANVIL_ACCOUNTS;
/** Code that stores its caller in slot 0 (CALLER, PUSH0, SSTORE), and stops after its end. */
const REMEMBERS = '0x6003600c60003960036000f3335f55';

describe.each([
  ['Anvil', () => startAnvil()],
  ['a virtual network', () => startNode()],
])('%s', (_, start) => {
  let node: TestNode;
  let proxy: FaultProxy;
  let called: Hash;
  let later: Hash;
  let target: Address;
  beforeAll(async () => {
    node = await start();
    proxy = await startFaultProxy(node.url);
    const create = async () => (await sendMined(node, { from: ALICE, data: REMEMBERS })).contractAddress;
    const treasury = await create();
    target = await create();
    await node.call('anvil_impersonateAccount', [treasury]);
    await node.call('anvil_setBalance', [treasury, '0xde0b6b3a7640000']);
    called = (await sendMined(node, { from: treasury, to: target, gas: '0x30d40' })).transactionHash;
    await node.call('evm_setAutomine', [false]);
    // The contract pays more, so that it comes first.
    const send = (from: string, fee: string) =>
      node.call<Hash>('eth_sendTransaction', [{ from, to: target, gas: '0x30d40', gasPrice: fee }]);
    const hashes = await Promise.all([send(treasury, '0x2540be400'), send(BOB as string, '0x12a05f200')]);
    later = hashes[1];
    await node.call('evm_mine', []);
  });
  afterAll(async () => {
    await proxy?.stop();
    await node?.stop();
  });

  test.each([
    ['with all methods', /^nothing$/],
    ['with plain calls', /^(debug|trace|ots)_|^eth_createAccessList$/],
  ])('what the contract sent comes out as the receipt says, %s', async (__, refuse) => {
    proxy.set({ refuse });
    const replayed = await verifiedReplay(await replayJobOf(node.url, called, proxy.url));
    expect(replayed.compared).toMatchObject({ status: true, logs: 0 });
    expect(replayed.replay.steps.length).toBe(4);
    expect(replayed.checked.unchecked).toContain(
      'The transaction has no signature that could be checked: the node made it for an account that it does not have the key of.',
    );
  });

  test('the sender is named by its code, as every contract is', async () => {
    const { engine, open, settledRows } = await startEngine([node.url]);
    const [contractName, bytecode, deployedBytecode] = ['Treasury', REMEMBERS, `0x${REMEMBERS.slice(26)}`];
    const artifact = { _format: 'hh-sol-artifact-1', contractName, sourceName: 'T.sol', abi: [], bytecode, deployedBytecode };
    const bytes = new TextEncoder().encode(JSON.stringify(artifact));
    expect(await engine.contracts.importBuildOutput('Treasury.json', bytes)).toMatchObject({ ok: true });
    const { handle } = await open({ networkId: ANVIL_NETWORK, hash: called });
    const [root] = await settledRows(handle);
    expect(root?.fromName?.text).toMatch(/^Treasury/);
  });

  test('it is traced, debugged and run again with changes like any other', async () => {
    const { engine, open } = await startEngine([node.url]);
    const { handle, source, verification } = await open({ networkId: ANVIL_NETWORK, hash: called });
    expect([source, verification?.steps]).toEqual(['replay', 4]);
    const before = await engine.trace.stateAt(handle, 2);
    expect(before).toMatchObject({ ok: true, value: { address: target, opcode: 0x55 } });
    const changed = await engine.trace.simulateChanged(newJob(), handle, { transaction: { value: 1n } });
    expect(changed).toMatchObject({ ok: true, value: { success: true } });
  });

  test('a transaction after it in its block is executed on what it left', async () => {
    proxy.set({ refuse: /^(debug|trace|ots)_|^eth_createAccessList$/ });
    const replayed = await verifiedReplay(await replayJobOf(node.url, later, proxy.url));
    expect(replayed.compared.earlier).toBe(1);
  });
});

test('also an account whose key the node has may get code there', async () => {
  const node = await startAnvil();
  try {
    await node.call('anvil_setCode', [ALICE, '0x00']);
    const { transactionHash } = await sendMined(node, { from: ALICE, to: BOB, value: '0x1' });
    const replayed = await verifiedReplay(await replayJobOf(node.url, transactionHash, node.url));
    expect(replayed.checked.isIncluded).toBe(true);
  } finally {
    await node.stop();
  }
});
