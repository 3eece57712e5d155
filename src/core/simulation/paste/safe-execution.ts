/**
 * A batch of the Safe transaction builder as the one transaction that an owner of the Safe sends: `execTransaction`,
 * several calls through MultiSend. The Safe is made to take it: its threshold is 1 and the sender one of its owners.
 * Layout of Safe 1.0 to 1.4 (SafeStorage.sol): owners at slot 2, threshold at slot 4.
 */
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  isAddress,
  isHex,
  pad,
  parseAbi,
  size,
  zeroAddress,
} from 'viem';
import { keccakHex } from '../../chain/keccak';
import type { Hex } from '../../chain/primitives';
import { emptyAccount, emptyStep, type StepDraft } from '../draft';

/** MultiSendCallOnly 1.3.0, at the same address on every chain that Safe lists (safe-deployments). */
export const MULTI_SEND: Hex = '0x40a2accbd92bca938b02010e17a5b8929b49130d';
/** Sender where the file names no owner. */
const SOMEBODY: Hex = '0x00000000000000000000000000000000005afe01';

const ABI = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) returns (bool)',
  'function multiSend(bytes transactions)',
]);
export const CALL = 0;
const DELEGATECALL = 1;
const OWNERS = 2n;
const THRESHOLD = 4n;

type Call = { to: Hex; value: bigint; data: Hex };

/** Returns the owner's step, for the steps that the Safe would take by itself; undefined where one of them does not fit into a batch. */
export function safeExecution(safe: string, owner: string, steps: readonly StepDraft[]): StepDraft | undefined {
  const calls = steps.map(({ to, value, input }) => callOf(to, value, input)).filter((call) => call !== undefined);
  const [first] = calls;
  if (first === undefined || calls.length !== steps.length) return undefined;
  if (calls.length === 1) return executeAs(safe, owner, first, CALL);
  return executeAs(safe, owner, { to: MULTI_SEND, value: 0n, data: batchOf(calls) }, DELEGATECALL);
}

/** Returns the owner's step for one call of the Safe, or for code it delegates to (`operation` 1); undefined where a field is damaged. */
export function ownersStep(
  safe: string,
  owner: string,
  { to, value, data, operation }: { to: string; value: string; data: string; operation: number },
): StepDraft | undefined {
  const call = callOf(to, value, data);
  if (call === undefined || (operation !== CALL && operation !== DELEGATECALL)) return undefined;
  return executeAs(safe, owner, call, operation);
}

function executeAs(safe: string, owner: string, { to, value, data }: Call, operation: number): StepDraft | undefined {
  if (!isAddress(safe, { strict: false })) return undefined;
  const from = isAddress(owner, { strict: false }) ? (owner.toLowerCase() as Hex) : SOMEBODY;
  // An owner who sends the transaction needs no signature: r is the owner, v is 1 (Safe.checkNSignatures).
  const approved = concat([pad(from), pad('0x'), '0x01']);
  const input = encodeFunctionData({
    abi: ABI,
    functionName: 'execTransaction',
    args: [to, value, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, approved],
  });
  const isOwner = keccakHex(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [from, OWNERS]));
  const slots = `${THRESHOLD} = 1\n${isOwner} = 1`;
  return emptyStep({ from, to: safe, input, accounts: [{ ...emptyAccount(), address: safe, slots }] });
}

/** Packs the calls one after the other, as MultiSend reads them. */
function batchOf(calls: readonly Call[]): Hex {
  const packed = calls.map(({ to, value, data }) =>
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [CALL, to, value, BigInt(size(data)), data]),
  );
  return encodeFunctionData({ abi: ABI, functionName: 'multiSend', args: [concat(packed)] });
}

function callOf(to: string, value: string, input: string): Call | undefined {
  const data = input === '' ? '0x' : input;
  if (!isAddress(to, { strict: false }) || !isHex(data) || data.length % 2 !== 0 || !/^\d*$/.test(value))
    return undefined;
  return { to: to.toLowerCase() as Hex, value: BigInt(value), data };
}
