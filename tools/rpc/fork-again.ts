/** A served fork made again at another block of its parent, by `loupe_planFork` and `loupe_takeFork`. */
import { randomUUID } from 'node:crypto';
import { type ChangeLog, changedBlocks } from '../../src/core/virtual/chain-keeper';
import { forkAgain } from '../../src/core/virtual/fork-again';
import type { Handler } from '../../src/core/virtual/rpc/answer-batch';
import { type ForkPlan, ForkPlans, parentBlockOf, tellReplaced } from '../../src/core/virtual/rpc/fork-plans';
import type { RpcDoor } from '../../src/core/virtual/rpc/methods';
import { nodeStamp } from '../../src/core/virtual/rpc/node-stamp';
import { TEST_ACCOUNTS } from '../../src/core/virtual/signing';
import type { VirtualChain } from '../../src/core/virtual/virtual-chain';
import type { BeginFork } from './fork';

/** Answers the methods of the door, and these two. `log` has heard of all changes of the network that is served. */
export function withForkAgain(door: RpcDoor, log: ChangeLog, begin: BeginFork): Handler {
  const { node } = door;
  const plans = new ForkPlans<{ chain: VirtualChain; log: ChangeLog }>();
  let served = log;
  const stamp = () => `${served.version} ${nodeStamp(node)}`;
  const plan = async (block: unknown): Promise<ForkPlan> => {
    const fork = await begin(parentBlockOf(block));
    const { chain } = node;
    const blocks = changedBlocks(chain, served, chain.firstNumber);
    const whole = { base: served.base, blocks, standing: chain.standing };
    const comparison = await forkAgain(chain, whole, fork.chain, TEST_ACCOUNTS);
    return plans.plan(randomUUID(), stamp(), fork, comparison);
  };
  const take = (id: unknown): boolean => {
    const fork = plans.find(id, stamp());
    const before = node.chain;
    node.chain = fork.chain;
    served = fork.log;
    plans.forget();
    tellReplaced(node, before);
    return true;
  };
  return (method, params) => {
    if (method === 'loupe_planFork') return door.afterOthers(() => plan(params[0]));
    if (method === 'loupe_takeFork') return door.afterOthers(async () => take(params[0]));
    return door.request(method, params);
  };
}
