import { expect, test } from 'vitest';
import { runAsLeader } from '../../src/net/leader';
import { createPeerGroup } from '../../src/net/rpc/peers';

test('one tab at a time leads, the next takes over, also after a job that failed', async () => {
  const join = createPeerGroup();
  const log: string[] = [];
  let running = 0;
  const lead = (tab: string, fails = false) =>
    runAsLeader(join(), 'index', async () => {
      running++;
      log.push(`${tab} of ${running}`);
      await new Promise((resolve) => setTimeout(resolve, 0));
      running--;
      if (fails) throw new Error(tab);
    });
  const [first, second, third] = await Promise.allSettled([lead('a'), lead('b', true), lead('c')]);
  expect([first, second, third].map((each) => each?.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['a of 1', 'b of 1', 'c of 1']);
});

test('jobs of different names do not wait for each other', async () => {
  const join = createPeerGroup();
  let other = false;
  await runAsLeader(join(), 'index', () =>
    runAsLeader(join(), 'probe', async () => {
      other = true;
    }),
  );
  expect(other).toBe(true);
});
