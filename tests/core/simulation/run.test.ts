import { describe, expect, test } from 'vitest';
import { bytesToAddress, hexToBytes } from '../../../src/core/chain/hex';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import type { BlockEnvironment } from '../../../src/core/evm/environment';
import { loadLibrary } from '../../../src/core/evm/precompiles/libraries';
import { stepIndex } from '../../../src/core/evm/recording/steps';
import { Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { fromBigInt, toBigInt } from '../../../src/core/evm/words/words';
import type { Replay } from '../../../src/core/replay/replay';
import { Run, type RunBlock, type RunOptions, type RunStep, type StepOutcome } from '../../../src/core/simulation/run';
import { madeUpSignature, recoverInput } from '../../../src/core/simulation/typed-data';
import { MAIL_HASH } from '../../helpers/typed-mail';

const address = (byte: string) => `0x${byte.repeat(20)}` as Address;
const [ALICE, BOB, COUNTER, MINER] = [address('a1'), address('b0'), address('c0'), address('ee')];
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as Hash;

// Adds one to slot 0 and returns it.
const ADDS_ONE: Hex = '0x60015f5401805f555f5260205ff3';
// Returns the balance of the caller.
const CALLERS_BALANCE: Hex = '0x33315f5260205ff3';
const REVERTS: Hex = '0x5f5ffd';

const ENVIRONMENT: BlockEnvironment = {
  fork: Fork.prague,
  chainId: 1n,
  number: 100,
  timestamp: 1_700_000_000,
  gasLimit: 30_000_000,
  coinbase: hexToBytes(MINER),
  baseFee: 7n,
  random: 0n,
  excessBlobGas: 0n,
  blobs: { target: 3, max: 6, baseFeeUpdateFraction: 3338477 },
  blockHash: () => new Uint8Array(32),
};

function step(to: Address, more: Partial<RunStep> & { from?: Address; gas?: bigint; nonce?: bigint } = {}): RunStep {
  const { from = ALICE, gas, nonce, ...rest } = more;
  return {
    manner: 'paid',
    overlays: [],
    goesOn: false,
    ...rest,
    transaction: {
      type: 2,
      from: hexToBytes(from),
      to: hexToBytes(to),
      value: 0n,
      data: new Uint8Array(0),
      maxFeePerGas: 10n,
      maxPriorityFeePerGas: 3n,
      accessList: [],
      maxFeePerBlobGas: 0n,
      blobHashes: [],
      authorizationList: [],
      ...(gas !== undefined && { gasLimit: gas }),
      ...(nonce !== undefined && { nonce }),
    },
  };
}

const block = (...steps: RunStep[]): RunBlock => ({ environment: ENVIRONMENT, systemCalls: [], overlays: [], steps });

/** Runs on a state where every account that is asked for is supplied: code by address, nothing else but `balances`. */
function run(blocks: readonly RunBlock[], codes: Record<string, Hex> = {}, options: RunOptions = {}, wei = 0n) {
  const state = new State();
  const simulation = new Run(state, blocks, options);
  const missed: string[] = [];
  for (;;) {
    const stop = simulation.run(10);
    if (stop === Stop.done) return { simulation, outcomes: simulation.outcomes, missed, state };
    if (stop === Stop.budget) continue;
    const { missing } = state;
    if (missing?.kind !== 'account') throw new Error(`nothing supplies ${missing?.kind}`);
    const at = bytesToAddress(missing.address);
    missed.push(at);
    const balance = new Uint32Array(8);
    if (at === ALICE) fromBigInt(wei, balance, 0);
    const code = hexToBytes(codes[at] ?? '0x');
    state.supplyAccount(missing.address, { balance, nonce: 5n, code, exists: true }, true);
  }
}

describe('steps of a simulation', () => {
  test('share one state, through blocks, and nonces follow one another', () => {
    const { outcomes } = run([block(step(COUNTER), step(COUNTER)), block(step(COUNTER))], { [COUNTER]: ADDS_ONE });
    expect(outcomes.map((each) => each.state === 'executed' && [each.output, each.nonce])).toEqual([
      [word(1), 5],
      [word(2), 6],
      [word(3), 7],
    ]);
  });

  test('ask for each account once, and go on from there', () => {
    const { missed } = run([block(step(COUNTER), step(COUNTER))], { [COUNTER]: ADDS_ONE });
    expect(missed).toEqual([ALICE, MINER, COUNTER]);
  });

  test('after a failure do not run, unless they are told to go on', () => {
    const codes = { [BOB]: REVERTS, [COUNTER]: ADDS_ONE };
    const stopped = run([block(step(BOB), step(COUNTER)), block(step(COUNTER))], codes);
    expect(stopped.outcomes.map(({ state }) => state)).toEqual(['executed', 'notRun', 'notRun']);
    const gone = run([block(step(BOB, { goesOn: true }), step(COUNTER))], codes);
    expect(gone.outcomes).toMatchObject([{ success: false, error: 'execution reverted' }, { output: word(1) }]);
  });

  test('lay overrides over before their turn, and not before', () => {
    const stateDiff = { [word(0)]: word(40) };
    const overlays = [{ address: COUNTER, override: { stateDiff } }];
    const { outcomes } = run([block(step(COUNTER), step(COUNTER, { overlays }))], { [COUNTER]: ADDS_ONE });
    expect(outcomes).toMatchObject([{ output: word(1) }, { output: word(41) }]);
  });

  test('say why one cannot be in a block', () => {
    const { outcomes } = run([block(step(COUNTER, { gas: 20_000n }), step(COUNTER))]);
    expect(outcomes).toEqual([{ state: 'invalid', reason: 'intrinsic gas too low' }, { state: 'notRun' }]);
  });
});

describe('what a paid step costs', () => {
  test('is lent where the sender has not got it, and what is left of it is taken back', () => {
    const gas = 100_000n;
    const { outcomes, state } = run(
      [block(step(BOB, { gas }), step(COUNTER, { gas }))],
      { [COUNTER]: CALLERS_BALANCE },
      {},
      400_000n,
    );
    const [first, second] = outcomes;
    // 21,000 gas at 10 wei, of 1,000,000 wei that the limit may cost; Alice has 400,000.
    expect(first).toMatchObject({ gasUsed: 21_000, gasPrice: 10n, loan: { lent: 600_000n, owed: 0n } });
    // Its fee was hers to pay, and all that the limit costs is set aside while the second runs: she has nothing to be seen.
    expect(second).toMatchObject({ output: word(0), gasUsed: 21_115, loan: { lent: 810_000n, owed: 21_150n } });
    expect(state.balance[state.indexOfAddress(hexToBytes(ALICE)) * 8]).toBe(0);
  });

  test('is not lent to a checked step', () => {
    const { outcomes } = run([block(step(BOB, { manner: 'checked', gas: 21_000n }))], {}, {}, 209_999n);
    expect(outcomes).toEqual([{ state: 'invalid', reason: 'insufficient funds for gas * price + value' }]);
    const enough = run([block(step(BOB, { manner: 'checked', gas: 21_000n }))], {}, {}, 210_000n);
    expect(enough.outcomes).toMatchObject([{ success: true, gasUsed: 21_000 }]);
  });

  test('is nothing for a free one', () => {
    const { outcomes, state } = run([block(step(BOB, { manner: 'free', gas: 21_000n }))]);
    expect(outcomes[0]).not.toHaveProperty('loan');
    expect(outcomes).toMatchObject([{ success: true }]);
    expect(state.balance[state.indexOfAddress(hexToBytes(MINER)) * 8]).toBe(0);
  });
});

describe('who sends', () => {
  test('may be a contract, with any nonce', () => {
    const { outcomes } = run([block(step(BOB, { from: COUNTER, nonce: 77n }), step(BOB, { from: COUNTER }))], {
      [COUNTER]: ADDS_ONE,
    });
    expect(outcomes).toMatchObject([
      { success: true, nonce: 77 },
      { success: true, nonce: 78 },
    ]);
  });

  test('may be a contract of what nobody signed, which pays as anybody does', () => {
    const from = COUNTER;
    const unsigned = [block(step(BOB, { from, manner: 'unsigned', gas: 21_000n }))];
    expect(run(unsigned, { [COUNTER]: ADDS_ONE }).outcomes).toEqual([
      { state: 'invalid', reason: 'insufficient funds for gas * price + value' },
    ]);
    const sent = [block(step(BOB, { manner: 'unsigned', gas: 21_000n }))];
    expect(run(sent, { [ALICE]: ADDS_ONE }, {}, 210_000n).outcomes).toMatchObject([{ success: true }]);
  });

  test('may not where the step is checked', () => {
    const { outcomes } = run([block(step(BOB, { from: COUNTER, manner: 'checked' }))], { [COUNTER]: ADDS_ONE });
    expect(outcomes).toEqual([{ state: 'invalid', reason: 'sender not an eoa' }]);
  });
});

test('gas is what the block has left, and at most what a transaction may have', () => {
  const limits = (fork: Fork) =>
    run([{ ...block(step(BOB), step(BOB)), environment: { ...ENVIRONMENT, fork } }]).outcomes.map(
      (each) => each.state === 'executed' && each.gasLimit,
    );
  expect(limits(Fork.prague)).toEqual([30_000_000, 30_000_000 - 21_000]);
  expect(limits(Fork.osaka)).toEqual([16_777_216, 16_777_216]);
  // What is beyond 2^24 pays for state since Amsterdam (EIP-8037); a step of 15,000 gas came before the second (EIP-2780).
  expect(limits(Fork.amsterdam)).toEqual([30_000_000, 30_000_000 - 15_000]);
});

describe('a recorded step', () => {
  const blocks = [block(step(COUNTER), step(COUNTER), step(COUNTER))];
  const codes = { [COUNTER]: ADDS_ONE };
  const found = (replay: Replay | undefined) =>
    replay?.touched().flatMap(({ storage }) => storage.map(({ before, after }) => [BigInt(before), BigInt(after)]));

  test('has a trace, and is the last where the run is told to end with it', () => {
    const { simulation, outcomes } = run(blocks, codes, { recorded: 1, last: 1 });
    expect(outcomes).toHaveLength(2);
    expect([0, 1, 2].map((each) => simulation.recordingOf(each) !== undefined)).toEqual([false, true, false]);
    expect(simulation.recordingOf(1)?.result?.output).toEqual(hexToBytes(word(2)));
    expect(simulation.recordingOf(1)?.finish().rows.length).toBe(1);
  });

  test('shows the state as it found and left it, whatever ran after it', () => {
    const { simulation, state } = run(blocks, codes, { recorded: 'all' });
    const recordings = [0, 1, 2].map((each) => simulation.recordingOf(each));
    expect(recordings.map(found)).toEqual([[[0n, 1n]], [[1n, 2n]], [[2n, 3n]]]);
    // Before SSTORE: what it found is on the stack, and nothing is written.
    const storing = (replay: Replay | undefined) => [...(replay?.opcodes() ?? [])].indexOf(0x55);
    expect(recordings.map((replay) => replay?.storageAt(stepIndex(storing(replay)))?.storage.get(0n))).toEqual([
      0n,
      1n,
      2n,
    ]);
    expect(toBigInt(state.slots.current, 0)).toBe(3n);
  });

  test('is left with what its sender was lent, which the next one does not have', () => {
    const gas = 100_000n;
    const lending = [block(step(BOB, { gas }), step(COUNTER, { gas }))];
    const plain = run(lending, { [COUNTER]: CALLERS_BALANCE }, {}, 400_000n).outcomes;
    const { simulation, outcomes } = run(lending, { [COUNTER]: CALLERS_BALANCE }, { recorded: 'all' }, 400_000n);
    expect(outcomes).toEqual(plain);
    const { state } = simulation.recordingOf(0)?.execution ?? { state: new State() };
    expect(toBigInt(state.balance, state.indexOfAddress(hexToBytes(ALICE)) * 8)).toBe(790_000n);
  });

  test('is dropped for later ones where they would take too much memory, the last never', () => {
    const steps = Array.from({ length: 200 }, () => step(COUNTER, { gas: 100_000n }));
    const { simulation, outcomes } = run([block(...steps)], codes, { recorded: 'all' });
    expect(outcomes).toHaveLength(200);
    expect(simulation.recordingOf(0)).toBeUndefined();
    expect(simulation.recordingOf(199)?.result?.output).toEqual(hexToBytes(word(200)));
    expect(simulation.size).toBeLessThan(70 << 20);
  });

  test('may take fewer steps than the run', () => {
    const { simulation, outcomes } = run(blocks, codes, { recorded: 1, recordedLimit: 5 });
    expect(outcomes).toMatchObject([{ success: true }]);
    expect(simulation.tooLong).toBe(true);
  });
});

test('ends where it takes too many steps', () => {
  // JUMPDEST PUSH0 JUMP
  const { simulation, outcomes } = run([block(step(COUNTER))], { [COUNTER]: '0x5b5f56' }, { stepLimit: 500 });
  expect(simulation.tooLong).toBe(true);
  expect(outcomes).toEqual([]);
});

describe('a signature', () => {
  // Hands its calldata to ecrecover, and returns what that answers.
  const RECOVERS: Hex = '0x365f5f3760205f60805f60015afa5060205ff3';
  const signature = madeUpSignature(BOB, MAIL_HASH);
  const spend = step(COUNTER);
  const spends = { ...spend, transaction: { ...spend.transaction, data: hexToBytes(recoverInput(signature)) } };
  const signs: RunStep = { ...step(BOB), signs: signature };
  const recovered = (outcome: StepOutcome | undefined) => outcome?.state === 'executed' && outcome.output;
  const bob = `0x${BOB.slice(2).padStart(64, '0')}`;
  const codes = { [COUNTER]: RECOVERS };

  test('is taken for that of the signer by the steps after it, and by none before', async () => {
    await loadLibrary('secp256k1');
    const { outcomes } = run([block(spends, signs, spends), block(spends)], codes);
    expect(outcomes[1]).toEqual({ state: 'signed', signature, hasCode: false });
    expect(outcomes.map(recovered)).toEqual([expect.not.stringContaining(BOB.slice(2)), false, bob, bob]);
    // At its price: the same as of a signature that is somebody's.
    expect(outcomes[2]).toMatchObject({ gasUsed: outcomes[0]?.state === 'executed' ? outcomes[0].gasUsed : 0 });
  });

  test('of a contract says that it is one', () => {
    expect(run([block(signs)], { [BOB]: RECOVERS }).outcomes).toMatchObject([{ state: 'signed', hasCode: true }]);
  });
});
