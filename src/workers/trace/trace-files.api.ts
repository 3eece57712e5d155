/** The part of the trace worker's contract that turns traces into files and files into traces (docs/trace-files.md). */
import type { Hash, NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { CompileProgress } from '../compiler/compiler.api';
import type { JobId, TraceHandle } from '../ids';

/** The content of an imported trace file. */
export type ImportedTrace = {
  networkId: NetworkId;
  hash: Hash;
  /** The network was not known and is one of the reader's now, without an endpoint. */
  newNetwork: boolean;
  /** This browser had the trace from a node already, and goes on showing that. */
  known: boolean;
  /** Notes that were added where the reader has none. */
  notes: number;
};

export interface TraceFilesApi {
  /**
   * The trace as a file, with all it takes to execute the transaction again and
   * the sources of what ran, where they are to be had. The first time may ask
   * services for sources and compile, seconds.
   */
  exportTrace(
    job: JobId,
    handle: TraceHandle,
    onProgress?: (progress: CompileProgress) => void,
  ): Promise<Result<ArrayBuffer, Failure>>;
  /** Keeps what a trace file holds, from where it is opened as what was kept. Nothing known here is replaced. */
  importTrace(job: JobId, file: Uint8Array): Promise<Result<ImportedTrace, Failure>>;
  /** Does as `importTrace` with a file at an address. */
  importTraceFrom(job: JobId, url: string): Promise<Result<ImportedTrace, Failure>>;
}
