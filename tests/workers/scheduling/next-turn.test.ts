import { afterEach, expect, test, vi } from 'vitest';
import { nextTurn } from '../../../src/workers/scheduling/next-turn';

afterEach(() => {
  vi.useRealTimers();
});

test('the next turn comes behind the messages that waited, and needs no timer', async () => {
  vi.useFakeTimers();
  const order: string[] = [];
  const { port1, port2 } = new MessageChannel();
  const arrived = new Promise<void>((resolve) => {
    port1.onmessage = () => {
      order.push('message');
      resolve();
    };
  });
  port2.postMessage('a question');
  const turn = nextTurn().then(() => order.push('turn'));
  order.push('now');
  await Promise.all([arrived, turn]);
  port1.close();
  expect(order).toEqual(['now', 'message', 'turn']);
});
