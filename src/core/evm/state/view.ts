/** The state by addresses and whole numbers, for the protocols of other chains. */
import type { BlockFields } from '../block-fields';
import type { RunningState, StateView } from '../families/state-view';
import type { Machine } from '../machine';
import * as W from '../words/words';
import type { AccountIndex, SlotIndex } from './slots';
import type { State } from './state';

const word = new Uint32Array(8);

/** Reads and writes `state` itself. */
export class ViewedState implements StateView {
  constructor(protected readonly state: State) {}

  requireAccount(address: Uint8Array): boolean {
    return this.state.requireAccount(this.accountAt(address));
  }

  requireSlot(address: Uint8Array, key: bigint): boolean {
    return this.requireAccount(address) && this.state.requireSlot(this.slotAt(address, key));
  }

  requireHash(block: Pick<BlockFields, 'blockHash'>, number: number): boolean {
    if (block.blockHash(number) !== undefined) return true;
    this.state.missing = { kind: 'blockHash', number };
    return false;
  }

  balance(address: Uint8Array): bigint {
    return W.toBigInt(this.state.balance, this.accountAt(address) << 3);
  }

  slot(address: Uint8Array, key: bigint): bigint {
    return W.toBigInt(this.state.slots.current, this.slotAt(address, key) << 3);
  }

  code(address: Uint8Array): Uint8Array {
    return this.state.codes[this.state.code[this.accountAt(address)]].bytes;
  }

  setBalance(address: Uint8Array, wei: bigint): void {
    W.fromBigInt(wei, word, 0);
    this.state.setBalance(this.accountAt(address), word, 0);
  }

  setSlot(address: Uint8Array, key: bigint, value: bigint): void {
    const slot = this.slotAt(address, key);
    W.fromBigInt(value, word, 0);
    this.state.setSlot(slot, word, 0);
  }

  private accountAt(address: Uint8Array): AccountIndex {
    return this.state.indexOfAddress(address);
  }

  private slotAt(address: Uint8Array, key: bigint): SlotIndex {
    W.fromBigInt(key, word, 0);
    return this.state.slots.indexOf(this.accountAt(address), word, 0);
  }
}

/** Does as `ViewedState` while the machine runs, and emits events. */
export class ViewedMachine extends ViewedState implements RunningState {
  constructor(private readonly machine: Machine) {
    super(machine.state);
  }

  warm(address: Uint8Array): void {
    this.state.warmAccount(this.state.indexOfAddress(address));
  }

  log(address: Uint8Array, given: readonly bigint[], data: Uint8Array): void {
    const { machine, state } = this;
    const topics = new Uint32Array(given.length * 8);
    for (const [at, topic] of given.entries()) W.fromBigInt(topic, topics, at * 8);
    const account = state.indexOfAddress(address);
    machine.logs.push({ address: account, topics, topicCount: given.length, data });
    machine.watcher?.log(account, topics, given.length, data, true);
  }
}
