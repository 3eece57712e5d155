/** Reads the calls inside of blocks, by whichever method the endpoint has for a trace of a whole block. */
import { type BlockCalls, collectBlockCalls } from '../../core/chain/internal-call';
import type { Block } from '../../core/chain/transaction';
import type { Failure, FailureCode } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { BLOCK_TRACE_METHODS, type BlockTraceMethod, fetchBlockTrace } from '../../net/block-traces';
import { failsAnyRequest } from '../../net/rpc/endpoint-failures';
import type { Rpc } from '../../net/rpc/rpc';

/** A node has the method and failed at this block. */
const OF_THE_BLOCK: readonly FailureCode[] = ['tooLarge', 'timeout', 'stateUnavailable'];

const NOTHING: BlockCalls = { calls: [], called: new Map() };

export class BlockTracer {
  /** Methods that may still work, the best first. */
  private readonly methods: BlockTraceMethod[] = [...BLOCK_TRACE_METHODS];
  /** Methods that have answered before: when one of them refuses, it refuses this block alone. */
  private readonly proven = new Set<BlockTraceMethod>();
  /** Why blocks have no calls: no method works, or one block was not traced. Undefined when all could be read. */
  problem: string | undefined;

  /** Whether the endpoint has a method, as far as was seen. */
  get works(): boolean {
    return this.methods.length > 0;
  }

  /** The calls of a block; undefined where no method works. A block that cannot be traced has none, and `problem` says so. */
  async read(rpc: Rpc, block: Block, signal: AbortSignal): Promise<Result<BlockCalls | undefined, Failure>> {
    const { number, hash } = block;
    if (number === undefined || hash === undefined || block.transactions.length === 0) return ok(NOTHING);
    let unknown: string | undefined;
    for (const method of [...this.methods]) {
      const traced = await fetchBlockTrace(rpc, { number, hash }, method, signal);
      if (traced.ok) {
        this.proven.add(method);
        return ok(collectBlockCalls(number, traced.value));
      }
      const { code, message } = traced.error;
      // The block is read again once that has passed.
      if (failsAnyRequest(traced.error)) return fail(traced.error);
      if (OF_THE_BLOCK.includes(code) || this.proven.has(method)) return this.leaveOut(number, message);
      // The node may not have the block yet, which says nothing of the method.
      if (code === 'notFound') unknown = message;
      else if (this.methods.includes(method)) this.methods.splice(this.methods.indexOf(method), 1);
    }
    if (unknown !== undefined) return this.leaveOut(number, unknown);
    this.problem = 'The endpoint answers neither trace_block nor debug_traceBlockByHash.';
    return ok(undefined);
  }

  private leaveOut(number: number, why: string): Result<BlockCalls, never> {
    this.problem = `Block ${number} is left out: ${why}`;
    return ok(NOTHING);
  }
}
