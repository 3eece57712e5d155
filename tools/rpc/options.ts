/** The options of `loupe rpc`. */
import { StartFailure } from '../../devnet/start-failure';
import { MAX_INTERVAL } from '../../src/core/virtual/max-interval';
import { readArguments } from '../loupe/command';
import { parsePort, parseUrl } from '../serving/ports';

export type RpcOptions = {
  /** URL of the parent of a fork, and the block to go on from: its latest unless given. */
  fork?: { url: string; block: number | undefined };
  /** Absent: the one that `ownChainId` gives. */
  chainId?: number;
  port: number;
  isAutomatic: boolean;
  /** Seconds between blocks that are sealed by themselves; 0 for none. */
  interval: number;
};

export const USAGE = `loupe rpc [options]

  --fork URL     go on from a chain that answers there; it is only read
  --block N      the block of it to go on from (its latest)
  --chain-id N   chain id (7357, of a fork 7357 before the parent's)
  --port N       where it is served on 127.0.0.1 (8546)
  --no-mining    seal no block after a transaction, but when told to
  --interval N   seal a block every N seconds instead

Example:
  loupe rpc --fork https://rpc.example.org --port 8546
`;

/** Reads the parsed command line. Throws a sentence that names what is wrong with it. */
export function parseRpcOptions(argv: readonly string[]): RpcOptions {
  const { values } = readArguments(
    argv,
    {
      fork: { type: 'string' },
      block: { type: 'string' },
      'chain-id': { type: 'string' },
      port: { type: 'string' },
      interval: { type: 'string' },
      'no-mining': { type: 'boolean' },
    } as const,
    [],
  );
  const block = numberOf('--block', values.block);
  if (values.fork === undefined && block !== undefined)
    throw new StartFailure('--block takes a block of the chain of --fork.');
  const chainId = numberOf('--chain-id', values['chain-id']);
  if (chainId === 0) throw new StartFailure('--chain-id takes a number above zero.');
  const interval = numberOf('--interval', values.interval) ?? 0;
  if (interval > MAX_INTERVAL) throw new StartFailure('--interval takes 86,400 seconds, a day, at most.');
  return {
    ...(values.fork === undefined ? {} : { fork: { url: parseUrl('--fork', values.fork), block } }),
    ...(chainId === undefined ? {} : { chainId }),
    port: parsePort('--port', values.port, 8546),
    isAutomatic: values['no-mining'] !== true && interval === 0,
    interval,
  };
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw new StartFailure(`${option} takes a number, not "${text}".`);
  return number;
}
