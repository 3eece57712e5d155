/**
 * What is true of a transaction of the foreign chain, in words of its own:
 * nothing here or in what fills it uses Loupe's decoders, only ABI encodings
 * the script chose, reads of the chain, and the compiler's output.
 *
 * Addresses and hex are lower case, integers are decimal text.
 */
import type { Hex } from 'viem';

/** That the selector is of a function, that no value comes where none is taken, that arguments are long enough, that there is code where a call goes. */
export type CompilerCheck = 'selector' | 'value' | 'arguments' | 'code' | 'decoding';

/** The failure of a call. */
export type ErrorTruth =
  /** A custom error; a reason is `Error` with it, a panic `Panic` with its code. */
  | { kind: 'error'; name: string; args: readonly Value[] }
  /** The call reverted without data; `check` is the check of the compiler that made it, where one did. */
  | { kind: 'nothing'; check?: CompilerCheck }
  /** The call reverted with data that no ABI explains, or with too little of it for the error whose selector it has. */
  | { kind: 'data'; data: Hex; malformed?: string }
  /** The call halted: `out of gas`, `invalid opcode`, `contract address collision`. */
  | { kind: 'halt'; words: string };

export type FailureTruth = {
  /** The error that the transaction ended with. */
  ends: ErrorTruth;
  /** The error of another call that failed before, and that was answered with `ends`. */
  cause?: ErrorTruth;
  /** Place in the source that failed first; absent where no line of it did. */
  at?: { function: string; file: string; line: number };
};

/** Arrays and tuples are lists, all else is text. */
export type Value = string | readonly Value[];

export type EventTruth = { address: Hex; name: string; args: readonly { name: string; value: Value }[] };

/** The value of a variable before and after. */
export type StateTruth = { address: Hex; path: string; before: string; after: string };

export type Truth = {
  name: string;
  hash: Hex;
  status: 'success' | 'failed';
  type: number;
  from: Hex;
  /** Absent for a creation. */
  to?: Hex;
  /** Address of the contract that a creation made. */
  created?: Hex;
  value: string;
  nonce: number;
  block: number;
  gasLimit: number;
  gasUsed: number;
  /** Wei a unit of gas was paid with. */
  gasPrice: string;
  input: Hex;
  /** The function or constructor that was called, with its arguments; absent where there is none. */
  call?: { function: string; args: readonly { name: string; value: Value }[] };
  /** Calls in the order they were entered, the transaction's own first: whom, and what. */
  calls?: readonly { address: Hex; function: string }[];
  failure?: FailureTruth;
  events: readonly EventTruth[];
  /** Wei of everybody whose balance changed. */
  balances: readonly { address: Hex; before: string; after: string }[];
  /** Balances of the ERC-20 tokens that moved. */
  tokens: readonly { token: Hex; holder: Hex; before: string; after: string }[];
  state: readonly StateTruth[];
};

/** A contract of the chain. */
export type ContractTruth = {
  key: string;
  address: Hex;
  /** Name of the contract in its source. */
  name: string;
  /** For a proxy: key of the contract whose code it runs at first. */
  implementation?: string;
  symbol?: string;
};

export type ForeignTruth = {
  chainId: number;
  accounts: readonly Hex[];
  contracts: readonly ContractTruth[];
  transactions: readonly Truth[];
};
