/** Counts how often each instruction ran, by the code it is of. Nothing else is noted, so that a run takes little longer. */
import type { Frame } from '../../evm/frames/frame';
import { EMPTY_WATCHER, type Watcher } from '../../evm/recording/watcher';

/** A run that is watched, with its frame while one runs. */
export type WatchedRun = { readonly machine: { readonly frame: Frame | undefined } | undefined };

export class HitWatcher implements Watcher {
  readonly enter = EMPTY_WATCHER.enter;
  readonly exit = EMPTY_WATCHER.exit;
  readonly log = EMPTY_WATCHER.log;
  readonly truncateLogs = EMPTY_WATCHER.truncateLogs;
  readonly account = EMPTY_WATCHER.account;
  readonly storageRead = EMPTY_WATCHER.storageRead;
  readonly storageWrite = EMPTY_WATCHER.storageWrite;
  readonly keccak = EMPTY_WATCHER.keccak;
  readonly selfdestruct = EMPTY_WATCHER.selfdestruct;
  /** The execution that is watched; set before it runs. */
  run: WatchedRun | undefined;
  private byCode = new Map<Uint8Array, Uint32Array>();
  private code: Uint8Array | undefined;
  private hits: Uint32Array = new Uint32Array(0);

  step(pc: number): void {
    const code = this.run?.machine?.frame?.code;
    if (code !== this.code) this.change(code);
    this.hits[pc]++;
  }

  /** Codes that ran since the last time. */
  get codes(): number {
    return this.byCode.size;
  }

  /** Returns how often each instruction ran since the last time, by code and pc. */
  take(): ReadonlyMap<Uint8Array, Uint32Array> {
    const taken = this.byCode;
    this.byCode = new Map();
    this.code = undefined;
    return taken;
  }

  private change(code: Uint8Array | undefined): void {
    this.code = code;
    if (code === undefined) return;
    let hits = this.byCode.get(code);
    if (hits === undefined) {
      hits = new Uint32Array(code.length + 1);
      this.byCode.set(code, hits);
    }
    this.hits = hits;
  }
}
