/**
 * The contract of what is known of code: names of addresses, ABIs, imported
 * build output, and of which sources the code at an address was made. Whatever
 * says so, sources count only when the compiled code matches the chain's.
 *
 * Everything crosses as plain data. Expected failures are values; a job that
 * was cancelled answers with code `cancelled`.
 */
import type { Abi, AbiFunction } from 'viem';
import type { Decoded } from '../../core/abi/decoded';
import type { Name, NameOrigin } from '../../core/chain/name';
import type { Address, Hash, Hex, NetworkId, Selector } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import type { VerificationLevel } from '../../core/contract/functions/call-tabs';
import type { ContractDocs } from '../../core/contract/functions/natspec';
import type { ContractKnowledge } from '../../core/contract/knowledge';
import type { FacetCut } from '../../core/contract/proxies/diamond';
import type { KnownFacet } from '../../core/contract/proxies/facet-functions';
import type { Upgrade } from '../../core/contract/proxies/proxy';
import type { TokenSummary } from '../../core/tokens/token-summary';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { CompileProgress } from '../compiler/compiler.api';
import type { JobId } from '../ids';
import type { EditSourceApi } from './edit-source.api';
import type { StorageApi } from './storage.api';
import type { VerificationApi } from './verification.api';

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
  /** Creation code as compiled, with libraries linked; the constructor's arguments stand in `Construction`. */
  creationCode: Hex;
  /** Libraries that the code calls, `path:Name`, and where they are. */
  libraries: readonly { name: string; address: Address }[];
  runtimeCode: Hex;
  /** Source map of the runtime code, as solc writes it; '' where there is none. */
  sourceMap: string;
};

/** What a transaction deployed a contract with: the whole init code, and the constructor's arguments decoded. */
export type Construction = { initCode: Hex; arguments: readonly Decoded[] };

