import { encodeAbiParameters, encodeEventTopics, parseAbi, parseAbiParameters } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import type { Log, Receipt, Transaction } from '../../../src/core/chain/transaction';
import { failedInside } from '../../../src/core/trace/failed-inside';
import { receiptTrace } from '../../../src/core/trace/receipt-trace';
import { toOf } from '../../../src/core/trace/row-fields';
import type { Trace } from '../../../src/core/trace/rows';
import { addressOf, callTree } from '../../helpers/call-tree';

const CALLEE = `0x${'b2'.repeat(20)}` as Address;
const OTHER = `0x${'c3'.repeat(20)}` as Address;
const HASH = `0x${'11'.repeat(32)}` as Hash;
const networkId = 1 as NetworkId;
/** As the contracts of ERC-4337 (IEntryPoint) and Safe 1.3 and 1.4 (Safe, ModuleManager) declare them. */
const EVENTS = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
  'event ExecutionFromModuleFailure(address indexed module)',
  'event ExecutionFromModuleSuccess(address indexed module)',
  // ERC2771Forwarder of OpenZeppelin
  'event ExecutedForwardRequest(address indexed signer, uint256 nonce, bool success)',
]);

type Event = { topics: readonly Hex[]; data: Hex };

function operation(success: boolean): Event {
  const args = { userOpHash: HASH, sender: OTHER, paymaster: OTHER };
  const topics = encodeEventTopics({ abi: EVENTS, eventName: 'UserOperationEvent', args }) as Hex[];
  const data = encodeAbiParameters(parseAbiParameters('uint256, bool, uint256, uint256'), [7n, success, 1n, 1n]);
  return { topics, data };
}

function ofSafe(eventName: 'ExecutionFailure' | 'ExecutionSuccess'): Event {
  const topics = encodeEventTopics({ abi: EVENTS, eventName }) as Hex[];
  return { topics, data: encodeAbiParameters(parseAbiParameters('bytes32, uint256'), [HASH, 0n]) };
}

function ofModule(eventName: 'ExecutionFromModuleFailure' | 'ExecutionFromModuleSuccess'): Event {
  return { topics: encodeEventTopics({ abi: EVENTS, eventName, args: { module: OTHER } }) as Hex[], data: '0x' };
}

function request(success: boolean): Event {
  const topics = encodeEventTopics({ abi: EVENTS, eventName: 'ExecutedForwardRequest', args: { signer: OTHER } });
  return { topics: topics as Hex[], data: encodeAbiParameters(parseAbiParameters('uint256, bool'), [7n, success]) };
}

function told(events: readonly Event[], address = CALLEE): ReturnType<typeof failedInside> {
  const logs = events.map((event, logIndex) => ({ ...event, address, logIndex }) as Log);
  const transaction = { networkId, hash: HASH, type: 2, from: OTHER, to: CALLEE, nonce: 0, value: 0n, gas: 90_000 };
  const receipt = { status: 'success', gasUsed: 50_000, logs };
  return failedInside(
    receiptTrace({ ...transaction, input: '0x1fad948c', accessList: [] } as Transaction, receipt as unknown as Receipt),
  );
}

describe('what failed inside a transaction that succeeded', () => {
  test('user operations', () => {
    const events = [operation(true), operation(false), operation(true)];
    expect(told(events)).toEqual({ parts: 'user operation', failed: 1, of: 3 });
    expect(told([operation(false)])).toEqual({ parts: 'user operation', failed: 1, of: 1 });
    expect(told([operation(true)])).toBeUndefined();
  });

  test('the transaction of a Safe, and those of its modules', () => {
    expect(told([ofSafe('ExecutionFailure')])).toEqual({ parts: 'Safe transaction', failed: 1, of: 1 });
    expect(told([ofSafe('ExecutionSuccess')])).toBeUndefined();
    const byModule = [ofModule('ExecutionFromModuleSuccess'), ofModule('ExecutionFromModuleFailure')];
    expect(told(byModule)).toEqual({ parts: 'module transaction', failed: 1, of: 2 });
  });

  test('requests that a forwarder carried out', () => {
    expect(told([request(false), request(true)])).toEqual({ parts: 'forwarded request', failed: 1, of: 2 });
    expect(told([request(true)])).toBeUndefined();
  });

  test('a Safe that other Safes own', () => {
    const trace = callTree(`
      Outer.0x6a761202
        Middle.0x6a761202
          Safe.0x6a761202
            Target.run !
            ${line(ofSafe('ExecutionFailure'))}
          ${line(ofSafe('ExecutionSuccess'))}
        ${line(ofSafe('ExecutionSuccess'))}`);
    expect(named(trace)).toEqual({ parts: 'Safe transaction', failed: 1, of: 1, origin: 'Target' });
  });

  test('nothing where several kinds failed, and where another contract tells it', () => {
    expect(told([operation(false), ofSafe('ExecutionFailure')])).toBeUndefined();
    expect(told([operation(false)], OTHER)).toBeUndefined();
  });

  test('the frame in which the first of them failed', () => {
    const trace = callTree(`
      Entry.0x765e827f
        Wallet.validateUserOp
        Entry.innerHandleOp
          Wallet.execute
          ${line(operation(true))}
        Entry.innerHandleOp
          Wallet.execute !
            Token.transfer !
          ${line(operation(false))}
        Entry.innerHandleOp ! out of gas
        ${line(operation(false))}
        Beneficiary = 1`);
    expect(named(trace)).toEqual({ parts: 'user operation', failed: 2, of: 3, origin: 'Wallet' });
  });

  test('what a contract between tells of is told, too, of the outermost that carries parts out', () => {
    const bundle = `Entry.0x765e827f
          Entry.innerHandleOp
            Safe.0x468721a7
              Target.run !
              ${line(ofModule('ExecutionFromModuleFailure'))}
            ${line(operation(false))}`;
    const through = callTree(`
      Bundler.bundle
        ${bundle}`);
    expect(named(through)).toMatchObject({ parts: 'user operation', failed: 1, of: 1 });
    // A contract that is called for anything else may write any event.
    const other = callTree(`
      Bundler.bundle
        ${bundle.replace('0x765e827f', 'other').replace('0x468721a7', 'other')}`);
    expect(named(other)).toBeUndefined();
    const undone = callTree(`
      Bundler.bundle
        Relay.call !
          ${bundle.replaceAll('\n', '\n  ')}`);
    expect(named(undone)).toBeUndefined();
  });
});

/** The event as a line of a call tree. */
function line({ topics, data }: Event): string {
  return `#[${topics.join(' ')} | ${data}]`;
}

/** With the first letters of who was called in the frame that failed. */
function named(trace: Trace) {
  const found = failedInside(trace);
  if (found?.origin === undefined) return found;
  const to = toOf(trace, found.origin);
  return { ...found, origin: ['Wallet', 'Target', 'Token', 'Entry'].find((name) => addressOf(name) === to) };
}
