/** Which fork a development node says it runs: headers do not tell all of them apart. */
import { nullish, number, object, pipe, record, safeParse, string, transform, unknown } from 'valibot';
import { forkNamed, type StatedRules } from '../core/evm/rules/chain-rules';
import type { ReadOptions } from './chain-reader';
import { mayPass } from './rpc/endpoint-failures';
import type { Rpc } from './rpc/rpc';

const nodeInfo = object({
  hardFork: nullish(string()),
  forkConfig: nullish(object({ forkBlockNumber: nullish(number()) })),
});

/** Hardhat's word about itself, which does not name its fork; where it forked a chain, the first block of its own follows. */
const metadata = pipe(
  record(string(), unknown()),
  transform(({ forkedNetwork }) => {
    const parsed = safeParse(object({ forkBlockNumber: number() }), forkedNetwork);
    return { forkBlockNumber: parsed.success ? parsed.output.forkBlockNumber : undefined };
  }),
);

/** eth_config (EIP-7910), as far as it is read here. */
const config = object({
  current: object({
    blobSchedule: nullish(
      pipe(
        object({ target: number(), max: number(), baseFeeUpdateFraction: number() }),
        // The price of blob gas is computed in whole numbers.
        transform((schedule) =>
          Object.values(schedule).every((each) => Number.isSafeInteger(each)) && schedule.baseFeeUpdateFraction > 0
            ? schedule
            : undefined,
        ),
      ),
    ),
  }),
});

/** Rules that a node states, as far as it answered. */
type AnsweredRules = StatedRules & {
  /** A question failed for a reason that says nothing of the node's rules; asked again, the node may say more. */
  isPartial?: true;
};

/**
 * Fetches anvil_nodeInfo, hardhat_metadata and eth_config: what the node says
 * of its own rules. A node that answers one of the first two is a development
 * node.
 */
export async function fetchStatedRules(rpc: Rpc, options: ReadOptions = {}): Promise<AnsweredRules> {
  const [anvil, hardhat, stated] = await Promise.all([
    rpc.request('anvil_nodeInfo', [], nodeInfo, options),
    rpc.request('hardhat_metadata', [], metadata, options),
    rpc.request('eth_config', [], config, options),
  ]);
  const hardfork = anvil.ok ? (anvil.value.hardFork ?? undefined) : undefined;
  const forked = anvil.ok
    ? (anvil.value.forkConfig?.forkBlockNumber ?? undefined)
    : hardhat.ok
      ? hardhat.value.forkBlockNumber
      : undefined;
  const fork = hardfork === undefined ? undefined : forkNamed(hardfork);
  const blobs = stated.ok ? (stated.value.current.blobSchedule ?? undefined) : undefined;
  return {
    isDevelopment: anvil.ok || hardhat.ok,
    ...(hardfork === undefined ? {} : { hardfork }),
    ...(fork === undefined ? {} : { fork }),
    ...(blobs === undefined ? {} : { blobs }),
    ...(forked === undefined ? {} : { since: forked + 1 }),
    ...([anvil, hardhat, stated].some((answer) => !answer.ok && mayPass(answer.error)) && { isPartial: true }),
  };
}
