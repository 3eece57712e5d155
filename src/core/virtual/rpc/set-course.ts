/** Makes blocks, and sets the clock and what the blocks from now on are made with. */
import { MAX_INTERVAL } from '../max-interval';
import { amountOf, isAbsent } from './parameters';
import { invalid } from './rpc-error';
import { sealAll, sealOne } from './sending';
import type { VirtualNode } from './virtual-node';

/** Blocks made at once at most. */
const MAX_MINED = 100_000;

/** Seals blocks of what waits, one unless `count` is given, `interval` seconds apart. Throws an RPC error past 100,000 blocks. */
export async function mine(node: VirtualNode, count: unknown, interval: unknown): Promise<void> {
  const blocks = isAbsent(count) ? 1 : amountOf(count, 'blocks');
  const seconds = isAbsent(interval) ? undefined : amountOf(interval, 'interval');
  if (blocks > MAX_MINED) throw invalid(`more than ${MAX_MINED} blocks at once`);
  for (let made = 0; made < blocks; made++) {
    const { timestamp } = node.chain.head.block;
    await sealOne(node, seconds === undefined || made === 0 ? undefined : timestamp + seconds);
  }
}

/** Sets the time of the next block, seconds, and returns it. Throws an RPC error where it is not after the head. */
export function setNextTimestamp(node: VirtualNode, value: unknown): number {
  const timestamp = amountOf(value, 'timestamp');
  const last = node.chain.head.block.timestamp;
  if (timestamp <= last)
    throw invalid(`Timestamp error: ${timestamp} is lower than or equal to previous block's timestamp`);
  const { chain } = node;
  // The clock goes on from there.
  const offset = chain.course.timeOffset + timestamp - chain.now();
  chain.course = { ...chain.course, timeOffset: offset, next: { ...chain.course.next, timestamp } };
  return timestamp;
}

/** Moves the clock on; returns by how many seconds it is ahead in all. */
export function increaseTime(node: VirtualNode, seconds: unknown): number {
  const { chain } = node;
  chain.course = { ...chain.course, timeOffset: chain.course.timeOffset + amountOf(seconds, 'seconds') };
  return chain.course.timeOffset;
}

/** Sets the clock; answers the seconds between before and after. */
export function setTime(node: VirtualNode, timestamp: number): number {
  const { chain } = node;
  const change = timestamp - chain.now();
  setCourse(node, { timeOffset: chain.course.timeOffset + change });
  return change;
}

/** Sets what holds for the next block alone. */
export function setNext(node: VirtualNode, next: object): void {
  node.chain.course = { ...node.chain.course, next: { ...node.chain.course.next, ...next } };
}

/** Sets what holds for all blocks from now on. */
export function setCourse(node: VirtualNode, course: Partial<VirtualNode['chain']['course']>): void {
  node.chain.course = { ...node.chain.course, ...course };
}

/** Seals a block every so many seconds from now on, none by itself with 0. Throws an RPC error past a day. */
export function setSealingInterval(node: VirtualNode, seconds: number): void {
  if (seconds > MAX_INTERVAL) throw invalid('invalid argument: interval: longer than a day (86,400 seconds)');
  node.interval = seconds;
  if (seconds > 0) node.isAutomatic = false;
}

/** Sets whether each transaction is sealed at once; seals those that wait when it begins. Returns null. */
export async function setAutomatic(node: VirtualNode, isOn: boolean): Promise<null> {
  node.isAutomatic = isOn;
  if (isOn && node.chain.pool.size > 0) await sealAll(node);
  return null;
}
