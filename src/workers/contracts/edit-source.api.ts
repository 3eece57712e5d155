/**
 * The part of the contracts worker's contract that compiles edited sources of
 * a contract to the code that would stand at its address. Nothing is sent to
 * the chain; whoever wants to see what the code does simulates with it.
 */
import type { Address, Hex, NetworkId } from '../../core/chain/primitives';
import type { Immutable } from '../../core/source/edited/immutable-key';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { CompileProgress } from '../compiler/compiler.api';
import type { JobId } from '../ids';

/** The changes to the sources of a contract. */
export type SourceEdit = {
  /** Path to the new text, of files that were changed. */
  texts: Readonly<Record<string, string>>;
  /** Values of immutables that the chain's code has none of, 32 bytes each, by `immutableKey`. */
  immutables: Readonly<Record<string, Hex>>;
  /**
   * Whether it is compiled without the optimizer and not via IR, whatever the contract's settings are: so every
   * variable has a place on the stack.
   */
  unoptimised?: boolean;
};

export type EditedCode =
  /** The compiler's errors, at most 20. */
  | { state: 'errors'; errors: readonly string[] }
  /** The code has immutables whose values are nowhere; all are asked for at once. */
  | { state: 'needsValues'; immutables: readonly Immutable[] }
  | {
      state: 'compiled';
      /** Runtime code with the immutables and libraries of the chain's. */
      code: Hex;
      /** Runtime code compiled from the sources without the edit. */
      unchanged: Hex;
      /**
       * Whether `unchanged` is the chain's code to the byte; otherwise they differ in the compiler's metadata alone.
       */
      isSameCode: boolean;
      /** Differences that running it does not show, a sentence each. */
      warnings: readonly string[];
    };

export interface EditSourceApi {
  /**
   * Compiles with the contract's own compiler and settings. Fails with
   * `unsupported` for languages that are not compiled here, and where the
   * unchanged sources do not make the chain's code here; `notFound` without
   * sources.
   */
  compileEdited(
    job: JobId,
    networkId: NetworkId,
    address: Address,
    edit: SourceEdit,
    onProgress?: (progress: CompileProgress) => void,
  ): Promise<Result<EditedCode, Failure>>;
}
