import type { Peers } from './rpc/peers';

/**
 * Runs `job` once no other tab or worker of the app runs one of this name. When
 * the tab that leads is closed, or its worker dies, the next that waits begins:
 * a job has to look again at what is left to do.
 */
export async function runAsLeader(peers: Peers, name: string, job: () => Promise<void>): Promise<void> {
  const release = await peers.lock(`loupe leader ${name}`);
  try {
    await job();
  } finally {
    release();
  }
}