/** The sources of a contract, undefined when nobody who may be asked has any; and the better providers that were not asked or gave nothing. */
export type FoundSource = {
  source: ContractSource | undefined;
  skipped: readonly { provider: string; reason: string }[];
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

/** A function that calldata may call. */
export type CalldataCandidate = {
  entry: AbiFunction;
  /** `transfer(address,uint256)`. */
  signature: string;
  /** Who gives the signature for the selector; `given` by the reader. */
  origin: NameOrigin | 'given';
  /** Absent where the bytes do not hold them. Bytes that are calls have those in `nested`. */
  inputs?: readonly Decoded[];
  /** Whether encoding the inputs gives the same bytes. */
  canonical: boolean;
  /** The selector is of an error: the bytes are what a call reverts with. */
  isError?: boolean;
};

/** Calldata with every function it may call, those that fit it first. */
export type CalldataReading = {
  selector: Selector;
  /** Bytes, the selector among them. */
  length: number;
  /** The calldata without white space, in lower case. */
  data: Hex;
  candidates: readonly CalldataCandidate[];
};

export type SourceMatch = { path: string; line: number; text: string };

/**
 * Joins a port to the compiler worker, which then answers `compile` and `cancel` of its contract there. Settles once
 * the port is released; rejects when the compiler dies before.
 */
export type ConnectCompiler = (port: MessagePort) => Promise<void>;

/** Init code that is kept as the code of a contract (ERC-5202): no call of it runs. */
export type Blueprint = {
  /** Bytes of init code. */
  size: number;
  /** The contract of imported build output whose init code it is. */
  creates?: { contract: string; file: string; match: 'exact' | 'partial'; compilerVersion?: string };
};

export type AccountSummary = {
  networkId: NetworkId;
  address: Address;
  type: 'contract' | 'wallet';
  /** Wei; a failure where the rest could be read, and this not. */
  balance: Result<bigint, Failure>;
  nonce: number;
  /** Bytes of runtime bytecode, 0 for a wallet. */
  codeSize: number;
  codeHash?: Hash;
  knowledge: ContractKnowledge;
  /** For a token: what its contract says of itself. */
  token?: TokenSummary;
  /** For a proxy: what is known of the contract whose code it runs. */
  implementation?: ContractKnowledge;
  /** For a diamond whose loupe answers: its facets, in place of an implementation. */
  facets?: readonly KnownFacet[];
  blueprint?: Blueprint;
  /** The facets are those that kept traces show: the contract lists none, and there may be more. */
  areSeen?: true;
};

/** What names are not known of: contracts, and selectors of functions and errors or topics of events. */
export type Unknowns = { contracts: readonly Address[]; selectors: readonly Hex[] };

/** How many names became known from providers, and why either kind could not be asked for. */
export type LookedUp = {
  contracts: number;
  selectors: number;
  contractsFailed?: Failure;
  selectorsFailed?: Failure;
};

/** A function as a list knows it: whom, and the selector. */
export type SelectedFunction = { to: Address | undefined; selector: Selector };
/** Names of functions by `${to} ${selector}`. */
export type FunctionNames = Readonly<Record<`${Address | undefined} ${Selector}`, Name>>;

/** Events that the service sends by itself. */
export type ContractsEvent =
  /** The reader's labels changed, or more is known of contracts: what names said of a network may be otherwise now. */
  { type: 'names'; networkId: NetworkId };

/** The fields of a failed transaction that a list has. */
export type FailedTransaction = Pick<TransactionSummary, 'hash' | 'to' | 'blockNumber' | 'index'>;

/** Implementations of a proxy, newest first, in the blocks that could be searched, both included. */
export type ImplementationHistory = { upgrades: readonly Upgrade[]; from: number; to: number };

/** A change that a diamond told of, and its place in the chain. */
export type DiamondCut = { cuts: readonly FacetCut[]; blockNumber: number; logIndex: number; transaction: Hash };

/** Changes of a diamond, newest first, in the blocks that could be searched, both included. */
export type DiamondHistory = { changes: readonly DiamondCut[]; from: number; to: number };

export interface ContractsApi extends VerificationApi, StorageApi, EditSourceApi {
  /** Calls `listener` with every event from now on. */
  subscribe(listener: (event: ContractsEvent) => void): Promise<void>;
  cancel(job: JobId): Promise<void>;

  /** The best known names of those of `addresses` that have one, from memory and IndexedDB; at most 1,000 are looked at. */
  names(networkId: NetworkId, addresses: readonly Address[]): Promise<Readonly<Record<Address, Name>>>;
  /** The best known names of those of the functions that have one, from memory, IndexedDB and the bundled table; at most 1,000 are looked at. */
  functionNames(networkId: NetworkId, calls: readonly SelectedFunction[]): Promise<FunctionNames>;
  /**
   * Does as `functionNames`, and also asks the endpoint for the code of contracts of which nothing is known; emits
   * `names` where that named some.
   */
  learnFunctionNames(networkId: NetworkId, calls: readonly SelectedFunction[]): Promise<FunctionNames>;
  /**
   * Finds the reasons that failed transactions reverted with, as far as a call on the state before their block tells;
   * at most 100 are looked at.
   */
  failureReasons(
    networkId: NetworkId,
    transactions: readonly FailedTransaction[],
  ): Promise<Readonly<Record<Hash, string>>>;
  /**
   * Decodes the reasons that calls reverted with, in their order, in the words of their errors; undefined for an error
   * that nobody knows. Nothing is asked of the endpoint.
   */
  revertReasons(
    networkId: NetworkId,
    reverts: readonly { to: Address; data: Hex }[],
  ): Promise<readonly (string | undefined)[]>;
  /**
   * Where imported build output has a contract of a name like `text`: asks for the code of contracts that indexed
   * transactions created, so that the database finds it by name. Answers whether anything became known.
   */
  learnBuilt(networkId: NetworkId, text: string): Promise<boolean>;
  /** After labels were changed in IndexedDB: reads them again. Rows of open traces read otherwise then. */
  labelsChanged(): Promise<void>;
  loadAccount(job: JobId, networkId: NetworkId, address: Address): Promise<Result<AccountSummary, Failure>>;
  /**
   * Lists the implementations that a proxy, or the proxies of a beacon, ran: from the logs of the endpoint, at most
   * 500.
   */
  implementations(job: JobId, networkId: NetworkId, emitter: Address): Promise<Result<ImplementationHistory, Failure>>;
  /**
   * Lists the functions that a diamond added, replaced and removed: from the logs of the endpoint, at most 500 changes.
   */
  diamondCuts(job: JobId, networkId: NetworkId, diamond: Address): Promise<Result<DiamondHistory, Failure>>;
  /** Imports build output (Hardhat, Foundry `out/`, standard JSON); answers the contracts found, matched to code as they are met. `isCompanion` of files tools keep beside their artefacts. A file of deployed contracts gives labels, `names` of them. */
  importBuildOutput(
    fileName: string,
    bytes: Uint8Array,
  ): Promise<Result<{ contracts: number; warnings: readonly string[]; isCompanion: boolean; names?: number }, Failure>>;

  /** Sets the connection to a compiler; without it, only sources that were compiled already are known. */
  setCompiler(connect: ConnectCompiler): Promise<void>;
  /**
   * The sources of the code at an address, undefined when nobody who may be
   * asked has any. The first call may ask services and compile, seconds.
   */
  contractSource(
    job: JobId,
    networkId: NetworkId,
    address: Address,
    onProgress?: (progress: CompileProgress) => void,
  ): Promise<Result<FoundSource, Failure>>;
  /** Reads what its transaction created a verified contract with; undefined where that is not known, or a contract created it. */
  contractConstruction(
    job: JobId,
    networkId: NetworkId,
    address: Address,
  ): Promise<Result<Construction | undefined, Failure>>;
  /** Reads the author's documentation of the functions, from the same sources; nothing where there are none. */
  contractDocs(job: JobId, networkId: NetworkId, address: Address): Promise<Result<ContractDocs, Failure>>;
  /**
   * Asks for the sources of a contract and, where nobody who may be asked has any, for its ABI alone. Answers how well its
   * interface is known then, which `loadAccount` gives from now on. Fails where it stays unknown because asking failed.
   */
  learnInterface(job: JobId, networkId: NetworkId, address: Address): Promise<Result<VerificationLevel, Failure>>;
  /** What calldata may call, by the ABIs given and by signatures that are bundled or kept; the error is one sentence. */
  readCalldata(networkId: NetworkId, calldata: string, abis: readonly Abi[]): Promise<Result<CalldataReading, string>>;
  /** Asks the signature service about a selector, where the reader switched it on; answers how many signatures became known. */
  askSignatures(job: JobId, networkId: NetworkId, selector: Selector): Promise<Result<number, Failure>>;
  /** The text of one of its files; undefined when there is none of that path. */
  sourceText(networkId: NetworkId, address: Address, path: string): Promise<string | undefined>;
  /** What functions the code at an address has, for contracts whose source nobody has. Loads WebAssembly. */
  recoverFunctions(
    job: JobId,
    networkId: NetworkId,
    address: Address,
  ): Promise<Result<readonly RecoveredFunction[], Failure>>;
  /** Lines that contain `text`, whatever the case, in the order of the files; at most 500. */
  searchSources(networkId: NetworkId, address: Address, text: string): Promise<readonly SourceMatch[]>;
}
