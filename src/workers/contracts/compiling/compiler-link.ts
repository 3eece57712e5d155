/** Compiles in the compiler worker, over a port of its own that is held as long as something is compiled. */
import { proxy, type Remote, releaseProxy, transfer, wrap } from 'comlink';
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import type { CompileProgress, CompileRequest, CompilerApi } from '../../compiler/compiler.api';
import type { ConnectCompiler } from '../contracts.api';

/** Standard JSON output, UTF-8. Ends early once `signal` fires. Rejects when the compiler dies. */
export type Compile = (
  request: CompileRequest,
  signal: AbortSignal,
  onProgress: (progress: CompileProgress) => void,
) => Promise<Result<Uint8Array, Failure>>;

type Served = Pick<CompilerApi, 'compile' | 'cancel'>;
type Link = { compiler: Remote<Served>; lost: Promise<never>; users: number };

export function linkCompiler(connect: ConnectCompiler): Compile {
  let link: Link | undefined;
  let jobs = 0;

  function open(): Link {
    const { port1, port2 } = new MessageChannel();
    // Where nobody holds the link any more it has ended as it should.
    const lost = connect(transfer(port2, [port2])).then(() => new Promise<never>(() => {}));
    lost.catch(() => {});
    return { compiler: wrap<Served>(port1), lost, users: 0 };
  }

  return async (request, signal, onProgress) => {
    const held = link ?? open();
    link = held;
    held.users++;
    jobs++;
    const job = `sources ${jobs}`;
    // Lost with the compiler, which then compiles nothing any more.
    const cancel = () => void held.compiler.cancel(job).catch(() => {});
    signal.addEventListener('abort', cancel);
    try {
      return await Promise.race([held.compiler.compile(job, request, proxy(onProgress)), held.lost]);
    } catch (error) {
      // The next compilation is at the compiler that was started again.
      if (link === held) link = undefined;
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      held.users--;
      if (held.users === 0) {
        if (link === held) link = undefined;
        held.compiler[releaseProxy]();
      }
    }
  };
}
