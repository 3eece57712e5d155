/**
 * Runs that were executed lately, by their digests. Who asks for one of them is answered from it, and who asks while it
 * is executed waits for the same execution. The least recently used are dropped.
 */

import { bytesToHash, bytesToHex } from '../chain/hex';
import { keccak } from '../chain/keccak';
import type { Hash } from '../chain/primitives';
import { encodeUtf8 } from '../json/bytes';
import type { Failure } from '../values/failure';
import type { Result } from '../values/result';

export class KeptRuns<R extends { readonly size: number }> {
  /** The least recently used first; one that is executed has no size yet. */
  private readonly runs = new Map<string, { ran: Promise<Result<R, Failure>>; size: number }>();

  /** `most`: bytes that the kept runs take at most, but for the last, which is always kept. */
  constructor(private readonly most = 128 << 20) {}

  /**
   * Returns the kept run of `digest`, or executes it. One that fails is not kept. Where the execution that it waited for
   * was cancelled by whoever began it, and `isCancelled` says that this caller was not, it is executed after all.
   */
  async run(
    digest: string,
    execute: () => Promise<Result<R, Failure>>,
    isCancelled: () => boolean = () => false,
  ): Promise<Result<R, Failure>> {
    const { runs } = this;
    const known = runs.get(digest);
    if (known !== undefined) {
      runs.delete(digest);
      runs.set(digest, known);
      const ran = await known.ran;
      const isOthers = !ran.ok && ran.error.code === 'cancelled' && !isCancelled();
      return isOthers ? this.run(digest, execute, isCancelled) : ran;
    }
    const running = { ran: execute(), size: 0 };
    runs.set(digest, running);
    const forget = () => void runs.delete(digest);
    running.ran.then(({ ok }) => ok || forget(), forget);
    const ran = await running.ran;
    if (ran.ok) running.size = ran.value.size;
    let sum = 0;
    for (const { size } of runs.values()) sum += size;
    for (const [oldest, { size }] of runs) {
      if (sum <= this.most || oldest === digest) break;
      sum -= size;
      runs.delete(oldest);
    }
    return ran;
  }
}

/**
 * Returns the digest of a run: of what is run, and of the state it runs on as far as that tells it from every other,
 * which is a block with its hash and rules, or all that is known of the state. Takes plain data, bytes among it; the
 * order in which an object has its fields makes no difference. Linear in the data.
 */
export function runDigest(...parts: readonly unknown[]): Hash {
  return digestOf(encodeUtf8(JSON.stringify(parts, plainly)));
}

function plainly(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Uint8Array) return value.length > 32 ? digestOf(value) : bytesToHex(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function digestOf(bytes: Uint8Array): Hash {
  return bytesToHash(keccak(bytes));
}
