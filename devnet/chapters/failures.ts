/** Everything that goes wrong on purpose. */
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { accounts } from '../accounts';
import type { ChainBuilder, Contract } from '../chain-builder';
import type { TransactionName } from '../names';

export function showFailures(chain: ChainBuilder): Contract {
  const failures = chain.deploy('Failures');
  const catcher = chain.deploy('Catcher', [failures.address]);
  const fail = (name: TransactionName, functionName: string, args: unknown[] = []) =>
    chain.call('ivan', failures, functionName, args, { gas: 150_000n, name });
  fail('require-string', 'requireString', [250n]);
  fail('require-without-text', 'requireWithoutText');
  fail('custom-error', 'customError', [404n]);
  fail('panic-assert', 'failedAssertion');
  fail('panic-overflow', 'overflow', [200, 100]);
  fail('panic-division-by-zero', 'divide', [10n, 0n]);
  fail('panic-enum', 'mood', [7]);
  fail('panic-empty-pop', 'popEmpty');
  fail('panic-index', 'elementAt', [12n]);
  fail('out-of-gas', 'burnAllGas');
  fail('invalid-opcode', 'invalidOpcode');
  chain.call('ivan', catcher, 'tryAll', [], { gas: 500_000n, name: 'caught-reverts' });
  chain.call('ivan', catcher, 'ignoreRevert', [], { name: 'ignored-revert' });
  chain.send('ivan', { data: chain.artifact('Stillborn').bytecode, gas: 200_000n, name: 'failed-creation' });
  return failures;
}

/** Failures with a cause behind them, and failures that say nothing. */
export function showCauses(chain: ChainBuilder, failures: Contract): void {
  const ladder = chain.deploy('Ladder');
  const causes = chain.deploy('Causes', [failures.address], { libraries: { Ladder: ladder.address } });
  const fail = (name: TransactionName, functionName: string, args: unknown[] = []) =>
    chain.call('ivan', causes, functionName, args, { gas: 200_000n, name });
  fail('replaced-error', 'replace', [404n]);
  fail('unknown-error-data', 'unknownData');
  fail('failed-child', 'makeChild', [500n]);
  fail('library-refuses', 'climb', [50n]);
  fail('guarded-function', 'guarded');
  chain.send('ivan', { to: failures.address, data: '0x12345678', gas: 150_000n, name: 'missing-function' });
  chain.send('ivan', { to: failures.address, data: '0x', gas: 150_000n, name: 'missing-receive' });
  const jumper = chain.deployBytes('Jumper', jumpAfter(failures.address));
  chain.send('ivan', { to: jumper, data: '0x', gas: 150_000n, name: 'bad-jump' });
  chain.call('ivan', chain.deploy('Whisper'), 'note', ['The roof leaks.'], { name: 'hashed-text' });
}

/** Init code of a contract that calls `target` with nothing, and then jumps to where no code is. */
function jumpAfter(target: Hex): Hex {
  // PUSH0 five times, PUSH20 target, GAS, CALL, PUSH1 255, JUMP
  const runtime = `5f5f5f5f5f73${target.slice(2)}5af160ff56`;
  // PUSH1 length, DUP1, PUSH1 start of the runtime, PUSH0, CODECOPY, PUSH0, RETURN
  return `0x60${(runtime.length / 2).toString(16).padStart(2, '0')}8060095f395ff3${runtime}`;
}

/** A payment order through four contracts. */
export function showDesk(chain: ChainBuilder): void {
  const ledger = chain.deploy('Ledger');
  const clearing = chain.deploy('Clearing', [ledger.address]);
  const broker = chain.deploy('Broker', [clearing.address]);
  const desk = chain.deploy('Desk', [broker.address]);
  chain.call('deployer', ledger, 'setLimit', [accounts.erin.address, 1_000n]);
  chain.call('erin', desk, 'place', [900n]);
  chain.call('erin', desk, 'place', [5_000n], { name: 'nested-custom-error' });
  chain.call('erin', desk, 'placePlainly', [5_000n], { name: 'bubbled-custom-error' });
}

/** The contract whose build output is left out. */
export function showMystery(chain: ChainBuilder): void {
  const mystery = chain.deploy('Mystery');
  const abi = parseAbi(['function tell(uint256,uint256)']);
  const tell = (key: bigint) => encodeFunctionData({ abi, args: [key, 987_654_321n] });
  chain.send('heidi', { to: mystery.address, data: tell(12n), gas: 120_000n, name: 'unverified' });
  chain.send('heidi', { to: mystery.address, data: tell(26n), gas: 120_000n, name: 'unverified-revert' });
}
