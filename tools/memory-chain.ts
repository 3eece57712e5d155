/** A chain in memory whose transactions our own machine executes: for programs compiled here. */

import { BLOBS_PRAGUE, Fork } from '../src/core/evm/rules/forks';
import { Stop } from '../src/core/evm/run';
import { State } from '../src/core/evm/state/state';
import { limbsOf } from '../src/core/evm/words/words';
import { Replay } from '../src/core/replay/replay';

export type Sent = {
  /** The contract called; undefined to make one of `data`. */
  to?: Uint8Array | undefined;
  data: Uint8Array;
  /** Wei. */
  value?: bigint;
  gas?: bigint;
};

const SENDER = new Uint8Array(20).fill(0xc0);

/** One rich account sends all transactions, each in a block of its own; gas costs it nothing. */
export class MemoryChain {
  readonly state = new State();
  private sent = 0;

  constructor(private readonly fork: Fork = Fork.osaka) {
    this.state.supplyAccount(SENDER, { ...nobody(), balance: limbsOf(10n ** 24n), exists: true }, true);
  }

  /** Executes a transaction to its end, which may be a failure; throws when it cannot be sent. */
  send({ to, data, value = 0n, gas = 16_000_000n }: Sent): Replay {
    const { state } = this;
    const nonce = BigInt(this.sent++);
    const transaction = {
      type: 2,
      from: SENDER,
      to,
      nonce,
      value,
      data,
      gasLimit: gas,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
      accessList: [],
      maxFeePerBlobGas: 0n,
      blobHashes: [],
      authorizationList: [],
    };
    const replay = new Replay(state, this.nextBlock(), transaction);
    for (let stop = replay.run(1e9); stop !== Stop.done; stop = replay.run(1e9)) {
      if (stop === Stop.budget) continue;
      const { missing } = state;
      if (missing?.kind !== 'account') throw new Error(`missing ${missing?.kind}`);
      state.supplyAccount(missing.address, nobody());
    }
    if (replay.result === undefined) throw new Error(`not executed: ${replay.execution.invalid ?? 'too long'}`);
    return replay;
  }

  private nextBlock() {
    return {
      fork: this.fork,
      chainId: 31337n,
      number: this.sent,
      timestamp: 1_700_000_000 + this.sent,
      gasLimit: 2 ** 50,
      coinbase: new Uint8Array(20),
      baseFee: 0n,
      random: 0n,
      excessBlobGas: 0n,
      blobs: BLOBS_PRAGUE,
      blockHash: () => new Uint8Array(32),
    };
  }
}

function nobody() {
  return { balance: new Uint32Array(8), nonce: 0n, code: new Uint8Array(0), exists: false };
}
