/** Errors of JSON-RPC, with the codes that clients of Ethereum nodes go by. */
import type { Hex } from '../../chain/primitives';
import { revertReason } from './revert-reason';

export const RpcCode = {
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** The code that go-ethereum and others give for anything that went wrong. */
  server: -32000,
  /** Anvil's for a transaction that cannot be taken. */
  rejected: -32003,
  /** A call that reverted; `data` is what it returned. */
  reverted: 3,
} as const;

export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** Returns the error for a parameter that the method does not take. */
export function invalid(message: string): RpcError {
  return new RpcError(RpcCode.invalidParams, message);
}

/** Returns go-ethereum's error for a transaction of an envelope type that its chain does not take from outside (core/types, ErrTxTypeNotSupported). */
export function unsupportedType(): RpcError {
  return new RpcError(RpcCode.server, 'transaction type not supported');
}

/** Returns the error for a call that reverted with this data. */
export function reverted(output: Hex): RpcError {
  const reason = revertReason(output);
  return new RpcError(RpcCode.reverted, `execution reverted${reason === undefined ? '' : `: ${reason}`}`, output);
}
