/** All methods of a virtual network, in one table. What is not in it does not exist. */
import { ALIASES } from './aliases';
import { EXECUTION } from './calls-without-effect';
import { FILTERS } from './filters';
import { LOOKUPS } from './lookups';
import { OTTERSCAN } from './otterscan';
import { PARITY } from './parity-traces';
import { type Method, READS } from './reads';
import { RpcCode, RpcError } from './rpc-error';
import { SENDING } from './sending';
import { STATE_FILES } from './state-files';
import { STEERING } from './steering';
import { TENDERLY } from './tenderly';
import { TOKENS } from './tokens';
import { TRACING } from './tracing';
import type { VirtualNode } from './virtual-node';

export const METHODS: ReadonlyMap<string, Method> = new Map(
  [
    READS,
    LOOKUPS,
    EXECUTION,
    SENDING,
    FILTERS,
    TRACING,
    PARITY,
    OTTERSCAN,
    STEERING,
    TENDERLY,
    TOKENS,
    STATE_FILES,
  ].flatMap((table) => Object.entries(table)),
);

/** Answers requests of a node one after another: a request sees all that the ones before it did. */
export class RpcDoor {
  private last: Promise<unknown> = Promise.resolve();

  /** `settle` ends every turn, whether it went well or not: where the network is kept, it is kept then. */
  constructor(
    readonly node: VirtualNode,
    private readonly settle: () => Promise<void> = async () => {},
  ) {}

  /** The result of the method. Rejects with an `RpcError` for whatever the caller did wrong. */
  request(method: string, params: readonly unknown[] = []): Promise<unknown> {
    return this.afterOthers(async () => {
      const found = METHODS.get(ALIASES[method] ?? method);
      if (found === undefined) throw new RpcError(RpcCode.methodNotFound, `Method not found: ${method}`);
      return (await found(this.node, params)) ?? null;
    });
  }

  /** Runs what is no request, as sealing at an interval, in its turn. */
  afterOthers<T>(act: () => Promise<T>): Promise<T> {
    const answer = this.last.then(async () => {
      try {
        return await act();
      } finally {
        await this.settle();
      }
    });
    this.last = answer.catch(() => undefined);
    return answer;
  }
}
