import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { openTrace } from '../../../tools/open-trace';
import { newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';
import type { Behaviour } from '../../helpers/fault-proxy';

const chain = runDemoChain();

const faults: readonly { name: string; lie: NonNullable<Behaviour['lie']> }[] = [
  { name: 'no receipt', lie: (method, _params, result) => (method === 'eth_getTransactionReceipt' ? null : result) },
  {
    name: 'a receipt whose logs are null',
    lie: (method, _params, result) =>
      method === 'eth_getTransactionReceipt' ? { ...(result as object), logs: null } : result,
  },
];

describe('asked again once the endpoint is well, a transaction is executed although the endpoint gave before', () => {
  for (const { name, lie } of faults) {
    test(name, async () => {
      const { engine } = await startEngine([chain.proxy.url]);
      const key = chain.keyOf('swap-two-hops');
      chain.proxy.set({ lie });
      const first = await openTrace(engine, newJob(), key);
      // What is told instead is made from the execution, and marked so.
      expect(first.ok && first.value.doubt).toBeTruthy();
      await engine.settled();
      chain.proxy.set({});
      const second = await openTrace(engine, newJob(), key);
      expect(second.ok && second.value.source).toBe('replay');
      expect(second.ok && second.value.verification?.compared.logs).toBeGreaterThan(0);
    });
  }
});
