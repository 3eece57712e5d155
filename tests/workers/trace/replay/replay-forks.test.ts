import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hash } from '../../../../src/core/chain/primitives';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../../../src/net/chain-reader';
import { replayTransaction } from '../../../../src/workers/trace/replay/replay-transaction';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';
import { sendMined } from '../../../helpers/mined';
import { ANVIL_NETWORK, rpcOf } from '../../../helpers/rpc';

const ONLY_PLAIN = /^(debug|trace|ots)_|^eth_createAccessList$/;

/**
 * Creations that store what an instruction of their fork says, and fail before it:
 * MCOPY (Cancun), PUSH0 (Shanghai), CLZ (Osaka), and MODEXP's price (Osaka).
 */
const CREATIONS = {
  mcopy: '0x6020600060005e00',
  push0: '0x5f5f5500',
  clz: '0x60011e60005500',
  modexp: '0x6001600052600160205260016040526003606053600560615360076062536000600060636000600560fffa60005500',
};

describe.each(['london', 'shanghai', 'cancun', 'prague', 'osaka'])('a development chain at %s', (hardfork) => {
  let anvil: Anvil;
  let proxy: FaultProxy;
  const hashes = new Map<string, Hash>();
  beforeAll(async () => {
    anvil = await startAnvil({ args: ['--hardfork', hardfork] });
    proxy = await startFaultProxy(anvil.url);
    for (const [name, data] of Object.entries(CREATIONS)) {
      const sent = await sendMined(anvil, { from: ANVIL_ACCOUNTS[0], data, gas: '0x30d40' });
      hashes.set(name, sent.transactionHash);
    }
  });
  afterAll(async () => {
    await proxy?.stop();
    await anvil?.stop();
  });

  test.each(Object.keys(CREATIONS))('%s comes out as the receipt says', async (name) => {
    const hash = hashes.get(name) as Hash;
    const direct = rpcOf([anvil.url]);
    const [transaction, receipt] = await Promise.all([fetchTransaction(direct, hash), fetchReceipt(direct, hash)]);
    if (!transaction.ok || !receipt.ok) throw new Error('Anvil does not know the transaction');
    const block = await fetchBlock(direct, receipt.value.blockHash);
    if (!block.ok) throw new Error(block.error.message);
    for (const refuse of [/^nothing$/, ONLY_PLAIN]) {
      proxy.set({ refuse });
      const replayed = await replayTransaction({
        rpc: rpcOf([proxy.url]),
        network: { id: ANVIL_NETWORK, name: 'Anvil' },
        block: block.value,
        transaction: transaction.value,
        receipt: receipt.value,
        signal: new AbortController().signal,
      });
      expect(replayed).toMatchObject({ ok: true, value: { verified: true } });
    }
  });
});
