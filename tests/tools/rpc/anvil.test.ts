/** A virtual network beside Anvil. 500 transactions: `npm run conformance -- anvil`. */
import { expect, it as test } from 'vitest';
import { startAnvil } from '../../../tools/anvil';
import { compareWithAnvil } from '../../../tools/rpc/compare-anvil';
import { serveEmpty } from './served';

test('comes to the same receipts, logs, traces and state', async () => {
  const anvil = await startAnvil({ chainId: 31337 });
  const served = await serveEmpty(31337);
  try {
    const differences = await compareWithAnvil(
      (method, params) => served.call(method, ...params),
      (method, params) => anvil.call(method, params),
      60,
      1,
    );
    expect(differences).toEqual([]);
  } finally {
    await served.server.close();
    await anvil.stop();
  }
});
