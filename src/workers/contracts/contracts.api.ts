/**
 * The part of the trace worker's contract that knows source code: of which
 * sources the code at an address was made, by build output the reader imported
 * or by a verification service. Whatever says so, it counts only when the
 * compiled code matches the chain's.
 */
import type { Address, Hex, NetworkId, Selector } from '../../core/chain/primitives';
import type { Name, NameOrigin } from '../../core/contract/knowledge';
import type { Failure } from '../../core/failure';
import type { Result } from '../../core/result';
import type { CompileProgress, CompileRequest } from '../compiler/compiler.api';

export type SourceFileSummary = { path: string; characters: number };

/** The sources of one contract, without their texts. */
export type ContractSource = {
  networkId: NetworkId;
  address: Address;
  origin: NameOrigin;
  match: 'exact' | 'partial';
  language: string;
  /** `0.8.30+commit.73712a01`. */
  compilerVersion: string;
  /** Path of the file that declares the contract, and its name in it. */
  file: string;
  contract: string;
  files: readonly SourceFileSummary[];
  /** Settings as given to the compiler, JSON text. */
  settings: string;
  /** JSON text. */
  abi: string;
  creationCode: Hex;
  runtimeCode: Hex;
  /** Of the runtime code, as solc writes it; '' where there is none. */
  sourceMap: string;
};

/** A function found in bytecode. All of it is a guess but the selector. */
export type RecoveredFunction = {
  selector: Selector;
  /** Types of its arguments as the code uses them, `uint256,address`. */
  types: string;
  /** `view`, `pure`, `payable`, `nonpayable`; '' where it cannot be told. */
  stateMutability: string;
  /** Signatures with this selector, those with the same types first. */
  candidates: readonly Name[];
};

export type SourceMatch = { path: string; line: number; text: string };

/** A compilation as the page has it done: in the compiler worker. */
export type CompileForTrace = (
  job: string,
  request: CompileRequest,
  onProgress: (progress: CompileProgress) => void,
) => Promise<Result<Uint8Array, Failure>>;

export interface SourcesApi {
  /** Where to compile; without it only what is compiled already is known. */
  setCompiler(compile: CompileForTrace, cancel: (job: string) => void): Promise<void>;
  /**
   * The sources of the code at an address, undefined when nobody who may be
   * asked has any. The first call may ask services and compile, seconds.
   */
  contractSource(
    job: string,
    networkId: NetworkId,
    address: Address,
    onProgress?: (progress: CompileProgress) => void,
  ): Promise<Result<ContractSource | undefined, Failure>>;
  /** The text of one of its files; undefined when there is none of that path. */
  sourceText(networkId: NetworkId, address: Address, path: string): Promise<string | undefined>;
  /** What functions the code at an address has, for contracts whose source nobody has. Loads WebAssembly. */
  recoverFunctions(
    job: string,
    networkId: NetworkId,
    address: Address,
  ): Promise<Result<readonly RecoveredFunction[], Failure>>;
  /** Lines that contain `text`, whatever the case, in the order of the files; at most 500. */
  searchSources(networkId: NetworkId, address: Address, text: string): Promise<readonly SourceMatch[]>;
}
