/** What a recorded trace says of its calls, read without any of the product's parsers. */
import type { Format } from '../traces/recorded';
import { type InternalTransfer, isObject, type Json } from './recordings';

export type ExpectedFrame = {
  kind: 'call' | 'create' | 'selfdestruct' | 'other';
  from: string;
  /** Absent for a failed create, and where the format leaves it out. */
  to?: string;
  /** Wei; absent where the format or the kind of call carries none. */
  value?: bigint;
  failed?: boolean;
  /** Absent where the format leaves it out. */
  gasUsed?: number;
};

/** Returns frames in the order entered; undefined for steps, for an error, and for an empty answer. */
export function expectedFrames(format: Format, body: Json): ExpectedFrame[] | undefined {
  const { result } = body;
  if (format === 'callTracer') {
    return isObject(result) && typeof result.from === 'string' ? [...ofCallTracer(result)] : undefined;
  }
  const list = isObject(result) ? result.trace : result;
  if (format === 'structLogs' || !Array.isArray(list) || list.length === 0) return undefined;
  const entries = list.filter(isObject).filter(({ type }) => type !== 'reward');
  return entries.map(format === 'flat' ? ofParity : ofOtterscan);
}

function* ofCallTracer(frame: Json): Generator<ExpectedFrame> {
  const kind = kindOf(frame.type);
  const failed = frame.error !== undefined;
  yield {
    kind,
    from: text(frame.from),
    failed,
    ...(typeof frame.to === 'string' && !(kind === 'create' && failed) ? { to: text(frame.to) } : {}),
    ...(kind === 'other' ? {} : { value: BigInt(String(frame.value ?? 0)) }),
    ...(kind === 'selfdestruct' ? {} : { gasUsed: Number(frame.gasUsed) }),
  };
  for (const call of (Array.isArray(frame.calls) ? frame.calls : []).filter(isObject)) yield* ofCallTracer(call);
}

function ofParity({ type, action, result, error }: Json): ExpectedFrame {
  const { from, to, value, address, refundAddress, balance, callType } = isObject(action) ? action : {};
  const outcome = isObject(result) ? result : {};
  if (type === 'suicide' || type === 'selfdestruct') {
    return { kind: 'selfdestruct', from: text(address), to: text(refundAddress), value: BigInt(String(balance)) };
  }
  const creates = type === 'create';
  const kind = creates ? 'create' : kindOf(callType);
  const target = creates ? outcome.address : to;
  return {
    kind,
    from: text(from),
    failed: error !== undefined,
    ...(typeof target === 'string' ? { to: text(target) } : {}),
    ...(kind === 'other' ? {} : { value: BigInt(String(value ?? 0)) }),
    ...(outcome.gasUsed === undefined || error !== undefined ? {} : { gasUsed: Number(outcome.gasUsed) }),
  };
}

function ofOtterscan({ type, from, to, value }: Json): ExpectedFrame {
  const kind = kindOf(type);
  return {
    kind,
    from: text(from),
    ...(typeof to === 'string' && kind !== 'create' ? { to: text(to) } : {}),
    ...(kind === 'other' || value == null ? {} : { value: BigInt(String(value)) }),
  };
}

function kindOf(type: unknown): ExpectedFrame['kind'] {
  const name = String(type).toLowerCase();
  if (name === 'call') return 'call';
  if (name === 'create' || name === 'create2') return 'create';
  return name === 'selfdestruct' || name === 'suicide' ? 'selfdestruct' : 'other';
}

/** Returns transfers as one line each, sorted; those of nothing are left out, as some lists do. */
export function transferLines(transfers: readonly InternalTransfer[]): string[] {
  return transfers
    .filter(({ value }) => value > 0n)
    .map(({ type, from, to, value }) => `${type} ${from.toLowerCase()} → ${to.toLowerCase()} ${value}`)
    .sort();
}

function text(value: unknown): string {
  return String(value).toLowerCase();
}
